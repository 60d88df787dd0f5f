// Replays the ticks of the clock that passed since a group was last looked at: time-outs, and checkpoints by time (server-http §10.6).

import { markCheckpoint, nextByTime } from './checkpoint.ts'
import type { Parking } from './delivery.ts'
import { expire } from './delivery.ts'
import type { Group } from './group.ts'
import { tickBefore, tickLength } from './group.ts'

/** What a tick has to write, in order. */
export type TickWrite =
  | { readonly kind: 'park'; readonly at: number; readonly parking: Parking }
  | { readonly kind: 'checkpoint'; readonly at: number; readonly number: number }

export interface Ticked {
  readonly group: Group
  readonly writes: readonly TickWrite[]
}

/**
 * Brings a group up to the present. Nothing else happened to it since it was last looked at, so only ticks at which a message times out
 * or a checkpoint falls due need to be gone through, however long ago that was.
 *
 * @param now milliseconds since 1970.
 */
export function tickUntil(start: Group, now: number): Ticked {
  const last = tickBefore(now)
  const writes: TickWrite[] = []
  let group = start
  for (let at = nextTick(group); at <= last; at = nextTick(group)) {
    const expired = expire(group, at)
    const marked = markCheckpoint(expired.group, at, true)
    writes.push(...expired.parked.map((parking) => ({ kind: 'park' as const, at, parking })))
    if (marked.checkpoint !== undefined) writes.push({ kind: 'checkpoint', at, number: marked.checkpoint })
    group = { ...marked.group, ticked: at }
  }
  return { group: last > group.ticked ? { ...group, ticked: last } : group, writes }
}

/** Whether `tickUntil` would change more than the time. */
export const hasDueTick = (group: Group, now: number): boolean => nextTick(group) <= tickBefore(now)

/** @returns the next tick that has something to do as things stand, in milliseconds since 1970; infinity where none will. */
export function nextTick(group: Group): number {
  const timeOut = group.outstanding.reduce((first, { due }) => Math.min(first, due), Number.POSITIVE_INFINITY)
  const moment = Math.min(timeOut, checkpointMoment(group))
  return Math.max(Math.ceil(moment / tickLength) * tickLength, group.ticked + tickLength)
}

/** When a checkpoint by time falls due as things stand; infinity where too little is done. */
function checkpointMoment(group: Group): number {
  const from = nextByTime(group)
  const wouldMark = from !== Number.POSITIVE_INFINITY && markCheckpoint(group, from, true).checkpoint !== undefined
  return wouldMark ? from : Number.POSITIVE_INFINITY
}
