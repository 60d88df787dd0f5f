// Decides what consumers get next and what becomes of messages they acknowledge, hand back or keep too long (server-http §10.5, §10.6).

import type { Group, Message, OutstandingMessage, Progress } from './group.ts'

/** What a consumer asks for when it hands a message back; `unknown` is whatever else it says. */
export type NackAction = 'park' | 'retry' | 'skip' | 'stop' | 'unknown'

/** A message to be parked, and why. */
export interface Parking {
  readonly message: Message
  readonly reason: string
}

export interface Settlement {
  readonly group: Group
  readonly parked: readonly Parking[]
}

/** @returns what would be delivered next: retries first, then new messages. */
export const nextMessages = ({ retries, waiting }: Group, count: number): Message[] => [...retries, ...waiting].slice(0, count)

/** One message with the id of its original event; without one where the event is gone for good. */
export interface MessageDelivery {
  readonly message: Message
  readonly id: string | undefined
}

/**
 * Hands the next messages out.
 *
 * A message whose event is gone counts as done; one whose id is outstanding already is handed out but not waited for (two events of a
 * stream can have the same id).
 *
 * @param deliveries one for each of `nextMessages`, in that order.
 * @param now milliseconds since 1970.
 */
export function deliver(group: Group, deliveries: readonly MessageDelivery[], now: number): Group {
  const due = now + group.configuration.messageTimeout
  const outstanding = new Map(group.outstanding.map((message) => [message.id, message]))
  let progress = group.progress
  for (const { message, id } of deliveries) {
    const turned = takeTurn(progress, message)
    progress = turned.progress
    if (id !== undefined && !outstanding.has(id)) outstanding.set(id, { ...turned.message, id, due })
  }
  const handedOut = deliveries.filter(({ id }) => id !== undefined).length
  const fromRetries = Math.min(deliveries.length, group.retries.length)
  return {
    ...group,
    retries: group.retries.slice(fromRetries),
    waiting: group.waiting.slice(deliveries.length - fromRetries),
    outstanding: [...outstanding.values()],
    progress,
    counters: { ...group.counters, delivered: group.counters.delivered + handedOut },
  }
}

function takeTurn(progress: Progress, message: Message): { progress: Progress; message: Message } {
  if (message.replayed || message.turn) return { progress, message }
  const turn = { sequence: progress.nextSequence, previous: progress.lastDelivered }
  return {
    progress: { ...progress, nextSequence: progress.nextSequence + 1, lastDelivered: message.number },
    message: { ...message, turn },
  }
}

/** Forgets the messages with these ids; ids that are not outstanding are ignored. */
export function acknowledge(group: Group, ids: readonly string[]): Group {
  const done = new Set(ids)
  return { ...group, outstanding: group.outstanding.filter(({ id }) => !done.has(id)) }
}

const parkedByClient = "Client explicitly NAK'ed message.\nNacked from HTTP"

/**
 * Takes messages back.
 *
 * @param ids those that are not outstanding are ignored; one that is named twice is parked twice, as in the reference.
 */
export function handBack(group: Group, ids: readonly string[], action: NackAction): Settlement {
  if (action === 'skip' || action === 'stop') return { group: acknowledge(group, ids), parked: [] }
  if (action === 'park') {
    const parked = ids.flatMap((id) => find(group, id)).map((message) => ({ message, reason: parkedByClient }))
    return { group: acknowledge(group, ids), parked }
  }
  const named = [...new Set(ids)].flatMap((id) => find(group, id))
  return retryOrPark(group, named)
}

const find = ({ outstanding }: Group, id: string): OutstandingMessage[] => outstanding.filter((message) => message.id === id)

/** Takes back what has timed out. @param at the tick at which that is noticed. */
export function expire(group: Group, at: number): Settlement {
  const late = group.outstanding.filter(({ due }) => due <= at)
  return late.length === 0 ? { group, parked: [] } : retryOrPark(group, late.toSorted(byDue))
}

const byDue = (one: OutstandingMessage, other: OutstandingMessage): number => one.due - other.due

function retryOrPark(group: Group, messages: readonly OutstandingMessage[]): Settlement {
  const { maxRetries } = group.configuration
  const rest = acknowledge(
    group,
    messages.map(({ id }) => id),
  )
  const again = messages.filter(({ retries }) => retries < maxRetries)
  const reason = `Reached retry count of ${maxRetries}`
  return {
    group: { ...rest, retries: again.reduce(addRetry, rest.retries) },
    parked: messages.filter(({ retries }) => retries >= maxRetries).map((message) => ({ message, reason })),
  }
}

function addRetry(retries: readonly Message[], outstanding: OutstandingMessage): readonly Message[] {
  const { id: _id, due: _due, ...message } = outstanding
  const retried: Message = { ...message, retries: message.retries + 1 }
  // Replayed messages have no position in the stream: they go last, and nobody goes before them for its position.
  const index = retried.replayed ? -1 : retries.findIndex((other) => !other.replayed && retried.number < other.number)
  return index < 0 ? [...retries, retried] : retries.toSpliced(index, 0, retried)
}

/** Puts messages of the parked stream behind everything that waits for a retry. */
export const replay = (group: Group, messages: readonly Message[]): Group => ({ ...group, retries: [...group.retries, ...messages] })
