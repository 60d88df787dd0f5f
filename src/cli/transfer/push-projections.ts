// Converts the projections of a store into those that a server should have.

import type { ProjectionRow } from '../../projections/model/tables.ts'
import { configurationText } from '../remote/projection-configuration.ts'
import type { TransferredProjection } from './transferred-projections.ts'

/**
 * Those that users made and that last.
 *
 * @param emitted what they wrote is taken along: they must not write it again.
 */
export function pushedProjections(rows: readonly ProjectionRow[], emitted: boolean): readonly TransferredProjection[] {
  return rows.flatMap(({ name, definition }): TransferredProjection[] => {
    if (!definition || definition.mode === 'Transient' || name.startsWith('$')) return []
    const { query, mode, enabled, emitEnabled, trackEmittedStreams, checkpointsDisabled, tuning } = definition
    return [
      {
        name,
        mode: mode === 'OneTime' ? 'onetime' : 'continuous',
        isEnabled: enabled && !(emitted && emitEnabled),
        definition: { query, emitEnabled, trackEmittedStreams, checkpointsEnabled: !checkpointsDisabled },
        configuration: configurationText({ emitEnabled, trackEmittedStreams, ...tuning }),
      },
    ]
  })
}
