// What queries of each release of the server do differently. The other suites hold for the default release.

import { describe, expect, it } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent, QueryOptions } from '../query.ts'
import type { Running } from './running.fixture.ts'
import { bodies, written } from './running.fixture.ts'

const releases: readonly Release[] = ['23.10', '26.1', '26.2']

/** What three releases say to the same query: 23.10, 26.1, 26.2. */
type Answers = readonly [unknown, unknown, unknown]

const noObject = "Unable to cast object of type 'Jint.Native.JsNumber' to type 'Jint.Native.Object.ObjectInstance'."
const noNumber = expect.stringMatching(/^\.NET number values such as positive and negative infinity/) as string
const generators =
  "Yield expressions are not supported in the engine, you can enable the experimental feature 'Generators' in engine options to use them."

export function releasesContract({ states, run, refuse, open }: Running): void {
  const optionsOf = (release: Release): Partial<QueryOptions> => ({ language: factsOf(release).language })
  const inEach = async (look: (options: Partial<QueryOptions>) => unknown) =>
    await Promise.all(releases.map(async (release) => await look(optionsOf(release))))

  const stateAfter = (handlers: string, events: readonly QueryEvent[] = bodies({})) =>
    inEach(async (options) => {
      const found = await states(handlers.startsWith('from') ? handlers : `fromAll().when({ $any: ${handlers} })`, events, options)
      return typeof found === 'string' ? found : found['']
    })

  const valueOf = async (expression: string) =>
    (await stateAfter(`() => ({ value: ${expression} })`)).map((text) => {
      if (typeof text !== 'string' || !text.startsWith('{')) return text
      return (JSON.parse(text) as { value?: unknown }).value
    })

  it('call $deleted on the chain, or on nothing', async () => {
    const deletion = queryEvent({ type: '$streamDeleted', stream: 's', partition: 's', deleted: 'soft', data: null, isJson: false })
    const query = `fromAll().foreachStream().when({ $deleted: function (s) { 'use strict'; s.own = typeof this } })`
    const found = await inEach(async (options) => await states(query, [deletion], options))
    expect(found).toEqual(['object', 'undefined', 'undefined'].map((own) => ({ s: `{"own":"${own}"}` })))
  })

  describe('states and results', () => {
    it.each<[string, Answers]>([
      [`() => 'te"xt'`, ['te"xt', 'te"xt', String.raw`"te\"xt"`]],
      ["() => ''", ['', '', '""']],
      ['() => 5', ['5', '5', '5']],
      ['() => null', ['', '', '']],
      ['() => NaN', [noNumber, noNumber, 'null']],
      ['() => ({ a: NaN, b: -Infinity, c: -0 })', [noNumber, noNumber, '{"a":null,"b":null,"c":-0}']],
      ['() => [1e21, 1e-7, 5e-324]', ['[1E+21,1E-07,5E-324]', '[1E+21,1E-07,5E-324]', '[1E+21,1E-07,5E-324]']],
    ])('%s', async (handler, expected) => {
      expect(await stateAfter(handler)).toEqual(expected)
    })

    it('fault where state and result are too long together', async () => {
      const fault = (where: string, size: string) =>
        `The state size of projection${where} is ${size} bytes which exceeds the configured MaxProjectionStateSize of 1,000 bytes.`
      const options = { language: { ...factsOf('26.1').language, mostStateSize: 1000 } }
      const growing = '(s, e) => { s.text = "x".repeat(e.data.n) }'
      for (const [query, where] of [
        [`fromAll().when({ $any: ${growing} })`, ''],
        [`fromAll().partitionBy((e) => e.data.k).when({ $any: ${growing} })`, " in partition 'p'"],
      ] as const) {
        expect(await states(query, bodies({ n: 489, k: 'p' }), options)).toBeTypeOf('object')
        const { fault: found, finished } = await run(query, bodies({ n: 10, k: 'p' }, { n: 490, k: 'p' }), options)
        expect([found?.kind, found?.message, found?.wrapped, finished]).toEqual(['state-size', fault(where, '1,002'), false, 1])
      }
      expect(await states(`fromAll().when({ $any: ${growing} })`, bodies({ n: 5000 }), optionsOf('23.10'))).toBeTypeOf('object')
    })

    it('read a stored text as it was written', async () => {
      const source = 'fromAll().when({ $any: (s) => [typeof s, s] })'
      const stored = await inEach(async (options) => {
        const query = await open(source, options)
        await query.load(bodies({}), [1])
        const { states: found, fault } = await query.run(new Map([['', { state: '"x"', result: undefined }]]), {
          events: 1,
          milliseconds: 1000,
        })
        query.close()
        return fault?.message ?? found.get('')?.state
      })
      expect(stored).toEqual(['["string","x"]', '["string","x"]', '["string","x"]'])
    })

    it.each<[string, Answers]>([
      [`emit('s', 'T', { a: NaN })`, [noNumber, noNumber, ['0 s T {"a":null}']]],
      [`emit('s', 'T', {}, { m: Infinity })`, [noNumber, noNumber, ['0 s T {} m:null']]],
      ["linkTo('s', { sequenceNumber: NaN, streamId: 'x' })", [['0 s $> -9223372036854775808@x'], ['0 s $> 0@x'], ['0 s $> 0@x']]],
      [
        "linkTo('s', { sequenceNumber: 1e99, streamId: 'x' })",
        [['0 s $> -9223372036854775808@x'], ['0 s $> 9223372036854775807@x'], ['0 s $> 9223372036854775807@x']],
      ],
    ])('%s', async (call, expected) => {
      const outcomes = await inEach(async (options) => {
        const outcome = await run(`fromAll().when({ $any: () => { ${call} } })`, bodies({}), options)
        return outcome.fault?.message ?? written(outcome)
      })
      expect(outcomes).toEqual(expected)
    })
  })

  describe('bodies', () => {
    it.each<[string, Answers]>([
      ['5', [noObject, noObject, '[5]']],
      ['true', [noObject.replace('JsNumber', 'JsBoolean'), noObject.replace('JsNumber', 'JsBoolean'), '[true]']],
      ['"x"', [noObject.replace('JsNumber', 'JsString'), noObject.replace('JsNumber', 'JsString'), '["x"]']],
      ['{"a":[1]}', ['[{"a":[1]}]', '[{"a":[1]}]', '[{"a":[1]}]']],
    ])('of %s', async (data, expected) => {
      expect(await stateAfter('(s, e) => [e.data]', [queryEvent({ data })])).toEqual(expected)
    })

    it('become the state where nothing handles them: as they are, or parsed and written', async () => {
      expect(await stateAfter("fromStream('orders')", [queryEvent({ data: '{ "a" : 1.0 }' })])).toEqual([
        '{ "a" : 1.0 }',
        '{ "a" : 1.0 }',
        '{"a":1}',
      ])
    })

    it('of text become a JSON text', async () => {
      expect(await stateAfter("fromStream('orders')", [queryEvent({ data: 'te"xt', isJson: false })])).toEqual([
        'te"xt',
        'te"xt',
        String.raw`"te\"xt"`,
      ])
    })
  })

  describe('the event', () => {
    // Half a second after an hour, with 123 microseconds and 4 ticks.
    const event = queryEvent({ record: { created: Date.UTC(2026, 10, 29, 5, 0, 0, 500) } })

    it('tells when it was written', async () => {
      const text = '["2026-11-29T05:00:00.5000000Z"]'
      expect(await stateAfter('(s, e) => [e.created]', [event])).toEqual(['[null]', text, text])
    })

    it('tells the time of its own record where it came through a link', async () => {
      const found = await stateAfter('(s, e) => e.created.length', [
        queryEvent({ linkMetadata: '{}', record: { created: 0, stream: 'other' } }),
      ])
      expect(found.slice(1)).toEqual(['28', '28'])
    })

    it('lists the time behind the partition', async () => {
      const keys = '["partition","created","bodyRaw","metadataRaw"]'
      expect(await stateAfter('(s, e) => Object.keys(e).slice(0, 4)', [event])).toEqual([
        '["partition","bodyRaw","metadataRaw","streamId"]',
        keys,
        keys,
      ])
    })

    it('tells the time also where a query is planned, and to partitionBy', async () => {
      const source = 'fromAll().partitionBy((e) => e.created.slice(0, 4)).when({ T: (s, e) => { s.at = e.created.slice(11, 19) } })'
      const found = await inEach((options) => states(source, [event], options))
      expect(found.slice(1)).toEqual([{ 2026: '{"at":"05:00:00"}' }, { 2026: '{"at":"05:00:00"}' }])
    })
  })

  describe('syntax errors', () => {
    it.each<[string, string, string]>([
      ['fromAll().when({', 'Line 1: Unexpected end of input', 'Unexpected end of input (<anonymous>:1:17)'],
      ['let a;let a;', "Identifier 'a' has already been declared", "Identifier 'a' has already been declared (<anonymous>:1:11)"],
      ["import a from 'b'", 'Line 1: Unexpected token', 'Cannot use import statement outside a module (<anonymous>:1:1)'],
      [
        '/(/',
        'Line 1: Invalid regular expression: /(/: Unterminated group',
        'Invalid regular expression: /(/: Unterminated group (<anonymous>:1:3)',
      ],
    ])('%s', async (source, older, newer) => {
      const found = await inEach(async (options) => (await refuse(source, options)).message)
      expect(found).toEqual([older, newer, newer])
    })

    it.each([
      ['fromAll().when({ $any() {} $init() {} })'],
      ['fromAll().when({ $any() { return /a/v } })'],
      ['fromAll().when({ $any() {} }) /* no end'],
    ])('%s is refused since the newer parser', async (source) => {
      const query = await open(source, optionsOf('23.10'))
      query.close()
      for (const release of ['26.1', '26.2'] as const) expect((await refuse(source, optionsOf(release))).kind).toBe('syntax')
    })
  })

  describe('generators', () => {
    it('run to nothing as handlers, and cannot yield', async () => {
      expect(await stateAfter('function* () { yield 1 }')).toEqual([expect.any(String), '{}', '{}'])
      const yields = '(s) => { const all = function* () { yield 1 }; s.all = [...all()] }'
      expect((await stateAfter(yields)).slice(1)).toEqual([generators, generators])
    })
  })

  describe('the library', () => {
    it.each<[string, unknown, unknown]>([
      ['(1234567.891).toLocaleString()', '1,234,567.89', '1,234,567.891'],
      ['(0.5).toLocaleString()', '0.50', '0.5'],
      ['(5).toLocaleString()', '5.00', '5'],
      ['(1e21).toLocaleString()', '1,000,000,000,000,000,000,000.00', '1,000,000,000,000,000,000,000.000'],
      ["(-1234.5678).toLocaleString('de-DE')", '-1,234.57', '-1.234,568'],
      ["(123.456).toLocaleString('en', { maximumFractionDigits: 1 })", '123.46', '123.456'],
      ["'a'.localeCompare('A')", 32, -1],
      ["'a'.localeCompare('á')", -769, -1],
      ["'Z'.localeCompare('a')", -7, 1],
      ["['b', 'a', 'C', 'A', 'ä', 'z'].sort((x, y) => x.localeCompare(y)).join('')", 'ACaäbz', 'aAäbCz'],
      ['typeof Promise.try', 'undefined', 'function'],
      ['typeof Set.prototype.union', 'undefined', 'function'],
      ['typeof ArrayBuffer.prototype.transfer', 'undefined', 'function'],
      ['typeof Atomics', 'undefined', 'object'],
      ['typeof Math.sumPrecise', 'undefined', 'function'],
      ['typeof Math.f16round', 'undefined', 'function'],
      ['typeof Float16Array', 'undefined', 'function'],
      ['typeof Uint8Array.fromBase64', 'undefined', 'function'],
      ['typeof Uint8Array.prototype.toBase64', 'undefined', 'function'],
      ['typeof Array.fromAsync', 'undefined', 'undefined'],
      ['typeof Iterator', 'undefined', 'undefined'],
      ['typeof RegExp.escape', 'undefined', 'undefined'],
      ['typeof Error.isError', 'undefined', 'undefined'],
      ['typeof Intl', 'undefined', 'undefined'],
      ['typeof Object.groupBy', 'function', 'function'],
    ])('%s', async (expression, older, newer) => {
      expect(await valueOf(expression)).toEqual([older, newer, newer])
    })

    it.each<[string, unknown]>([
      ['Math.sumPrecise([1e308, 1e308, -1e308, 0.1])', 1e308],
      ['Math.sumPrecise([0.1, 0.2, 0.3])', 0.6],
      ['Uint8Array.fromBase64("aGk=").join()', '104,105'],
      ['new Uint8Array([104, 105]).toBase64()', 'aGk='],
      ['[...new Set([1, 2]).union(new Set([3]))].join()', '1,2,3'],
      ['Atomics.pause()', undefined],
    ])('computes %s', async (expression, value) => {
      expect((await valueOf(expression)).slice(1)).toEqual([value, value])
    })
  })
}
