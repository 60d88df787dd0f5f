// The guarantees about a `partitionBy` that only reads a member: the same partitions as if it were called for each event.

import { describe, expect, it } from 'vitest'
import { emptyOutcome } from '../sandbox/packed-query.ts'
import { mergeOutcomes } from '../merge-outcomes.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { BatchOutcome, QueryEvent } from '../query.ts'
import type { Running } from './running.fixture.ts'

/** Pairs of a `partitionBy` that is only read, and an equal one that is called. */
const functions: readonly (readonly [reads: string, called: string])[] = [
  ['(e) => e.data.k', '(e) => (0, e.data.k)'],
  ['function (e) { return e.body.k }', 'function (e) { const d = e.body; return d.k }'],
  ['e => e.data.deep.k', 'e => (0, e.data.deep.k)'],
  ['e => e.data.k.length', 'e => (0, e.data.k.length)'],
  ['e => e.data.toString', 'e => (0, e.data.toString)'],
  ['e => e.data.__proto__.k', 'e => (0, e.data.__proto__.k)'],
  ['e => e.streamId', 'e => (0, e.streamId)'],
  ['e => { return e.eventType; }', 'e => (0, e.eventType)'],
]

const handlers: readonly string[] = [
  '$init: () => ({ n: 0 }), $any: (s) => { s.n++; return s }',
  '$init: () => ({ n: 0, sum: 0 }), $any: (s, e) => { s.n++; s.sum += e.data.n; return s }',
  'T: (s, e) => { s.last = e.data.k; emit("out", "E", { k: e.partition }) }',
  'T: (s) => { s.n = 1 }, U: (s, e) => { s.all = e.data }',
  '$created: (s, e) => { s.first = e.partition }, $any: (s, e) => { s.p = e.partition }',
  '$init: () => [0, 0], $initShared: () => ({ n: 0 }), $any: (s, e) => { s[1].n++; return s }',
]

/** Bodies with special values of `k` between ordinary ones. */
const awkward: readonly string[] = [
  '5',
  '-3',
  '1e2',
  '1.5',
  '1e21',
  '1e400',
  '9007199254740993',
  '"ä"',
  '"\\u0000"',
  '"a b"',
  '"__proto__"',
  '"1"',
  '"\\ud83d\\ude00"',
  'true',
  'null',
  '[]',
  '["x"]',
  '{}',
  '{"length":3}',
  '"k0","k":"k1"',
  `"${'long'.repeat(100)}"`,
]
/** After one of these a body of the batch is read otherwise, or nothing else is handled. */
const worst: readonly string[] = ['-0', '"\\ud800"', '""', '"\\n"', '"\u2028"', '1, "\\u006b": "x"']

const body = (k: string, n: number): string =>
  `{"k":${k},"n":${n},"deep":{"k":${n % 7 === 6 ? 'null' : `"d${n % 3}"`}},"__proto__":{"k":"p"},"-":"${'-'.repeat(80)}"}`

function eventsWith(keys: readonly string[], others: readonly Partial<QueryEvent>[] = []): QueryEvent[] {
  const given = [...keys.flatMap((k) => ['"k0"', k, '"k1"']), ...Array.from({ length: 20 }, (_, n) => `"k${n % 4}"`)]
  const usual = given.map((k, n): Partial<QueryEvent> => ({ data: body(k, n) }))
  return [...usual.slice(0, 30), ...others, ...usual.slice(30)].map((event, number) =>
    queryEvent({ number, stream: `s-${number % 5}`, type: number % 6 === 5 ? 'U' : number % 11 === 10 ? 'Other' : 'T', ...event }),
  )
}

const sets: readonly (readonly [name: string, events: readonly QueryEvent[]])[] = [
  ['all kinds of keys', eventsWith(awkward)],
  ['bodies without a key', eventsWith(['"x"'], [{ data: '{}' }, { data: '{"n":1}' }, { data: '{"k":"k0"}' }])],
  ...worst.map((k) => [`a key ${JSON.stringify(k)}`, eventsWith([k])] as const),
  ...['[1]', '"text"', 'null', '5', '{"deep":null}', '{"k":null,"deep":5}'].map(
    (data) => [`a body ${data}`, eventsWith(['"x"'], [{ data }])] as const,
  ),
  ['an event that is not JSON', eventsWith(['"x"'], [{ data: 'nothing', isJson: false }])],
  ['a hollow event', eventsWith(['"x"'], [{ data: null, isJson: false, type: null, stream: null, number: -1 }])],
]

export function partitionKeysContract({ open }: Running): void {
  async function run(source: string, events: readonly QueryEvent[], size: number, trace: boolean) {
    const query = await open(source, { reordersPartitions: true })
    const missing: (readonly string[])[] = []
    let outcome: BatchOutcome = { ...emptyOutcome, handlerTime: 0 }
    for (let from = 0; from < events.length && !outcome.fault; from += size) {
      const batch = events.slice(from, from + size)
      missing.push((await query.load(batch, [batch.length])).missing)
      outcome = mergeOutcomes(outcome, await query.run(new Map(), { events: 1000, milliseconds: 10_000, trace }))
    }
    query.close()
    // Where it failed is said of the function, whose columns differ.
    const fault = outcome.fault && { ...outcome.fault, column: 0, message: outcome.fault.message.replace(/:\d+:\d+/g, '') }
    return { ...outcome, fault, states: [...outcome.states], handlerTime: 0, missing }
  }

  describe('a partitionBy that only reads', () => {
    it.each(sets.map(([name], place) => [name, place] as const))('does the same where it is not called: %s', async (_, place) => {
      const events = sets[place]![1]
      for (const [i, [reads, called]] of functions.entries()) {
        const script = (select: string): string => `fromAll().partitionBy(${select}).when({ ${handlers[(i + place) % handlers.length]!} })`
        for (const [size, trace] of [
          [1000, false],
          [25, true],
        ] as const) {
          const expected = await run(script(called), events, size, trace)
          expect(await run(script(reads), events, size, trace), `${script(reads)}, ${size} a batch`).toEqual(expected)
        }
      }
    })

    it.each([
      'Object.prototype.k = "inherited"',
      'String.prototype.k = 5',
      'Map.prototype.get = () => { throw 1 }',
      'Object.defineProperty(Object.prototype, "k", { get: () => "got", configurable: true })',
      'Array.prototype[0] = "x"',
    ])('shows what a script has done before: %s', async (before) => {
      const script = (select: string): string => `${before}; fromAll().partitionBy(${select}).when({ $any: (s) => { s.n = 1 } })`
      const events = eventsWith(['"x"'], [{ data: '{}' }, { data: '{"n":1}' }, { data: '"text"' }])
      expect(await run(script('e => e.data.k'), events, 1000, false)).toEqual(await run(script('e => (0, e.data.k)'), events, 1000, false))
    })
  })
}
