import assert from 'node:assert/strict'
import { test } from 'vitest'
import { definitionFixture, rowFixture, runFixture } from '../model/definition/definition.fixture.ts'
import type { CoreState, ManagerState } from '../model/tables.ts'
import { stateReason, statusText } from './statistics.ts'

/** Manager, core, phase, enabled, text: the resting texts of projections-http §7.2. */
const texts: readonly (readonly [ManagerState, CoreState | undefined, 0 | 1, boolean, string])[] = [
  ['Running', 'Running', 0, true, 'Running'],
  ['Stopped', 'Stopped', 0, false, 'Stopped'],
  ['Stopped', 'Stopped', 0, true, 'Stopped (Enabled)'],
  ['Completed', 'Stopped', 1, true, 'Completed/Stopped/Writing results'],
  ['Completed', 'Stopped', 1, false, 'Completed/Stopped/Writing results'],
  ['Completed', 'Stopped', 0, true, 'Completed'],
  ['Stopped', 'Stopped', 1, false, 'Stopped/Writing results'],
  ['Aborted', 'Stopped', 0, false, 'Aborted/Stopped'],
  ['Faulted', 'Faulted', 0, true, 'Faulted (Enabled)'],
  ['Faulted', 'Faulted', 0, false, 'Faulted'],
  ['Faulted', undefined, 0, true, 'Faulted'],
  ['Faulted', undefined, 0, false, 'Faulted'],
  ['Faulted', 'Faulted', 1, true, 'Faulted/Writing results (Enabled)'],
  ['Faulted', 'Faulted', 1, false, 'Faulted/Writing results'],
  ['Faulted', 'Stopped', 0, true, 'Faulted/Stopped (Enabled)'],
  ['Faulted', 'Stopped', 0, false, 'Faulted/Stopped'],
  ['Faulted', 'Stopped', 1, true, 'Faulted/Stopped/Writing results (Enabled)'],
  ['Faulted', 'Stopped', 1, false, 'Faulted/Stopped/Writing results'],
  ['Stopped', 'Faulted', 0, false, 'Stopped/Faulted'],
  ['Stopped', 'Faulted', 1, false, 'Stopped/Faulted/Writing results'],
  ['Running', 'CompletingPhase', 1, true, 'Running/CompletingPhase/Writing results'],
  ['Stopping', 'Stopping', 0, false, 'Stopping'],
  ['Loaded', undefined, 0, false, 'Loaded'],
  ['Creating', undefined, 0, true, 'Creating'],
]

test.each(texts)('%s over %s in phase %i, enabled %s: %s', (state, core, phase, enabled, text) => {
  const row = rowFixture({ state, definition: definitionFixture({ enabled }) })
  assert.equal(statusText({ row, run: core && runFixture({ core, phase }) }), text)
})

test('a core that failed while reading was paused says so', () => {
  const run = runFixture({ core: 'Faulted', paused: true })
  const text = (state: ManagerState, enabled: boolean) =>
    statusText({ row: rowFixture({ state, definition: definitionFixture({ enabled }) }), run })
  assert.equal(text('Faulted', true), 'Faulted/Paused (Enabled)')
  assert.equal(text('Faulted', false), 'Faulted/Paused')
  assert.equal(text('Stopped', false), 'Stopped/Faulted/Paused')
})

test('the reason is told while faulted, and empty or null otherwise', () => {
  const fault = { reason: 'boom' }
  assert.equal(stateReason({ row: rowFixture({ state: 'Faulted', fault }), run: runFixture() }), 'boom')
  assert.equal(stateReason({ row: rowFixture({ state: 'Faulted', fault }), run: undefined }), 'boom')
  assert.equal(stateReason({ row: rowFixture({ state: 'Stopped', fault }), run: runFixture() }), '')
  assert.equal(stateReason({ row: rowFixture({ state: 'Loaded', fault }), run: undefined }), null)
})
