// Decides which messages come next, and the effect of an acknowledgement, a nack or a time-out on them (server-http §10.5, §10.6).

import type { Group, Message, OutstandingMessage, Progress } from './group.ts'

/** The action that a nack names; `unknown` stands for every other word. */
export type NackAction = 'park' | 'retry' | 'skip' | 'stop' | 'unknown'

/** A message to park, and the reason. */
export interface Parking {
  readonly message: Message
  readonly reason: string
}

/** The outcome of settling messages: the group without them, and those to park. */
export interface Settlement {
  readonly group: Group
  readonly parked: readonly Parking[]
}

/** @returns the next messages: retries first, then new ones. */
export const nextMessages = ({ retries, waiting }: Group, count: number): Message[] => [...retries, ...waiting].slice(0, count)

/** A message with the id of its original event; no id where a scavenge has removed the event. */
export interface MessageDelivery {
  readonly message: Message
  readonly id: string | undefined
}

/**
 * Delivers the next messages. A message without its event counts as settled. A message whose id is already outstanding is delivered, but
 * not tracked: two events of a stream can share an id.
 *
 * @param deliveries of messages among `nextMessages`, in that order.
 * @param now milliseconds since 1970.
 */
export function deliver(group: Group, deliveries: readonly MessageDelivery[], now: number): Group {
  const due = now + group.configuration.messageTimeout
  const outstanding = new Map(group.outstanding.map((message) => [message.id, message]))
  let progress = group.progress
  for (const { message, id } of deliveries) {
    const assigned = assignTurn(progress, message)
    progress = assigned.progress
    if (id !== undefined && !outstanding.has(id)) outstanding.set(id, { ...assigned.message, id, due })
  }
  const handedOut = deliveries.filter(({ id }) => id !== undefined).length
  const gone = new Set(deliveries.map(({ message }) => message))
  const stays = (message: Message): boolean => !gone.has(message)
  return {
    ...group,
    retries: group.retries.filter(stays),
    waiting: group.waiting.filter(stays),
    outstanding: [...outstanding.values()],
    progress,
    counters: { ...group.counters, delivered: group.counters.delivered + handedOut },
  }
}

function assignTurn(progress: Progress, message: Message): { progress: Progress; message: Message } {
  if (message.replayed || message.turn) return { progress, message }
  const turn = { sequence: progress.nextSequence, previous: progress.lastDelivered }
  return {
    progress: { ...progress, nextSequence: progress.nextSequence + 1, lastDelivered: message.number },
    message: { ...message, turn },
  }
}

/** Forgets the messages with these ids; ignores ids that are not outstanding. */
export function acknowledge(group: Group, ids: readonly string[]): Group {
  const done = new Set(ids)
  return { ...group, outstanding: group.outstanding.filter(({ id }) => !done.has(id)) }
}

const parkedByClient = (reason: string): string => `Client explicitly NAK'ed message.\n${reason}`

/** The reason that consumers over HTTP cannot give. */
const overHttp = 'Nacked from HTTP'

/** @param ids those that are not outstanding are ignored; an id named twice parks its message twice, as on the server. */
export function handBack(group: Group, ids: readonly string[], action: NackAction, reason = overHttp): Settlement {
  if (action === 'skip' || action === 'stop') return { group: acknowledge(group, ids), parked: [] }
  const named = ids.flatMap((id) => find(group, id))
  if (action !== 'park') return retryOrPark(group, named)
  return { group: acknowledge(group, ids), parked: named.map((message) => ({ message, reason: parkedByClient(reason) })) }
}

const find = ({ outstanding }: Group, id: string): OutstandingMessage[] => outstanding.filter((message) => message.id === id)

/** Retries or parks messages that have timed out. @param at the tick that notices it. */
export function expire(group: Group, at: number): Settlement {
  const late = group.outstanding.filter(({ due }) => due <= at)
  return late.length === 0 ? { group, parked: [] } : retryOrPark(group, late.toSorted(byDue))
}

const byDue = (one: OutstandingMessage, other: OutstandingMessage): number => one.due - other.due

/** @param messages one that comes twice is retried once, because a retry is outstanding no more, but parked twice. */
function retryOrPark(group: Group, messages: readonly OutstandingMessage[]): Settlement {
  const { maxRetries } = group.configuration
  const rest = acknowledge(
    group,
    messages.map(({ id }) => id),
  )
  const again = new Set(messages.filter(({ retries }) => retries < maxRetries))
  const reason = `Reached retry count of ${maxRetries}`
  return {
    group: { ...rest, retries: [...again].reduce(addRetry, rest.retries) },
    parked: messages.filter(({ retries }) => retries >= maxRetries).map((message) => ({ message, reason })),
  }
}

function addRetry(retries: readonly Message[], outstanding: OutstandingMessage): readonly Message[] {
  const { id: _id, due: _due, ...message } = outstanding
  const retried: Message = { ...message, retries: message.retries + 1 }
  // Replayed messages have no position in the stream: they go last, and no retry goes before them by its position.
  const index = retried.replayed ? -1 : retries.findIndex((other) => !other.replayed && retried.number < other.number)
  return index < 0 ? [...retries, retried] : retries.toSpliced(index, 0, retried)
}

/** Queues messages of the parked stream behind all other retries. */
export const replay = (group: Group, messages: readonly Message[]): Group => ({ ...group, retries: [...group.retries, ...messages] })
