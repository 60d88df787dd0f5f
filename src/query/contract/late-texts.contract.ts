// The guarantees about states that change with every event: the same outcome as if each were written at once.

import { describe, expect, it } from 'vitest'
import type { BatchOutcome, PartitionTexts, QueryOptions } from '../query.ts'
import { mergeOutcomes } from '../merge-outcomes.ts'
import { emptyOutcome } from '../sandbox/packed-query.ts'
import type { Running } from './running.fixture.ts'
import { bodies } from './running.fixture.ts'

const count = 90
const events = bodies(...Array.from({ length: count }, (_, i) => ({ i, k: `k${Math.floor(i / 30)}`, t: `text ${i % 4}`, r: i % 3 })))

/** Handlers over events whose `i` counts from 0. */
const queries: readonly string[] = [
  '$init: () => ({ n: 0 }), $any: (s) => { s.n++; return s }',
  '$init: () => ({ n: 0 }), $any: (s) => { s.n++ }',
  '$init: function () { return { n: 0, last: "" } }, $any: function (s, e) { s.n += e.data.i; s.last = e.data.t; return s }',
  '$init: () => ({ n: 0 }), $any: (s, e) => (s.n += 0.1, s)',
  '$any: (s, e) => { s.n = (s.n || 0) + 1; if (e.data.i > 50) s.more = e.data.i; return s }',
  '$any: (s, e) => { if (e.data.i < 40) s.n = e.data.i; return s }',
  '$any: (s, e) => { s.n = e.data.i >> 3; s.sign = e.data.i % 30 < 25 ? 0 : -0; return s }',
  '$any: (s, e) => { s.n = -e.data.i / 7; s.is = e.data.i > 70; s.none = null; return s }',
  '$any: (s, e) => { s.n = e.data.i % 2; return s }',
  '$any: (s, e) => { s.n = e.data.i; s.m = e.data.i === 60 ? undefined : 1; return s }',
  '$any: (s, e) => { s.n = e.data.i; s.m = e.data.i < 60 ? 1 : { deep: [e.data.i] }; return s }',
  '$any: (s, e) => { s.n = e.data.i < 60 ? e.data.i : NaN; return s }',
  '$any: (s, e) => { s.n = e.data.i < 60 ? e.data.i : Symbol(); return s }',
  '$any: (s, e) => { s.n = e.data.i < 60 ? e.data.i : 10n; return s }',
  '$any: (s, e) => { s.t = e.data.i < 60 ? e.data.t : "\\ud800" + e.data.i; return s }',
  '$any: (s, e) => { s.t = "\\u00e4\\"" + e.data.t; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) s.n = -1, fail(); return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) { try { emit("", "", {}) } catch {} } return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) emit("out", "E", { n: s.n }); return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) return null; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) return "text"; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) return [1]; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) delete s.n; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) s["m" + e.data.i] = 1; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) Object.setPrototypeOf(s, [1]); return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i === 60) Object.freeze(s); return s }',
  '$any: (s, e) => ({ n: e.data.i, t: e.data.t })',
  '$any: (s, e) => e.data.i % 2 ? { n: e.data.i } : { m: e.data.i, n: 1 }',
  '$any: (s, e) => e.data',
  '$any: (s, e) => e.data.i > 60 ? e : { n: e.data.i }',
  '$any: (s, e) => [e.data.i]',
  '$any: (s, e) => e.data.i % 9',
  // Other code holds the state as well.
  '$init: () => kept, $any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) kept.more = e.data.i; return s }',
  '$init: () => { const own = { n: 0 }; kept = own; return own }, $any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) kept.more = 1; return s }',
  '$any: (s, e) => { s.n = e.data.i; kept = s; if (e.data.i > 60) kept.more = e.data.i; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) arguments[0].more = e.data.i; return s }',
  '$any: function (s, e) { s.n = e.data.i; if (e.data.i > 60) arguments[0].more = e.data.i; return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) eval("s.more = 1"); return s }',
  '$any: (s, e) => { s.n = e.data.i; with (e.data) { s.n++ } return s }',
  '$any: (s, e) => { s.n = e.data.i; s.f = fail; if (e.data.i > 60) s.f(); return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) (() => { s.more = 1 })(); return s }',
  '$any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) Promise.resolve().then(() => { s.n = -1 }); return s }',
  'Never: (s) => s, T: (s, e) => { s.n = e.data.i; return s }',
  'Never: (s) => { s.never = 1 }, T: (s, e) => { s.n = e.data.i; return s }',
  '$created: (s) => { kept = s }, $any: (s, e) => { s.n = e.data.i; if (e.data.i > 60) kept.more = 1; return s }',
  '$init: () => ({ get n() { return 5 } }), $any: (s, e) => { s.m = e.data.i; return s }',
]

