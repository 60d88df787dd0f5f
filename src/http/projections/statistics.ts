// Prints the statistics of projections for lists and single objects (projections-http §6.2).

import type { JsonDocument } from '../../base/json/value.ts'
import { Double } from '../../base/json/value.ts'
import type { Statistics } from '../../projections/manage/statistics.ts'
import { projectionUrl } from '../pipeline/absolute-url.ts'
import { escapeName } from '../pipeline/escape.ts'

/** @param base absolute prefix of generated links. */
export function statisticsJson(statistics: Statistics, base: string): JsonDocument {
  const { name, resultStreamName } = statistics
  const url = (rest = '') => projectionUrl(base, name, rest)
  return {
    coreProcessingTime: statistics.coreProcessingTime,
    version: statistics.version,
    epoch: statistics.epoch,
    effectiveName: name,
    writesInProgress: statistics.writesInProgress,
    readsInProgress: 0,
    partitionsCached: statistics.partitionsCached,
    status: statistics.status,
    stateReason: statistics.stateReason,
    name,
    mode: statistics.mode,
    position: statistics.position,
    progress: new Double(shortestSingle(statistics.progress)),
    lastCheckpoint: statistics.lastCheckpoint,
    eventsProcessedAfterRestart: statistics.eventsProcessedAfterRestart,
    statusUrl: url(),
    stateUrl: url('/state'),
    resultUrl: url('/result'),
    queryUrl: url('/query?config=yes'),
    resultStreamUrl: resultStreamName === null ? null : `${base}/streams/${escapeName(resultStreamName)}`,
    enableCommandUrl: url('/command/enable'),
    disableCommandUrl: url('/command/disable'),
    checkpointStatus: statistics.checkpointStatus,
    bufferedEvents: 0,
    writePendingEventsBeforeCheckpoint: 0,
    writePendingEventsAfterCheckpoint: statistics.writePendingEventsAfterCheckpoint,
  }
}

/** The shortest number with the same value in single precision. */
export function shortestSingle(value: number): number {
  const single = Math.fround(value)
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(single.toPrecision(digits))
    if (Math.fround(shorter) === single) return shorter
  }
  return Number(single.toPrecision(9))
}
