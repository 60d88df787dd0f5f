import { describe, expect, test, vi } from 'vitest'
import { nextTask } from '../../base/time/time-slice.ts'
import { keyed, written } from '../contract/running.fixture.ts'
import type { BatchOutcome, Query, QueryFault, QueryOptions } from '../query.ts'
import { isFault } from '../query.ts'
import type { QueryEngine } from './query-engine.ts'
import { openRestartable } from './restartable-query.ts'
import { openSandboxedQuery } from './sandboxed-query.ts'

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

/** Opens a query and counts its engines; `die` has the next run of an engine kill it, `lose` has its next call find it gone. */
async function open(source: string, given: Partial<QueryOptions> = {}) {
  let engines = 0
  let closed = 0
  let isDying = false
  let isLost = false
  const openEngine = async (): Promise<QueryEngine | QueryFault> => {
    engines += 1
    const engine = await openSandboxedQuery(source, { ...options, ...given })
    if ('kind' in engine) return engine
    const wasLost = (): boolean => {
      const was = isLost
      isLost = false
      return was
    }
    const load: QueryEngine['load'] = (events) => (wasLost() ? { missing: [], isLost: true } : engine.load(events))
    const run: QueryEngine['run'] = (texts, limits, held) => {
      if (wasLost()) return { isLost: true, handlerTime: 0 }
      if (!isDying) return engine.run(texts, limits, held)
      isDying = false
      return { fault: { kind: 'crash', message: 'It died.', wrapped: true }, handlerTime: 0 }
    }
    return { ...engine, load, run, close: () => (closed += 1) }
  }
  const query = await openRestartable(openEngine)
  if (isFault(query)) throw new Error(query.message)
  const lose = (): void => {
    isLost = true
  }
  return { query, lose, engines: () => engines, closed: () => closed, die: () => (isDying = true) }
}

const run = (query: Query, events = 100): Promise<BatchOutcome> => query.run(new Map(), { events, milliseconds: 1000 })

const counting = `var calls = 0; fromAll().partitionBy(e => e.data.k).when({ $any: (s) => { calls += 1; s.n = (s.n || 0) + 1; s.calls = calls } })`

test('lets others run between a long report and its reading', async () => {
  const { query } = await open(`fromAll().when({ $any: () => ({ text: 'x'.repeat(2000000) }) })`)
  await query.load(keyed('a'), [1])
  let isNextTask = false
  void nextTask().then(() => (isNextTask = true))
  expect((await run(query)).states.get('')?.state).toHaveLength(2_000_011)
  expect(isNextTask).toBe(true)
  query.close()
})

test('goes on in a new engine with the states, without the globals, and asks for no text twice', async () => {
  const { query, lose, engines } = await open(counting)
  await query.load(keyed('a', 'a', 'b'), [3])
  await run(query)
  lose()
  expect(await query.load(keyed('a', 'c'), [2])).toEqual({ missing: ['c'] })
  const { states } = await run(query)
  expect(engines()).toBe(2)
  expect([...states].map(([name, { state }]) => [name, state])).toEqual([
    ['a', '{"n":3,"calls":1}'],
    ['c', '{"n":1,"calls":2}'],
  ])
  query.close()
})

test.each([
  ['once it has a state', 'n', ['0 lists a', '0 result a={"k":"b"}']],
  ['once', 'a', ['0 result a={"k":"b"}']],
])('lists a partition %s, also where engines come between', async (_, first, expected) => {
  const source = `fromAll().partitionBy(e => 'a').when({ $init: () => null, $any: (s, e) => e.data.k === 'n' ? null : { k: e.data.k } }).outputState()`
  const { query, lose } = await open(source)
  for (const k of [first, 'n']) {
    await query.load(keyed(k), [1])
    await run(query)
    lose()
  }
  await query.load(keyed('b'), [1])
  expect(written(await run(query))).toEqual(expected)
  query.close()
})

