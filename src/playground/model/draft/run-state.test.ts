import { expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { runStateOf } from './run-state.ts'

const draft: Draft = { name: 'n', query: 'fromAll()', mode: 'continuous', emit: true }
const existing = { mode: 'Continuous', query: 'fromAll()', emits: true } as const

it.each([
  ['what the editor shows', {}, existing, 'ran'],
  ['another text', { query: 'fromAll() ' }, existing, 'edited'],
  ['without emitting', { emit: false }, existing, 'edited'],
  ['in another mode', {}, { ...existing, mode: 'OneTime' }, 'edited'],
  ['a transient query, which never emits', { mode: 'transient' }, { ...existing, mode: 'Transient', emits: false }, 'ran'],
  ['nothing', {}, undefined, 'new'],
] as const)('%s', (_what, change, ran, state) => expect(runStateOf({ ...draft, ...change }, ran)).toBe(state))
