// Finds the first event that a run has not finished, in either engine.

import type { Position } from '../../base/events/events.ts'
import type { Definition } from '../model/definition/definition.ts'
import { isEngineV2Run } from '../model/run.ts'
import type { Run } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { firstUnfinished } from '../source/reader.ts'

type Reading = Pick<Services, 'storage' | 'environment' | 'tail' | 'facts' | 'engineV2Sessions'>

/** @returns its position, or what comes before one: the `end`, or a `fault`. */
export async function nextUnfinished(
  services: Reading,
  run: Run,
  { sources, mode }: Pick<Definition, 'mode'> & { readonly sources: NonNullable<Definition['sources']> },
): Promise<Position | 'end' | 'fault'> {
  if (!isEngineV2Run(run)) return await firstUnfinished(services, run, sources, mode === 'Continuous')
  const { nextEngineV2Event } = await services.engineV2Sessions()
  return await nextEngineV2Event(services, run, sources)
}