test('loads unfinished events again', async () => {
  const { query, lose } = await open(counting)
  await query.load(keyed('a', 'b', 'a', 'b'), [1, 3])
  expect(await run(query, 1)).toMatchObject({ finished: 1, more: true })
  lose()
  const outcome = await run(query)
  expect(outcome).toMatchObject({ finished: 3, more: false })
  expect(outcome.states.get('a')!.state).toBe('{"n":2,"calls":2}')
  query.close()
})

test.each(['lost', 'dead'])('handles no event twice that overtook another in an engine that is %s now', async (end) => {
  const { query, lose, engines, die } = await open(counting, { reordersPartitions: true })
  await query.load(keyed('a'), [1])
  await run(query)
  await query.load(keyed('b', 'a', 'c'), [3])
  const states = new Map<string, string>()
  for (let isLeft = true; isLeft;) {
    const outcome = await run(query, 1)
    for (const [name, { state }] of outcome.states) states.set(name, state.replace(/,.*/, ''))
    if (end === 'dead') die()
    else lose()
    isLeft = outcome.more
  }
  expect(engines()).toBeGreaterThan(1)
  expect(Object.fromEntries(states)).toEqual({ a: '{"n":2', b: '{"n":1', c: '{"n":1' })
  query.close()
})

test('handles reads that no engine has begun in the same order, also in a new engine', async () => {
  const order = async (isLost: boolean): Promise<string[]> => {
    const source = "fromAll().partitionBy(e => e.data.k).when({ $any: (s, e) => { emit('out', 'T', { k: e.data.k }) } })"
    const { query, lose } = await open(source, { reordersPartitions: true })
    await query.load(keyed('a', 'b', 'a', 'b', 'b', 'a'), [2, 4])
    if (isLost) lose()
    const outcome = await run(query)
    query.close()
    return written(outcome)
  }
  expect(await order(true)).toEqual(await order(false))
})

test.each(['lost', 'dead'])('keeps the emissions that wait for the next event where the engine is %s', async (end) => {
  const { query, lose, die } = await open(`fromAll().when({ $any: (s, e) => { s.k = e.data.k } }).transformBy(s => {
    if (s.k === 'a') emit('out', 'T', { a: 1 }, { m: 2 })
    return s
  })`)
  await query.load(keyed('a'), [1])
  expect((await run(query)).writes).toMatchObject([{ kind: 'result' }])
  if (end === 'dead') die()
  else lose()
  await query.load(keyed('b'), [1])
  expect((await run(query)).writes).toMatchObject([
    { kind: 'emit', stream: 'out', type: 'T', data: '{"a":1}', isJson: true, metadata: [['m', '2']], position: -1 },
    { kind: 'result' },
  ])
  await query.load(keyed('c'), [1])
  expect((await run(query)).writes).toMatchObject([{ kind: 'result' }])
  query.close()
})

test('goes on however often its engine is lost', async () => {
  const { query, lose, engines } = await open(counting)
  for (let n = 1; n <= 4; n += 1) {
    lose()
    await query.load(keyed('a'), [1])
    lose()
    expect((await run(query)).states.get('a')!.state).toBe(`{"n":${n},"calls":1}`)
  }
  expect(engines()).toBe(9)
  query.close()
})

// On a busy machine reaching the end of the stack may take longer than the usual limit.
const patient = { executionTimeout: 20_000 }
const deadly = 'let deep = {}; const top = deep; for (let i = 0; i < 1e5; i += 1) deep = deep.a = {}; JSON.stringify(top)'

test('closes an engine that opens after the query was closed', async () => {
  const { query, lose, engines, closed } = await open(counting)
  lose()
  const loading = query.load(keyed('a'), [1])
  await vi.waitUntil(() => engines() === 2, { interval: 0 })
  query.close()
  await loading
  expect((await run(query)).fault).toMatchObject({ kind: 'crash' })
  expect([engines(), closed()]).toEqual([2, 2])
})

