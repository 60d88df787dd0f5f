// Prints the statistics of projections for lists and single objects (projections-http §6.2).

import type { ProjectionFacts } from '../../base/release/facts.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { Double } from '../../base/json/value.ts'
import { stateReason, statusText } from '../../projections/manage/statistics.ts'
import { printTag } from '../../projections/model/positions/checkpoint-text.ts'
import type { Mode } from '../../projections/model/definition.ts'
import type { EngineV2Run } from '../../projections/model/run.ts'
import { isEngineV2Run } from '../../projections/model/run.ts'
import type { Projection, Run } from '../../projections/model/tables.ts'
import { projectionUrl } from '../pipeline/reply/absolute-url.ts'
import { escapeName } from '../pipeline/reply/escape.ts'

export const modeOf = ({ row }: Projection): Mode => row.definition?.mode ?? 'Transient'

/**
 * @param projection with the core that last reported; before any has, the numbers are those of projections-http §6.4.
 * @param base absolute prefix of generated links.
 */
export function statisticsJson(projection: Projection, base: string, { countsCachedStates }: ProjectionFacts): JsonDocument {
  const { row, run: found } = projection
  const { name } = row
  const run = found && isEngineV2Run(found) ? shownOfEngineV2(found) : found
  const resultStreamName = run?.resultStreamName ?? null
  const url = (rest = '') => projectionUrl(base, name, rest)
  return {
    coreProcessingTime: Math.round(run?.handlerTime ?? 0),
    version: run?.version ?? -1,
    epoch: run?.epoch ?? -1,
    effectiveName: name,
    writesInProgress: run?.writesInProgress ?? 0,
    readsInProgress: 0,
    partitionsCached: run?.cached ?? 0,
    ...(countsCachedStates && { partitionStateCacheSize: found?.engineV2?.cached ?? 0, partitionStateCacheEvictions: 0 }),
    status: statusText(projection),
    stateReason: stateReason(projection),
    name,
    mode: modeOf(projection),
    position: run?.loaded ? printTag(run.position) : '',
    progress: new Double(shortestSingle(run?.progress ?? 0)),
    lastCheckpoint: run?.loaded ? printTag(run.lastCheckpoint) : run && !found?.engineV2 ? '' : null,
    eventsProcessedAfterRestart: run?.handled ?? 0,
    statusUrl: url(),
    stateUrl: url('/state'),
    resultUrl: url('/result'),
    queryUrl: url('/query?config=yes'),
    resultStreamUrl: resultStreamName === null ? null : `${base}/streams/${escapeName(resultStreamName)}`,
    enableCommandUrl: url('/command/enable'),
    disableCommandUrl: url('/command/disable'),
    checkpointStatus: found?.engineV2 ? null : (run?.checkpointStatus ?? null),
    bufferedEvents: 0,
    writePendingEventsBeforeCheckpoint: 0,
    writePendingEventsAfterCheckpoint: run?.pendingWrites ?? 0,
  }
}

/**
 * What Engine V2 tells: no version, no position, no progress; nothing at all before it was started once (26 §7.2).
 *
 * @returns undefined as long as it reports nothing.
 */
function shownOfEngineV2(run: EngineV2Run): Run | undefined {
  if (!run.engineV2.isStarted) return undefined
  return { ...run, loaded: false, version: 0, epoch: 0, progress: 0, handlerTime: 0, cached: 0, resultStreamName: null }
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
