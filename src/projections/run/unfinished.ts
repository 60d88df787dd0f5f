// Finds the first event that a run has not finished, in either engine.

import type { Position } from '../../base/events/events.ts'
import type { Definition } from '../model/definition.ts'
import { isEngineV2Run } from '../model/run.ts'
import type { Run } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { nextEngineV2Event } from '../engine-v2/session.ts'
import { firstUnfinished } from '../source/reader.ts'

type Reading = Pick<Services, 'storage' | 'environment' | 'tail' | 'facts'>

/** @returns its position, or what comes before one: the `end`, or a `fault`. */
export function nextUnfinished(
  services: Reading,
  run: Run,
  { sources, mode }: Pick<Definition, 'mode'> & { readonly sources: NonNullable<Definition['sources']> },
): Promise<Position | 'end' | 'fault'> {
  return isEngineV2Run(run) ? nextEngineV2Event(services, run, sources) : firstUnfinished(services, run, sources, mode === 'Continuous')
}