test.each(['a loss', 'a death'])('asks for the texts of partitions that a script chooses only after %s', async (end) => {
  const shards = `fromAll().partitionBy(() => 'shard' + Math.random()).when({ $any: (s) => { s.n = (s.n || 0) + 1 } })`
  const { query, lose, die } = await open(shards)
  const stored = { state: '{"n":41}', result: undefined }
  const { missing: before } = await query.load(keyed('a'), [1])
  if (end === 'a death') die()
  else lose()
  const stopped = await query.run(new Map([[before[0]!, stored]]), { events: 9, milliseconds: 1000 })
  expect(stopped).toMatchObject({ finished: 0, more: true, missing: [expect.stringMatching(/^shard/)] })
  const shard = stopped.missing![0]!
  expect(shard).not.toBe(before[0])
  const outcome = await query.run(new Map([[shard, stored]]), { events: 9, milliseconds: 1000 })
  expect(outcome).toMatchObject({ finished: 1, more: false })
  expect([...outcome.states]).toEqual([[shard, { state: '{"n":42}', result: '{"n":42}', event: 0 }]])
  query.close()
})

test('finds the event whose partition kills the engine, and handles those before it', async () => {
  const { query } = await open(
    `fromAll().partitionBy(e => { if (e.data.k === 'x') { ${deadly} } return e.data.k }).when({ $any: (s) => s })`,
    patient,
  )
  expect(await query.load(keyed('a', 'b', 'x', 'c'), [4])).toEqual({ missing: [] })
  expect(await run(query)).toMatchObject({ finished: 0, more: true, missing: ['a'] })
  expect(await run(query)).toMatchObject({ finished: 1, more: true, missing: ['b'] })
  expect(await run(query)).toMatchObject({ finished: 1, fault: { kind: 'stack', event: 1, wrapped: false } })
  query.close()
})

test('keeps counting for the events behind a finished run where a later one kills the engine', async () => {
  const { query } = await open(`fromAll().when({ $any: (s, e) => { if (e.data.k === 'x') { ${deadly} } s.n = (s.n || 0) + 1 } })`, patient)
  await query.load(keyed('a', 'b', 'c', 'x'), [4])
  expect(await run(query, 2)).toMatchObject({ finished: 2 })
  const outcome = await run(query)
  expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'stack', event: 1, wrapped: true } })
  expect(outcome.states.get('')!.state).toBe('{"n":3}')
  query.close()
})

describe('an engine with little memory left', () => {
  const much = 16e6
  /** @returns a query that holds 244 MB and has handled the first of two events. */
  const openFull = async (partition: string) => {
    const source = `const held = []; fromAll().${partition}when({ $any: (s, e) => { s.k = e.bodyRaw.length
      if (held.length === 0) for (let i = 0; i < 244; i += 1) held.push(new Uint8Array(1e6).fill(1)) } })`
    const opened = await open(source, { executionTimeout: 20_000 })
    await opened.query.load(keyed('a', 'b'), [2])
    expect(await run(opened.query, 1)).toMatchObject({ finished: 1, more: true })
    return opened
  }

  test.each(['', 'partitionBy(() => "p").'])(
    'blames the first event of a batch that finds no room, behind those before: %j',
    async (partition) => {
      const { query, engines } = await openFull(partition)
      expect(await query.load(keyed('x'.repeat(much), 'c'), [2])).toEqual({ missing: [] })
      expect(await run(query)).toMatchObject({ finished: 1, more: false, fault: { kind: 'memory', event: 1, wrapped: false } })
      expect(engines()).toBe(1)
      query.close()
    },
    60_000,
  )

  test('blames the next event where the text of a partition finds no room', async () => {
    const { query, engines } = await openFull('partitionBy(e => e.data.k).')
    await query.load(keyed('c'), [1])
    const texts = new Map([['c', { state: JSON.stringify('x'.repeat(much)), result: undefined }]])
    const outcome = await query.run(texts, { events: 9, milliseconds: 1000 })
    expect(outcome).toMatchObject({ finished: 0, fault: { kind: 'memory', event: 0, wrapped: true } })
    expect(engines()).toBe(1)
    query.close()
  }, 60_000)
})
