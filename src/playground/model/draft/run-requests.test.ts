import { describe, expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Draft } from './draft.ts'
import { PlaygroundSession } from '../session.ts'
import type { ExistingProjection } from './run-requests.ts'
import { nameProblem, runRequests, runStateOf } from './run-requests.ts'
import { runDraft } from './run-draft.ts'

const draft: Draft = { name: 'totals', query: 'fromAll()', mode: 'continuous', emit: true }
const running: ExistingProjection = {
  mode: 'Continuous',
  activity: 'running',
  isEnabled: true,
  isStopped: false,
  hasRun: true,
}
const steps = (change: Partial<Draft>, existing?: Partial<ExistingProjection>): string[] =>
  runRequests({ ...draft, ...change }, existing && { ...running, ...existing }).map(({ method, path }) => `${method} ${path}`)

describe('runRequests', () => {
  it('creates a missing projection', () => {
    expect(steps({})).toEqual(['POST /projections/continuous?name=totals&type=JS&enabled=true&emit=true&trackemittedstreams=true'])
    expect(steps({ mode: 'transient' })).toEqual(['POST /projections/transient?name=totals&type=JS&enabled=true'])
    expect(steps({ mode: 'one-time', emit: false })).toEqual(['POST /projections/onetime?name=totals&type=JS&enabled=true'])
  })

  it('lets a one-time query emit without checkpoints, with which it would complete only once', () => {
    expect(steps({ mode: 'one-time' })).toEqual([
      'POST /projections/onetime?name=totals&type=JS&enabled=false',
      'PUT /projection/totals/query?emit=true&trackemittedstreams=true',
      'POST /projection/totals/command/enable',
    ])
  })

  it('escapes names', () => {
    expect(steps({ name: 'a/b c', emit: false }, {})[0]).toBe('PUT /projection/a%2Fb%20c/query?emit=false')
  })

  const put = 'PUT /projection/totals/query?emit=true&trackemittedstreams=true'
  const [reset, enable, disable] = ['reset', 'enable', 'disable'].map((name) => `POST /projection/totals/command/${name}`) as [
    string,
    string,
    string,
  ]
  it.each<[Partial<ExistingProjection>, string[]]>([
    [{}, [put, reset]],
    [{ activity: 'faulted', isEnabled: true, isStopped: true }, [put, reset]],
    [{ activity: 'stopped', isEnabled: false, isStopped: true }, [put, reset, enable]],
    [{ activity: 'stopped', isEnabled: false }, [put, reset, enable]],
    [{ activity: 'faulted', hasRun: false }, [put, enable]],
  ])('changes a continuous one that is %s', (existing, expected) => expect(steps({}, existing)).toEqual(expected))

  it('starts a completed one over with its text', () => {
    const completed = { mode: 'OneTime', activity: 'completed' } as const
    expect(steps({ mode: 'one-time' }, completed)).toEqual([put])
  })

  it('replaces one of another mode, along with its output', () => {
    const flags = 'deleteStateStream=true&deleteCheckpointStream=true&deleteEmittedStreams=true'
    expect(steps({ mode: 'transient' }, {})).toEqual([
      disable,
      `DELETE /projection/totals?${flags}`,
      'POST /projections/transient?name=totals&type=JS&enabled=true',
    ])
    expect(steps({ emit: false }, { mode: 'Transient' })[0]).toBe('DELETE /projection/totals?')
    expect(steps({ mode: 'one-time', emit: false }, { activity: 'stopped', isStopped: true })[0]).toBe(`DELETE /projection/totals?${flags}`)
  })
})

describe('nameProblem', () => {
  it.each([
    ['', 'Enter'],
    ['  ', 'Enter'],
    ['$by_category', 'system'],
  ])('"%s"', (name, words) => expect(nameProblem(name)).toContain(words))
  it('accepts other names', () => expect(nameProblem('my totals')).toBeUndefined())
})

describe('runDraft', () => {
  const counting = "fromStream('a').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })"
  const open = async () => {
    const session = new PlaygroundSession({ createStore: async () => createStore({ requestLog: 20 }) })
    await session.open()
    const { store } = session
    if (!store) throw new Error('The store did not open.')
    await store.append('a', [{ type: 'A' }, { type: 'A' }])
    return { session, store }
  }

  it.each(['continuous', 'one-time', 'transient'] as const)('gives the result over the whole history, each time: %s', async (mode) => {
    const { session, store } = await open()
    session.edit({ name: 'n', query: counting, mode, emit: false })
    for (const factor of [1, 10]) {
      session.edit({ query: counting.replace('s.n++', `s.n += ${factor}`) })
      expect(await runDraft(session)).toBeUndefined()
      await store.settled()
      expect(await store.state('n')).toEqual({ n: 2 * factor })
    }
    await session.close()
  })

  it('emits the events of the current query again', async () => {
    for (const mode of ['continuous', 'one-time'] as const) {
      const { session, store } = await open()
      const query = "fromStream('a').when({ A: (s, e) => { emit('out', 'First', {}) } })"
      session.edit({ name: 'n', query, mode, emit: true })
      await runDraft(session)
      await store.settled()
      session.edit({ query: query.replace('First', 'Second') })
      await runDraft(session)
      await store.settled()
      expect((await store.read('out')).map(({ type }) => type)).toEqual(['Second', 'Second'])
      await session.close()
    }
  })

  it('goes from one mode to another', async () => {
    const { session, store } = await open()
    session.edit({ name: 'n', query: counting, mode: 'continuous', emit: false })
    await runDraft(session)
    await store.settled()
    session.edit({ mode: 'one-time' })
    expect(await runDraft(session)).toBeUndefined()
    await store.settled()
    expect(await store.state('n')).toEqual({ n: 2 })
    await session.close()
  })

  it('goes on after faults of every kind', async () => {
    const { session, store } = await open()
    for (const broken of ['x = (', '1 + 1', "fromStream('a').when({ A: (s) => s.x.y })"]) {
      session.edit({ name: 'n', query: broken, mode: 'continuous', emit: false })
      await runDraft(session)
      await store.settled()
      expect(await store.fault('n')).toBeDefined()
    }
    session.edit({ query: counting })
    await runDraft(session)
    await store.settled()
    expect(await store.fault('n')).toBeUndefined()
    expect(await store.state('n')).toEqual({ n: 2 })
    await session.close()
  })

  it('says why a run was refused, and sends nothing for a name that cannot be', async () => {
    const { session, store } = await open()
    const before = store.requests.entries.length
    session.edit({ name: ' ', query: counting })
    expect(await runDraft(session)).toBe('Enter a projection name.')
    expect(store.requests.entries.length).toBe(before)
    await session.close()
  })
})

describe('runStateOf', () => {
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
})
