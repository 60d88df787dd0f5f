import { expect, it } from 'vitest'
import type { Draft } from '../../model/draft.ts'
import { runStateOf } from './run-state.ts'

const draft: Draft = { name: 'n', query: 'fromAll()', mode: 'continuous', emit: true }
const existing = { mode: 'Continuous', status: 'Running', version: 0 } as const
const definition = { query: 'fromAll()', emitEnabled: true }

it.each([
  ['what the editor shows', {}, existing, definition, 'ran'],
  ['another text', { query: 'fromAll() ' }, existing, definition, 'edited'],
  ['without emitting', { emit: false }, existing, definition, 'edited'],
  ['in another mode', {}, { ...existing, mode: 'OneTime' }, definition, 'edited'],
  ['a transient query, which never emits', { mode: 'transient' }, { ...existing, mode: 'Transient' }, { query: 'fromAll()' }, 'ran'],
  ['nothing', {}, undefined, undefined, 'new'],
] as const)('%s', (_what, change, ran, defined, state) => expect(runStateOf({ ...draft, ...change }, ran, defined)).toBe(state))
