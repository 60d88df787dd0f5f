// Replays the clock ticks since a group was last advanced: time-outs, and checkpoints by time (server-http §10.6).

import { markCheckpoint, nextByTime } from '../group/checkpoint.ts'
import type { Parking } from '../group/delivery.ts'
import { expire } from '../group/delivery.ts'
import type { Group } from '../group/group.ts'
import { lastTick, tickLength } from '../group/group.ts'

/** A write that a tick causes. */
export type TickWrite =
  | { readonly kind: 'park'; readonly at: number; readonly parking: Parking }
  | { readonly kind: 'checkpoint'; readonly at: number; readonly number: number }

export interface Ticked {
  readonly group: Group
  /** In order. */
  readonly writes: readonly TickWrite[]
}

/**
 * Advances a group to the present. Nothing else has happened to it since the last time, so only ticks at which a message times out or a
 * checkpoint falls due count, however long ago that was.
 *
 * @param now milliseconds since 1970.
 */
export function tickUntil(start: Group, now: number): Ticked {
  const last = lastTick(now)
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

/** Whether `tickUntil` would change more than `ticked`. */
export const hasDueTick = (group: Group, now: number): boolean => nextTick(group) <= lastTick(now)

/** @returns the next tick with work as things stand, in milliseconds since 1970; infinity if there is none. */
export function nextTick(group: Group): number {
  const timeOut = group.outstanding.reduce((first, { due }) => Math.min(first, due), Number.POSITIVE_INFINITY)
  const moment = Math.min(timeOut, checkpointMoment(group))
  return Math.max(Math.ceil(moment / tickLength) * tickLength, group.ticked + tickLength)
}

/** When a checkpoint by time falls due as things stand; infinity if too few messages are completed. */
function checkpointMoment(group: Group): number {
  const from = nextByTime(group)
  const wouldMark = from !== Number.POSITIVE_INFINITY && markCheckpoint(group, from, true).checkpoint !== undefined
  return wouldMark ? from : Number.POSITIVE_INFINITY
}
