import assert from 'node:assert/strict'
import { test } from 'vitest'
import { definitionFixture, rowFixture } from './definition/definition.fixture.ts'
import type { Command, RestingState } from './lifecycle.ts'
import { configRefusal, deletionRefusal, next, restingState, withWritten } from './lifecycle.ts'
import type { ManagerState, ProjectionRow } from './tables.ts'

const row = (state: ManagerState, definition: Parameters<typeof definitionFixture>[0] = {}): ProjectionRow =>
  rowFixture({ state, definition: definitionFixture({ version: 7, epoch: 3, ...definition }) })

const rows: Record<RestingState, ProjectionRow> = {
  Running: row('Running'),
  Stopping: row('Stopping', { enabled: false }),
  Stopped: row('Stopped', { enabled: false }),
  Completed: row('Completed', { mode: 'OneTime' }),
  Aborted: row('Aborted', { enabled: false }),
  Faulted: row('Faulted'),
  Unprepared: row('Faulted', { sources: undefined }),
  Loaded: row('Loaded', { enabled: false, sources: undefined }),
  Creating: rowFixture({ state: 'Creating', definition: undefined }),
}

const commands: readonly Command[] = ['disable', 'enable', 'abort', 'reset', 'query']

/** The rules of projections-http §7.3, in short: where the manager goes, or how the new core begins. */
const expected: Record<RestingState, Record<Command, string>> = {
  Running: {
    disable: 'stops with a checkpoint: Stopped',
    enable: 'unchanged',
    abort: 'stops: Aborted',
    reset: 'checkpoint, new core from the start',
    query: 'checkpoint, new core',
  },
  Stopping: { disable: 'no-reply', enable: 'no-reply', abort: 'stops: Aborted', reset: 'no-reply', query: 'no-reply' },
  Stopped: { disable: 'Stopped', enable: 'new core', abort: 'Stopped', reset: 'new core from the start', query: 'new core' },
  Completed: {
    disable: 'Stopped',
    enable: 'new core',
    abort: 'Completed',
    reset: 'new core from the start',
    query: 'new core from the start',
  },
  Aborted: { disable: 'Stopped', enable: 'new core', abort: 'Aborted', reset: 'new core from the start', query: 'new core' },
  Faulted: { disable: 'Stopped', enable: 'new core', abort: 'Faulted', reset: 'new core from the start', query: 'new core' },
  Unprepared: { disable: 'new core', enable: 'new core', abort: 'new core', reset: 'new core from the start', query: 'new core' },
  Loaded: { disable: 'new core', enable: 'new core', abort: 'new core', reset: 'new core from the start', query: 'new core' },
  Creating: { disable: 'no-reply', enable: 'no-reply', abort: 'no-reply', reset: 'no-reply', query: 'no-reply' },
}

function describe(row: ProjectionRow, command: Command): string {
  const transition = next(row, { command })
  if (transition.kind !== 'changed') return transition.kind
  const { change } = transition
  if (change.core === 'keep') return change.to
  if (change.core === 'stop') return `stops${change.checkpoint ? ' with a checkpoint' : ''}: ${change.to}`
  return `${change.checkpoint ? 'checkpoint, ' : ''}new core${change.resets ? ' from the start' : ''}`
}

const states = Object.keys(rows) as RestingState[]
const walk = states.flatMap((state) => commands.map((command) => [state, command] as const))

test.each(walk)('%s: %s', (state, command) => {
  assert.equal(restingState(rows[state]), state)
  assert.equal(describe(rows[state], command), expected[state][command])
})

test.each(walk)('%s: %s raises the version by one exactly where it changes something', (state, command) => {
  const transition = next(rows[state], { command })
  if (transition.kind !== 'changed') return assert.match(expected[state][command], /^(?:unchanged|no-reply)$/)
  assert.equal(transition.definition.version, 8)
  assert.equal(transition.definition.epoch, expected[state][command].endsWith('from the start') ? 8 : 3)
})

test.each(walk)('%s: %s keeps the enabled flag unless the command switches it', (state, command) => {
  const transition = next(rows[state], { command })
  if (transition.kind !== 'changed') return
  const before = rows[state].definition!.enabled
  const after = { disable: false, abort: false, enable: true, reset: before, query: before }[command]
  assert.equal(transition.definition.enabled, after)
})

test('a new text, flags and identity go into the new version', () => {
  const transition = next(rows.Stopped, { command: 'query', replaces: { query: 'new', emitEnabled: true } })
  assert.ok(transition.kind === 'changed')
  assert.equal(transition.definition.query, 'new')
  assert.equal(transition.definition.emitEnabled, true)
  assert.equal(transition.definition.trackEmittedStreams, false)
})

