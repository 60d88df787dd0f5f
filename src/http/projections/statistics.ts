// Prints the statistics of projections for lists and single objects (projections-http §6.2).

import type { ProjectionFacts } from '../../base/release/facts.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { Double } from '../../base/json/value.ts'
import { figuresOf } from '../../projections/manage/statistics.ts'
import type { Projection } from '../../projections/model/tables.ts'
import { projectionUrl } from '../pipeline/reply/absolute-url.ts'
import { escapeName } from '../pipeline/reply/escape.ts'

/** @param base absolute prefix of generated links. */
export function statisticsJson(projection: Projection, base: string, { countsCachedStates }: ProjectionFacts): JsonDocument {
  const figures = figuresOf(projection)
  const { resultStreamName } = figures
  const url = (rest = '') => projectionUrl(base, figures.name, rest)
  return {
    coreProcessingTime: figures.coreProcessingTime,
    version: figures.version,
    epoch: figures.epoch,
    effectiveName: figures.effectiveName,
    writesInProgress: figures.writesInProgress,
    readsInProgress: figures.readsInProgress,
    partitionsCached: figures.partitionsCached,
    ...(countsCachedStates && { partitionStateCacheSize: figures.partitionStateCacheSize, partitionStateCacheEvictions: 0 }),
    status: figures.status,
    stateReason: figures.stateReason,
    name: figures.name,
    mode: figures.mode,
    position: figures.position,
    progress: new Double(shortestSingle(figures.progress)),
    lastCheckpoint: figures.lastCheckpoint,
    eventsProcessedAfterRestart: figures.eventsProcessedAfterRestart,
    statusUrl: url(),
    stateUrl: url('/state'),
    resultUrl: url('/result'),
    queryUrl: url('/query?config=yes'),
    resultStreamUrl: resultStreamName === null ? null : `${base}/streams/${escapeName(resultStreamName)}`,
    enableCommandUrl: url('/command/enable'),
    disableCommandUrl: url('/command/disable'),
    checkpointStatus: figures.checkpointStatus,
    bufferedEvents: figures.bufferedEvents,
    writePendingEventsBeforeCheckpoint: figures.writePendingEventsBeforeCheckpoint,
    writePendingEventsAfterCheckpoint: figures.writePendingEventsAfterCheckpoint,
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
