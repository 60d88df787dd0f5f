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

    test('gives its Worker up to others, and comes back with its states', async () => {
      const { spawn, alive } = countWorkers(start)
      const openFew = createOpenInWorker({ spawn, mostWorkers: 2, mostSpare: 0 })
      const counting = 'var calls = 0; fromAll().when({ $any: (s) => { calls += 1; s.n = (s.n || 0) + 1; s.calls = calls } })'
      const queries = [await open(openFew, counting), await open(openFew, counting), await open(openFew, counting)]
      for (let round = 0; round < 2; round += 1) for (const query of queries) await runAll(query, keyed('a'))
      expect(alive.size).toBe(2)
      const { states } = await runAll(queries[2]!, keyed('a'))
      // Its Worker was the last one used, so its globals are still those of the second round.
      expect(states.get('')!.state).toBe('{"n":3,"calls":2}')
      const first = await runAll(queries[0]!, keyed('a'))
      expect(first.states.get('')!.state).toBe('{"n":3,"calls":1}')
      for (const query of queries) query.close()
      expect(alive.size).toBe(0)
    }, 60_000)

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