/** What stays of a command that needs a core where none can be made: the state, and the present epoch (3) or the new one. */
const left: readonly (readonly [RestingState, Command, string, epoch: number, RestingState])[] = [
  ['Running', 'reset', 'Stopped', 8, 'Unprepared'],
  ['Stopped', 'enable', 'Stopped', 3, 'Stopped'],
  ['Stopped', 'reset', 'Stopped', 8, 'Unprepared'],
  ['Stopped', 'query', 'Stopped', 3, 'Unprepared'],
  ['Completed', 'query', 'Stopped', 8, 'Unprepared'],
  ['Aborted', 'enable', 'Stopped', 3, 'Stopped'],
  ['Faulted', 'reset', 'Stopped', 8, 'Unprepared'],
  ['Unprepared', 'disable', 'Stopped', 3, 'Unprepared'],
  ['Unprepared', 'enable', 'Stopped', 3, 'Unprepared'],
  ['Unprepared', 'abort', 'Faulted', 3, 'Unprepared'],
  ['Loaded', 'disable', 'Loaded', 3, 'Loaded'],
  ['Loaded', 'reset', 'Loaded', 8, 'Loaded'],
]

const unmadeBy = (before: ProjectionRow, command: Command): ProjectionRow => {
  const transition = next(before, { command })
  assert.ok(transition.kind === 'changed')
  return transition.unmade
}

test.each(left)('%s: %s without a core leaves %s in epoch %i', (state, command, to, epoch, resting) => {
  const after = unmadeBy(rows[state], command)
  assert.deepEqual([after.state, after.definition!.epoch, restingState(after)], [to, epoch, resting])
  assert.equal(after.definition!.version, 7)
  assert.deepEqual(after.definition!.sources, rows[state].definition!.sources)
})

test('a reset over a version that is not written changes neither epoch nor state, but the core is no longer the present one', () => {
  for (const first of ['enable', 'abort'] as const) {
    const before = unmadeBy(rows.Unprepared, first)
    const after = unmadeBy(before, 'reset')
    assert.deepEqual([after.state, after.definition!.epoch], [before.state, 3])
  }
  assert.equal(restingState(unmadeBy(unmadeBy(rows.Stopped, 'enable'), 'reset')), 'Unprepared')
  const written = withWritten(unmadeBy(rows.Stopped, 'enable'), definitionFixture({ version: 8, epoch: 3 }))
  assert.equal(unmadeBy(written, 'reset').definition!.epoch, 9)
})

test('a projection that is being loaded takes no commands', () => {
  assert.throws(() => restingState(row('Loading')))
})

/** The members of a row, from both columns of the table in §7.3. */
const requests: readonly (readonly [RestingState, config: string, remove: string])[] = [
  ['Running', 'refused', 'refused'],
  ['Stopped', 'allowed', 'allowed'],
  ['Completed', 'refused', 'refused'],
  ['Aborted', 'refused', 'refused'],
  ['Faulted', 'allowed', 'allowed'],
  ['Unprepared', 'allowed', 'allowed'],
  ['Loaded', 'refused', 'refused'],
  ['Creating', 'refused', 'allowed'],
]

test.each(requests)('%s: config is %s, deletion is %s', (state, config, remove) => {
  assert.equal(configRefusal(rows[state])?.kind ?? 'allowed', config)
  assert.equal(deletionRefusal(rows[state])?.kind ?? 'allowed', remove)
})

test('transient projections are deleted in every state, and configured in every one but Running', () => {
  for (const state of ['Running', 'Stopped', 'Completed', 'Aborted', 'Faulted'] as const) {
    const transient = row(state, { mode: 'Transient' })
    assert.equal(deletionRefusal(transient)?.kind ?? 'allowed', 'allowed')
    assert.equal(configRefusal(transient)?.kind ?? 'allowed', state === 'Running' ? 'refused' : 'allowed')
  }
  assert.deepEqual(configRefusal(row('Running', { mode: 'Transient' })), {
    kind: 'refused',
    reason: 'Did not expect ManagedProjectionState in state Running.',
    keeps: true,
  })
})

/** projections-http §7.4: the version shown is that with which the last core was made. */
test('versions and epochs of a long life', () => {
  let current = rowFixture({ state: 'Running', definition: definitionFixture({ version: 0, epoch: -1 }) })
  let shown: readonly [version: number, epoch: number] = [0, -1]
  const carryOut = (command: Command, usable = true) => {
    const transition = next(current, { command })
    if (transition.kind !== 'changed') return shown
    const { definition, change } = transition
    if (change.core !== 'new') current = { ...current, definition, state: change.to }
    else if (usable) {
      shown = [definition.version, definition.epoch]
      current = {
        ...current,
        definition: { ...definition, sources: current.definition!.sources ?? definitionFixture().sources },
        state: definition.enabled ? 'Running' : 'Stopped',
      }
    } else current = { ...current, definition: { ...definition, sources: undefined }, state: 'Faulted' }
    return shown
  }
  assert.deepEqual(carryOut('disable'), [0, -1])
  assert.deepEqual(carryOut('enable'), [2, -1])
  assert.deepEqual(carryOut('enable'), [2, -1])
  assert.deepEqual(carryOut('reset'), [3, 3])
  carryOut('disable')
  assert.deepEqual(carryOut('reset'), [5, 5])
  carryOut('disable')
  carryOut('disable')
  assert.deepEqual(carryOut('enable'), [8, 5])
  carryOut('abort')
  carryOut('abort')
  assert.deepEqual(carryOut('enable'), [11, 5])
  assert.deepEqual(carryOut('query', false), [11, 5])
  assert.deepEqual(carryOut('query'), [13, 5])
})
