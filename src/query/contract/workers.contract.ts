// The guarantees of Workers beyond the query port: the opening thread stays free, and Workers are shared, reused and ended.

import { describe, expect, test } from 'vitest'
import { createOpenInWorker } from '../workers/in-worker.ts'
import { mergeOutcomes } from '../merge-outcomes.ts'
import { emptyOutcome } from '../sandbox/outcome.ts'
import type { BatchOutcome, OpenQuery, Query } from '../query.ts'
import { isFault } from '../query.ts'
import type { QueryWorker } from '../workers/worker-thread.ts'
import { keyed, runAll } from './running.fixture.ts'

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

async function open(openQuery: OpenQuery, source: string): Promise<Query> {
  const opened = await openQuery(source, options)
  if (isFault(opened)) throw new Error(opened.message)
  return opened
}

const counting = 'var calls = 0; fromAll().when({ $any: (s) => { calls += 1; s.n = (s.n || 0) + 1; s.calls = calls } })'

const deadly = 'let deep = {}; const top = deep; for (let i = 0; i < 1e5; i += 1) deep = deep.a = {}; JSON.stringify(top)'

/** Counts the Workers that live. */
function countWorkers(start: () => QueryWorker) {
  const alive = new Set<QueryWorker>()
  let spawned = 0
  const spawn = (): QueryWorker => {
    spawned += 1
    const worker = start()
    const counted = {
      ...worker,
      terminate() {
        alive.delete(counted)
        worker.terminate()
      },
    }
    alive.add(counted)
    return counted
  }
  return { spawn, alive, spawned: () => spawned }
}

