// Compares states that are noted and written at the end of a run with states that are written after each event.

import { describe, expect, test } from 'vitest'
import { bodies } from '../contract/running.fixture.ts'
import { openInQuickJs } from '../sandbox/quickjs.ts'
import type { RandomCase } from './random-cases.fixture.ts'
import { firstDifference, play } from './random-cases.fixture.ts'

const events = bodies(...Array.from({ length: 60 }, (_, i) => ({ i, t: `text ${i % 7}` })))

/** @param limits how many events a run handles, in turn. */
const given = (source: string, limits: readonly number[], options: Partial<RandomCase> = {}): RandomCase => ({
  source,
  events,
  sizes: [1000],
  limits,
  loadsAhead: false,
  parsesBodies: false,
  isStored: false,
  trace: false,
  ...options,
  options: { continuous: true, emitEnabled: true, reordersPartitions: false, ...options.options },
})

const statement = (change: string, init = '{ n: 0, t: "", b: null }') =>
  `fromAll().when({ $init: () => (${init}), $any: (s, e) => { const { i } = e.data; ${change} } })`

describe.each([
  ['in one run', [1000], {}],
  ['in runs of seven events', [7], {}],
  ['in runs of one event', [1], {}],
  ['with steps', [20], { trace: true }],
  ['from stored texts', [1000], { isStored: true }],
  ['without the right to emit', [1000], { options: { continuous: true, emitEnabled: false, reordersPartitions: false } }],
] as const)('a state %s is the same as one that is written after each event', (_, limits, options) => {
  test.each([
    ['s.n = i'],
    ['s.n++; return s'],
    ['s.n = Math.min(i, 44)'],
    ['s.n = i; s.t = e.data.t; s.b = i % 2 === 0'],
    ['s.n = i % 5 ? i : NaN'],
    ['s.n = i === 3 ? NaN : i'],
    ['s.n = i === 3 ? Infinity : i'],
    ['s.n = i % 4 ? 0 : -0'],
    ['s.n = -0'],
    ['s.n = -i / 7'],
    ['s.n = i * 1e21; s.b = i / 1e9'],
    ['s.t = i % 3 ? "\\ud800" : "\\ud801"'],
    ['s.t = "a\\u00e4\\n<" + i'],
    ['s.b = i % 2 ? undefined : null'],
    ['s.b = i % 3 ? i : { i }'],
    ['s.b = i % 3 ? i : () => 1'],
    ['s.b = i === 50 ? Symbol("b") : i'],
    ['s.b = i === 50 ? 10n : i'],
    ['s.b = i < 50 ? i : { valueOf() { globalThis.asked = true; return 1 } }; s.t = typeof asked'],
    ['s.n = i; s.m = i'],
    ['s.n = i; if (i === 50) delete s.n'],
    ['s.n = i; return i === 50 ? { other: 1 } : undefined'],
    ['s.n = i; return i === 50 ? null : s'],
    ['s.n = i; if (i === 50) return 5'],
    ['s.n = i; if (i === 50) throw new Error("on purpose")'],
    ['s.n = i; if (i === 0) throw new Error("on purpose")'],
    ['s.n = i; if (i === 50) missing()'],
    ['s.n = i; if (i > 10) emit("out", "T", { i })'],
    ['s.n = i; if (i === 50) emit()'],
    ['s.n = i; globalThis.kept = () => s.n++; if (i > 3) kept()'],
    ['globalThis.kept = s; kept.n = i; kept.more = i'],
    ['s.n = i; log(s.n)'],
  ])('%s', async (change) => {
    const source = statement(change)
    const expected = await play(openInQuickJs, given(source, limits, options), 'none')
    expect(firstDifference(expected, await play(openInQuickJs, given(source, limits, options)))).toBeUndefined()
  })

  test.each([
    ['{ n: 0, 7: 1 }'],
    ['{ n: 0, "__proto__": null }'],
    ['{ n: 0, "__proto__": { t: 1 } }'],
    ['{ "a b": 1, n: 0, "\\u00e4": 2 }'],
    ['{ n: undefined, t: 1 }'],
    ['{ n: NaN }'],
    ['{ n: [1] }'],
    ['{}'],
    ['{ n: 0, constructor: 1 }'],
    ['[0]'],
    ['null'],
    // The query keeps a second reference to the state.
    ['globalThis.kept = { n: 0 }', 's.n = i; kept.more = i'],
    ['Object.assign(Object.create({ m: 1 }), { n: 0 })'],
  ])('made as %s', async (init, change = 's.n = i') => {
    const source = statement(change, init)
    const expected = await play(openInQuickJs, given(source, limits, options), 'none')
    expect(firstDifference(expected, await play(openInQuickJs, given(source, limits, options)))).toBeUndefined()
  })
})
