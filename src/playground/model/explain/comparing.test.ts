import { afterEach, expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Comparison } from '../../../engine/queries/compare/compare.ts'
import { runDraft } from '../draft/run-draft.ts'
import { PlaygroundSession } from '../session.ts'
import { comparingOf } from './comparing.ts'
import { rivalsOf } from './rivals.ts'

let session: PlaygroundSession
afterEach(() => session.close())

const counting = "fromStream('a').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })"
const viewer = {}

async function open(query = counting) {
  session = new PlaygroundSession({ createStore: async () => createStore({ requestLog: 20, release: '26.1' }) })
  await session.open()
  await session.store!.append('a', [{ type: 'A' }, { type: 'A' }])
  session.edit({ name: 'n', query, mode: 'continuous', emit: true })
  return comparingOf(session)
}

/** Waits for the outcome of the comparison that is due. */
async function outcome(isMeant: (comparison: Comparison) => boolean = () => true): Promise<Comparison> {
  const comparing = comparingOf(session)
  return await expect
    .poll(() => (comparing.state.kind === 'done' && isMeant(comparing.state.comparison) ? comparing.state.comparison : undefined))
    .toBeDefined()
    .then(() => (comparing.state as { comparison: Comparison }).comparison)
}

test('a draft is compared with what runs, then with itself by other rules', async () => {
  const comparing = await open()
  expect(comparing.rivals).toEqual(['engine', '23.10', '26.2'])
  await runDraft(session)
  await session.store!.settled()
  await session.look()
  expect(comparing.rival).toBe('running')
  comparing.work.attend(viewer, true)
  expect(await outcome()).toMatchObject({ agrees: true, events: 2 })
  session.edit({ query: counting.replace('s.n++', "s.n += 2; emit('out', 'B', {})") })
  expect(await outcome(({ agrees }) => !agrees)).toMatchObject({
    first: { number: 0, stream: 'a', what: 'state', texts: { one: '{"n":1}', other: '{"n":2}' } },
    emitted: { one: 0, other: 2 },
    partitions: [{ partition: '', state: { one: '{"n":2}', other: '{"n":4}' } }],
  })
  session.edit({ query: "fromStream('a').when({ A: (s, e) => ({ at: typeof e.created, year: e.created && e.created.slice(0, 4) }) })" })
  comparing.choose('23.10')
  expect(await outcome(({ first }) => first?.texts.other.includes('undefined') === true)).toMatchObject({ agrees: false })
  comparing.choose('engine')
  expect(await outcome(({ first }) => first?.texts.other.includes('"0001"') === true)).toMatchObject({ agrees: false })
  comparing.work.attend(viewer, false)
  expect(comparing.state).toEqual({ kind: 'none' })
})

test('a draft without a text is compared with nothing, and nothing runs', async () => {
  const comparing = await open()
  comparing.work.attend(viewer, true)
  await outcome()
  session.edit({ query: ' ' })
  expect([comparing.rivals, comparing.rival]).toEqual([[], undefined])
  await expect.poll(() => comparing.state).toEqual({ kind: 'none' })
})

test('what a run would do to streams is tried on a copy', async () => {
  const comparing = await open(counting.replace('s.n++', "s.n++; emit('out', 'B', {})"))
  await comparing.tryRun()
  expect(comparing.tried).toBeUndefined()
  await runDraft(session)
  await session.store!.settled()
  await session.look()
  session.edit({ query: counting.replace('s.n++', "s.n++; emit('other', 'B', {})") })
  await comparing.tryRun()
  expect(comparing.tried).toMatchObject({ kind: 'tried', dryRun: { fault: undefined } })
  const streams = comparing.tried?.kind === 'tried' ? comparing.tried.dryRun.streams : []
  expect(streams).toContainEqual({ name: 'other', effect: 'written', removed: 0, written: 2 })
  expect(await session.store!.read('other')).toEqual([])
})

test('the second engine is for continuous projections of newer releases', () => {
  const draft = { name: 'n', query: counting, mode: 'continuous', emit: false } as const
  expect(rivalsOf(draft, undefined, '23.10')).toEqual(['26.1', '26.2'])
  expect(rivalsOf({ ...draft, mode: 'transient' }, undefined, '26.1')).toEqual(['23.10', '26.2'])
})