const script = (handlers: string, chain = ''): string =>
  `let kept = { n: 0 }; function fail() { throw new Error('no') } fromAll()${chain}.when({ ${handlers} })`

export function lateTextsContract({ open }: Running): void {
  /** @param each how many events a run handles. */
  async function run(
    source: string,
    each: number,
    texts: ReadonlyMap<string, PartitionTexts> = new Map(),
    options: Partial<QueryOptions> = {},
  ): Promise<BatchOutcome> {
    const query = await open(source, options)
    await query.load(events, [events.length])
    let outcome = mergeOutcomes({ ...emptyOutcome, handlerTime: 0 }, await query.run(texts, { events: each, milliseconds: 10_000 }))
    while (outcome.more) outcome = mergeOutcomes(outcome, await query.run(new Map(), { events: each, milliseconds: 10_000 }))
    query.close()
    return { ...outcome, handlerTime: 0 }
  }

  /** Without a plan each state is written at once. */
  const runPlain = (source: string): Promise<BatchOutcome> => run(source, count, undefined, { plan: 'none' })

  describe('a state that is written late', () => {
    it.each(queries)('is the one that each event leaves: %s', async (handlers) => {
      const expected = await runPlain(script(handlers))
      expect(await run(script(handlers), count)).toEqual(expected)
      expect(await run(script(handlers), 37)).toEqual(expected)
      expect(await run(script(handlers), 1)).toEqual(expected)
    })

    it.each(queries.flatMap((handlers) => ['k', 'r'].map((key) => [key, handlers] as const)))(
      'is the one that each event leaves in partitions by %s, too: %s',
      async (key, handlers) => {
        const source = script(handlers, `.partitionBy((e) => e.data.${key})`)
        const expected = await runPlain(source)
        expect(await run(source, count)).toEqual(expected)
        expect(await run(source, 37)).toEqual(expected)
      },
    )

    it('goes on from a text that was stored', async () => {
      const source = script('$any: (s, e) => { s.n += 1; return s }')
      const stored = new Map([['', { state: '{"n":5,"__proto__":{"a":1}}', result: undefined }]])
      expect((await run(source, count, stored)).states.get('')).toMatchObject({
        state: '{"n":95,"__proto__":{"a":1}}',
        event: count - 1,
      })
      const plain = new Map([['', { state: '{"n":5}', result: undefined }]])
      expect((await run(source, count, plain)).states.get('')).toMatchObject({ state: '{"n":95}', event: count - 1 })
    })

    it('belongs to the last event that changed it', async () => {
      const outcome = await run(script('$any: (s, e) => { s.n = Math.min(e.data.i, 44); return s }'), count)
      expect(outcome.states.get('')).toMatchObject({ state: '{"n":44}', event: 44 })
    })

    it('is that of the event before one that never ends', async () => {
      const query = await open(script('$any: (s, e) => { s.n = e.data.i; while (e.data.i === 70); return s }'), { executionTimeout: 50 })
      await query.load(events, [events.length])
      const { fault, finished, handled, lastHandled, states } = await query.run(new Map(), { events: count, milliseconds: 10_000 })
      query.close()
      expect(fault).toMatchObject({ kind: 'timeout', event: 70 })
      expect({ finished, handled, lastHandled }).toEqual({ finished: 70, handled: 70, lastHandled: 69 })
      expect(states.get('')).toMatchObject({ state: '{"n":69}', event: 69 })
    })
  })
}
