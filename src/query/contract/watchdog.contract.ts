// The guarantee of queries on other threads: guest code that no interrupt reaches is ended from outside.

import { describe, expect, it } from 'vitest'
import type { OpenQuery } from '../query.ts'
import { bodies, runAll, runningWith } from './running.fixture.ts'

/** @param title says where queries run: `in a Worker`. */
export function watchdogContract(title: string, openQuery: OpenQuery): void {
  const { open, refuse, run } = runningWith(openQuery)
  // Long enough to be given up, short enough to end by itself: WebKit lets a Worker that was ended go on in WebAssembly.
  const hang = '[].indexOf.call({ length: 3e8 }, 1)'
  const when = (handler: string): string => `fromAll().when({ $any: (s, e) => { s.i = e.data.i; if (e.data.i === 2) { ${handler} } } })`

  describe(`guest code ${title} that no interrupt reaches`, () => {
    it.each([
      ['indexOf of an object', hang],
      ['indexOf', 'const a = []; a.length = 4294967295; a.indexOf(1)'],
      ['a constructor', 'new Set(Object.assign([], { length: 4294967295 }))'],
      ['a search of a search', "'a'.repeat(1e6).indexOf('a'.repeat(5e5) + 'b')"],
      ['a loop of slow functions', "const t = 'x'.repeat(1e6); for (;;) t.indexOf('y')"],
      ['a builder of long texts', "const a = []; for (let i = 0; ; i += 1) a[i % 100] = 'x'.repeat(1e6) + i"],
    ])(
      'is ended, its event is to blame, and what came before is kept: %s',
      async (_, handler) => {
        const started = performance.now()
        const outcome = await run(when(handler), bodies({ i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }))
        expect(performance.now() - started).toBeLessThan(15_000)
        const message = expect.stringMatching(/^Projection script took too long to execute \(took: .*, allowed: 00:00:00\.2500000$/)
        expect(outcome).toMatchObject({ finished: 2, fault: { kind: 'timeout', event: 2, wrapped: true, message } })
        expect(outcome.states.get('')!.state).toBe('{"i":1}')
      },
      60_000,
    )

    it.each([
      ['$init', `fromAll().when({ $init: () => { ${hang} }, $any: (s) => s })`],
      ['$initShared', `fromAll().foreachStream().when({ $init: () => ({}), $initShared: () => { ${hang} }, $any: (s) => s })`],
      ['$created', `fromAll().when({ $created: () => { ${hang} }, $any: (s) => s })`],
      ['transformBy', `fromAll().when({ $any: (s) => { s.n = 1 } }).transformBy((s) => { ${hang} })`],
      ['filterBy', `fromAll().when({ $any: (s) => { s.n = 1 } }).filterBy((s) => { ${hang} })`],
      ['partitionBy', `fromAll().partitionBy((e) => { ${hang} }).when({ $any: (s) => s })`],
    ])(
      'is ended in %s',
      async (_, source) => {
        const started = performance.now()
        const { fault } = await run(source, bodies({}, {}))
        expect(fault).toMatchObject({ kind: 'timeout', event: 0 })
        expect(performance.now() - started).toBeLessThan(15_000)
      },
      60_000,
    )

    it('is ended at the top level', async () => {
      const started = performance.now()
      const message = expect.stringMatching(/^Projection script took too long to compile \(took: .*, allowed: 00:00:00\.5000000$/)
      expect(await refuse(hang)).toMatchObject({ kind: 'timeout', wrapped: false, message })
      expect(performance.now() - started).toBeLessThan(15_000)
    }, 60_000)

    it('is not suspected where events are slow, but not too slow', async () => {
      const source = "var calls = 0; fromAll().when({ $any: (s) => { calls += 1; 'x'.repeat(1e6); s.calls = calls } })"
      const query = await open(source, { executionTimeout: 1000 })
      const outcome = await runAll(query, bodies(...Array.from({ length: 200 }, () => ({}))))
      expect(outcome).toMatchObject({ finished: 200 })
      // A second engine would have begun to count again.
      expect(outcome.states.get('')!.state).toBe('{"calls":200}')
      query.close()
    }, 60_000)
  })
}
