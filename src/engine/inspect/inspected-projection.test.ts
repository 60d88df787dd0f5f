import { expect, it } from 'vitest'
import type { CoreState, ManagerState, Projection } from '../../projections/model/tables.ts'
import { inspectedProjection } from './inspected-projection.ts'

const projection = (
  state: ManagerState,
  run?: { readonly core: CoreState; readonly phase?: 0 | 1; readonly progress?: number },
): Projection =>
  ({
    row: { name: 'p', id: 1, place: 0, definition: { mode: 'Continuous', enabled: true, query: 'q' }, state, fault: undefined },
    run: run && { phase: 0, progress: 50, handled: 3, ...run },
  }) as unknown as Projection

it.each([
  [projection('Running', { core: 'Running' }), 'running', true, false],
  [projection('Completed', { core: 'Stopped', phase: 1 }), 'completed', false, false],
  [projection('Stopped', { core: 'Stopped' }), 'stopped', true, true],
  [projection('Stopped', { core: 'Faulted' }), 'faulted', true, true],
  [projection('Faulted', { core: 'Faulted' }), 'faulted', true, true],
  [projection('Faulted'), 'faulted', false, true],
  [projection('Aborted', { core: 'Stopped' }), 'stopped', false, false],
  [projection('Stopping', { core: 'Running' }), 'busy', false, false],
  [projection('Creating'), 'busy', false, false],
] as const)('%#: an activity, and what commands make sense', (given, activity, isEnabled, isStopped) => {
  expect(inspectedProjection(given)).toMatchObject({ activity, isEnabled, isStopped })
})

it.each([
  [-1, undefined],
  [-2, undefined],
  [0, 0],
  [66.7, 66.7],
  [100.4, 100],
])('a progress of %s is %s percent', (progress, percent) => {
  expect(inspectedProjection(projection('Running', { core: 'Running', progress })).progress).toBe(percent)
})