/** @param start makes a Worker of the platform. */
export function workersContract(start: () => QueryWorker): void {
  describe('a query in a Worker', () => {
    const openInWorker = createOpenInWorker({ spawn: start, mostSpare: 0 })
    test('leaves the thread that opened it alone while it loops', async () => {
      const query = await open(openInWorker, 'fromAll().when({ $any() { while (true) {} } })')
      let beats = 0
      const timer = setInterval(() => (beats += 1), 5)
      const outcome = await runAll(query, keyed('a'))
      clearInterval(timer)
      expect(outcome.fault).toMatchObject({ kind: 'timeout', event: 0 })
      expect(beats).toBeGreaterThan(5)
      query.close()
    })

    test('is ended from outside where no interrupt reaches it, and blames the event', async () => {
      const { spawn, alive } = countWorkers(start)
      const source = `fromAll().when({ $any: (s, e) => { s.k = e.data.k; if (s.k === 'x') [].indexOf.call({ length: 3e8 }, 1) } })`
      const query = await open(createOpenInWorker({ spawn, grace: 500, mostSpare: 0 }), source)
      await query.load(keyed('a', 'b', 'x', 'c'), [4])
      // Sooner than any engine has joined so many.
      const outcome = await query.run(new Map(), { events: 100, milliseconds: 1000 })
      expect(outcome).toMatchObject({ finished: 2, fault: { kind: 'timeout', event: 2, wrapped: true } })
      expect(outcome.states.get('')!.state).toBe('{"k":"b"}')
      query.close()
      expect(alive.size).toBe(0)
    }, 60_000)

    test('takes an event with one message, from the second on', async () => {
      const calls: string[] = []
      const spawn = (): QueryWorker => {
        const worker = start()
        const post: QueryWorker['post'] = (call) => {
          calls.push(call.kind)
          worker.post(call)
        }
        return { ...worker, post }
      }
      const query = await open(createOpenInWorker({ spawn, mostSpare: 0 }), counting)
      for (let event = 1; event <= 3; event += 1) {
        const { states } = await runAll(query, keyed('a'))
        expect(states.get('')!.state).toBe(`{"n":${event},"calls":${event}}`)
      }
      query.close()
      expect(calls.slice(calls.indexOf('load'))).toEqual(['load', 'run', 'load', 'load'])
    })

    test('shares a Worker and its instances with any number of others, and keeps its globals', async () => {
      const { spawn, alive } = countWorkers(start)
      const openShared = createOpenInWorker({ spawn, mostWorkers: 1, mostInstances: 1, mostSpare: 0 })
      const queries = await Promise.all(Array.from({ length: 12 }, () => open(openShared, counting)))
      for (let round = 1; round <= 3; round += 1) {
        const outcomes = await Promise.all(queries.map((query) => runAll(query, keyed('a'))))
        for (const { states } of outcomes) expect(states.get('')!.state).toBe(`{"n":${round},"calls":${round}}`)
      }
      expect(alive.size).toBe(1)
      for (const query of queries) query.close()
      expect(alive.size).toBe(0)
    }, 60_000)

    test('gets another Worker once many share one, up to the limit', async () => {
      const { spawn, alive } = countWorkers(start)
      const openFew = createOpenInWorker({ spawn, mostWorkers: 2, mostSpare: 0 })
      const queries: Query[] = []
      const workers: number[] = []
      for (let n = 0; n < 12; n += 1) {
        queries.push(await open(openFew, counting))
        workers.push(alive.size)
      }
      expect(workers).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2])
      for (const query of queries) query.close()
    }, 60_000)

    describe('beside twenty others', () => {
      /** Opens twenty honest queries in the Worker that a hostile one is to share. */
      async function openBeside(hostile: string) {
        const workers = countWorkers(start)
        const openQuery = createOpenInWorker({ spawn: workers.spawn, mostWorkers: 1, mostSpare: 0 })
        const honest: Query[] = []
        for (let n = 0; n < 20; n += 1) honest.push(await open(openQuery, summing))
        return { ...workers, openQuery, honest, query: await open(openQuery, hostile) }
      }
      const summing = `fromAll().partitionBy(e => e.data.k).when({
        $init: () => ({ n: 0 }),
        $any: (s) => { s.n += 1; emit('out', 'Seen', { n: s.n }) }
      }).transformBy(s => ({ doubled: s.n * 2 }))`
      const hang = '[].indexOf.call({ length: 3e8 }, 1)'
      const states = ({ states: of }: BatchOutcome) =>
        Object.fromEntries([...of].map(([name, { state, result }]) => [name, [state, result]]))

      test.each([
        ['hangs', `fromAll().when({ $any: () => { ${hang} } })`, { kind: 'timeout', event: 0 }],
        ['loops', 'fromAll().when({ $any: () => { while (true) {} } })', { kind: 'timeout', event: 0 }],
        [
          'takes all memory',
          'const a = []; fromAll().when({ $any: () => { for (;;) a.push(new Uint8Array(1e6).fill(1)) } })',
          { event: 0 },
        ],
        ['overflows the stack', `fromAll().when({ $any: () => { ${deadly} } })`, { event: 0 }],
      ])(
        'that handle the same events, one that %s is at fault alone',
        async (_, source, fault) => {
          const { honest, query, alive } = await openBeside(source)
          for (const each of honest) await runAll(each, keyed('a', 'b'))
          const [hostile, ...others] = await Promise.all([query, ...honest].map((each) => runAll(each, keyed('a', 'b', 'a'))))
          expect(hostile!.fault).toMatchObject(fault)
          for (const outcome of others) {
            expect(outcome).toMatchObject({ finished: 3, handled: 3 })
            expect(outcome.fault).toBeUndefined()
            expect(states(outcome)).toEqual({ a: ['{"n":3}', '{"doubled":6}'], b: ['{"n":2}', '{"doubled":4}'] })
            expect(outcome.writes.filter(({ kind }) => kind === 'emit')).toMatchObject([{ event: 0 }, { event: 1 }, { event: 2 }])
          }
          for (const each of [query, ...honest]) each.close()
          expect(alive.size).toBe(0)
        },
        60_000,
      )

      test('one that has ended their Worker lives alone, also when it is opened again', async () => {
        const hostile = `fromAll().when({ $any: () => { ${hang} } })`
        const { honest, query, openQuery, spawned } = await openBeside(hostile)
        expect((await runAll(query, keyed('a'))).fault).toMatchObject({ kind: 'timeout' })
        // The Worker in which it was tried again has ended as well.
        query.close()
        const counted = await open(openQuery, counting)
        await runAll(counted, keyed('a'))
        for (const each of honest) await runAll(each, keyed('a'))
        const before = spawned()
        const again = await open(openQuery, hostile)
        expect(spawned()).toBe(before + 1)
        expect((await runAll(again, keyed('a'))).fault).toMatchObject({ kind: 'timeout' })
        // Its globals are still there, and so is its Worker.
        expect((await runAll(counted, keyed('a'))).states.get('')!.state).toBe('{"n":2,"calls":2}')
        for (const each of [again, counted, ...honest]) each.close()
      }, 60_000)

      test('one whose top level hangs is refused, and they go on', async () => {
        const { honest, query, openQuery } = await openBeside(counting)
        expect(await openQuery(hang, options)).toMatchObject({ kind: 'timeout', wrapped: false })
        const outcomes = await Promise.all([query, ...honest].map((each) => runAll(each, keyed('a'))))
        for (const { fault, finished } of outcomes) expect([fault, finished]).toEqual([undefined, 1])
        for (const each of [query, ...honest]) each.close()
      }, 60_000)

      test('one that is closed while it runs leaves them their Worker', async () => {
        const { honest, query, spawned } = await openBeside('fromAll().when({ $any() { while (true) {} } })')
        await query.load(keyed('a'), [1])
        const running = query.run(new Map(), { events: 1, milliseconds: 1000 })
        query.close()
        expect((await running).fault).toMatchObject({ kind: 'crash' })
        const outcomes = await Promise.all(honest.map((each) => runAll(each, keyed('a'))))
        for (const outcome of outcomes) expect(states(outcome)).toEqual({ a: ['{"n":1}', '{"doubled":2}'] })
        expect(spawned()).toBe(1)
        for (const each of honest) each.close()
      }, 60_000)
    })

    test('finds the event that holds its Worker while it is loaded', async () => {
      const source = `fromAll().partitionBy(e => { if (e.data.k === 'x') [].indexOf.call({ length: 3e8 }, 1); return e.data.k }).when({ $any: (s) => s })`
      const query = await open(createOpenInWorker({ spawn: start, grace: 1000, mostSpare: 0 }), source)
      await query.load(keyed('a', 'x', 'c'), [3])
      // Looking for it takes longer than a run may.
      let outcome: BatchOutcome = { ...emptyOutcome, more: true, handlerTime: 0 }
      while (outcome.more) outcome = mergeOutcomes(outcome, await query.run(new Map(), { events: 100, milliseconds: 50 }))
      expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'timeout', event: 1, wrapped: false } })
      query.close()
    }, 60_000)

    test('may be closed while it runs, and stays closed', async () => {
      const { spawn, spawned } = countWorkers(start)
      const query = await open(createOpenInWorker({ spawn, mostSpare: 0 }), 'fromAll().when({ $any() { while (true) {} } })')
      await query.load(keyed('a'), [1])
      const running = query.run(new Map(), { events: 1, milliseconds: 1000 })
      query.close()
      expect((await running).fault).toMatchObject({ kind: 'crash' })
      await query.load(keyed('a'), [1])
      expect((await query.run(new Map(), { events: 1, milliseconds: 1000 })).fault).toMatchObject({ kind: 'crash' })
      expect(spawned()).toBe(1)
    })

    test('gets the Worker of one that was closed, and nothing that was in it', async () => {
      const { spawn, alive, spawned } = countWorkers(start)
      const openOne = createOpenInWorker({ spawn })
      const source = `var seen = 0; fromAll().when({ $init: () => ({}), $any: (s) => { s.seen = seen += 1; Array.prototype.left = 1; s.left = [].left } })`
      for (let round = 0; round < 5; round += 1) {
        const query = await open(openOne, round % 2 ? source : source.replace('Array.prototype.left = 1;', ''))
        const { states } = await runAll(query, keyed('a'))
        expect(states.get('')!.state).toBe(round % 2 ? '{"seen":1,"left":1}' : '{"seen":1}')
        query.close()
      }
      expect(await openOne('fromAll(', options)).toMatchObject({ kind: 'syntax' })
      const last = await open(openOne, source)
      expect([spawned(), alive.size]).toEqual([1, 1])
      last.close()
    })

    test('does not get the Worker of one that was closed while it ran', async () => {
      const { spawn, alive } = countWorkers(start)
      const openOne = createOpenInWorker({ spawn })
      const query = await open(openOne, 'fromAll().when({ $any() { while (true) {} } })')
      await query.load(keyed('a'), [1])
      const running = query.run(new Map(), { events: 1, milliseconds: 1000 })
      query.close()
      expect((await running).fault).toMatchObject({ kind: 'crash' })
      expect(alive.size).toBe(0)
    })
  })
}
