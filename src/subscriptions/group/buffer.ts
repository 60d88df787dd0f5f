// Decides which events a group reads ahead: history in batches while there is room, then live events (server-http §10.5).

import type { Group, Message, ReadState } from './group.ts'

/** Whether the group has room for the next batch of history. */
export const hasRoom = ({ configuration, waiting, retries }: Group): boolean =>
  configuration.bufferSize - (waiting.length + retries.length) > configuration.readBatchSize

/** The server's upper limit for `readBatchSize`. */
const largestBatch = 100

export const batchSize = ({ configuration }: Group): number => Math.min(configuration.readBatchSize, largestBatch)

/** A page of history. */
export interface HistoryPage {
  readonly messages: readonly Message[]
  /** Where the next page begins. */
  readonly next: number
  readonly isEnd: boolean
}

/**
 * Adds a page of history. The group goes live where the page reaches the live events that found no room, which then follow it, or where
 * the stream ends and no live events wait.
 */
export function addHistory(group: Group, page: HistoryPage): Group {
  const { reading } = group
  const fresh = page.messages.filter(({ number }) => reading.after === undefined || number > reading.after)
  const known = withLastKnown(group, fresh.at(-1)?.number)
  const meeting = firstRemembered(reading)
  const met = meeting === undefined ? -1 : fresh.findIndex(({ number }) => number >= meeting)
  if (met >= 0) return goLive(known, [...fresh.slice(0, met), ...reading.missed.filter(({ number }) => number >= fresh[met]!.number)])
  if (page.isEnd && reading.remembered === 0) return goLive(known, fresh)
  const stuck = page.isEnd && page.next <= reading.next
  return { ...known, waiting: [...group.waiting, ...fresh], reading: { ...reading, next: page.next, pending: stuck } }
}

/** The stream is hard-deleted: the group waits for this page for ever. */
export const historyUnreadable = (group: Group): Group => ({ ...group, reading: { ...group.reading, pending: true } })

/** The group remembers live events even after their delivery; history that reaches any of them has reached the missed ones. */
const firstRemembered = ({ remembered, missed }: ReadState): number | undefined =>
  remembered > missed.length ? Number.NEGATIVE_INFINITY : missed[0]?.number

const goLive = (group: Group, messages: readonly Message[]): Group => ({
  ...group,
  waiting: [...group.waiting, ...messages],
  reading: { ...group.reading, live: true, pending: false, remembered: 0, missed: [] },
})

/** Skips live events before the group's start position. @param end number after the stream's last event. */
export function skipBeforeStart(group: Group, end: number): Group {
  const { unseen } = group.reading
  const { startFrom } = group.configuration
  if (startFrom <= BigInt(unseen)) return group
  return { ...group, reading: { ...group.reading, unseen: startFrom > BigInt(end) ? Math.max(end, unseen) : Number(startFrom) } }
}

/** How many live events to read at once: as many as fit, and one more that turns the group back to history. */
export const liveBatchSize = ({ configuration, reading, waiting }: Group): number =>
  reading.live ? Math.max(0, configuration.bufferSize - waiting.length) + 1 : configuration.liveBufferSize

/**
 * Adds events written since the last read, in the order of the stream.
 *
 * @param unseen number after the last of them.
 */
export function addLive(group: Group, events: readonly Message[], unseen: number): Group {
  const { live, missed, next, remembered } = group.reading
  const { bufferSize, liveBufferSize } = group.configuration
  const room = live ? Math.max(0, bufferSize - group.waiting.length) : 0
  const tooMany = events.slice(room)
  const behind = live && tooMany.length > 0
  return {
    ...withLastKnown(group, events.at(-1)?.number),
    waiting: [...group.waiting, ...events.slice(0, room)],
    reading: {
      ...group.reading,
      live: live && !behind,
      next: behind ? tooMany[0]!.number : next,
      unseen,
      remembered: Math.min(liveBufferSize, remembered + events.length),
      missed: [...missed, ...tooMany].slice(-liveBufferSize),
    },
  }
}

/**
 * Skips live events that the group would forget again: a group that lags behind remembers only the latest `liveBufferSize` and reads the
 * others as history.
 *
 * @param end number after the stream's last event.
 */
export function skipForgotten(group: Group, end: number): Group {
  const { live, unseen } = group.reading
  const first = end - group.configuration.liveBufferSize
  if (live || first <= unseen) return group
  return { ...group, reading: { ...group.reading, unseen: first, remembered: 0, missed: [] } }
}

function withLastKnown(group: Group, number: number | undefined): Group {
  if (number === undefined || number <= (group.counters.lastKnown ?? -1)) return group
  return { ...group, counters: { ...group.counters, lastKnown: number } }
}
