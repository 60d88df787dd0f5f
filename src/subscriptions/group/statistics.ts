// Computes a group's statistics for lists and details (server-http §10.9).

import type { GroupConfiguration } from './configuration.ts'
import type { Group } from './group.ts'
import { parkedCount } from './group.ts'

export interface GroupStatistics {
  readonly stream: string
  readonly name: string
  readonly configuration: GroupConfiguration
  /** Flags, joined with `, `. */
  readonly status: string
  /** Whole deliveries a second since the last measurement. */
  readonly averagePerSecond: number
  readonly delivered: number
  readonly deliveredSinceMeasurement: number
  /** Numbers of events; undefined if there is none yet. */
  readonly checkpoint: number | undefined
  readonly lastKnown: number | undefined
  readonly waiting: number
  readonly remembered: number
  readonly retries: number
  readonly outstanding: number
  /** Parked and not replayed, as far as the group knows. */
  readonly parked: number
}

/**
 * Measures a group and starts its next measurement.
 *
 * @param now milliseconds since 1970.
 */
export function measure(group: Group, now: number): { group: Group; statistics: GroupStatistics } {
  const { counters } = group
  const since = counters.delivered - counters.measuredCount
  const elapsed = now - counters.measuredAt
  const statistics: GroupStatistics = {
    stream: group.stream,
    name: group.name,
    configuration: group.configuration,
    status: statusOf(group),
    averagePerSecond: elapsed > 0 ? Math.floor((1_000 * since) / elapsed) : 0,
    delivered: counters.delivered,
    deliveredSinceMeasurement: since,
    checkpoint: group.progress.checkpoint,
    lastKnown: counters.lastKnown,
    waiting: group.waiting.length,
    remembered: group.reading.remembered,
    retries: group.retries.length,
    outstanding: group.outstanding.length,
    parked: parkedCount(group),
  }
  return { group: { ...group, counters: { ...counters, measuredAt: now, measuredCount: counters.delivered } }, statistics }
}

function statusOf({ reading }: Group): string {
  if (reading.live) return 'Live'
  return reading.pending ? 'Behind, OutstandingPageRequest' : 'Behind'
}
