// The event object that handlers get (projection-language §9).

import { describe, expect, it } from 'vitest'
import { tombstoneNumber } from '../../base/events/events.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent } from '../query.ts'
import type { Running } from './running.fixture.ts'
import { bodies, eventId, runAll } from './running.fixture.ts'

const eager = 'partition,created,bodyRaw,metadataRaw,streamId,eventId,eventType,linkMetadataRaw,isJson,category,sequenceNumber'

export function eventsContract({ open, states }: Running): void {
  /** @returns the stored value of an expression over the event `e`. */
  const look = async (expression: string, given: Partial<QueryEvent> = {}): Promise<unknown> => {
    const outcome = await states(`fromAll().when({ $any: (s, e) => { s.seen = ${expression} } })`, [queryEvent(given)])
    return typeof outcome === 'string' ? outcome : (JSON.parse(outcome['']!) as { seen: unknown }).seen
  }

  /** The handler may keep the event, so it gets a real one. */
  const watched = (handler: string): string => `(s, e) => { (${handler})(s, e); if (globalThis.kept) kept.push(e) }`

  describe('event', () => {
    it.each([
      ['(s, e) => { s.l.push(e.data.i, e.body.i, e.data === e.body, e.data) }'],
      ['(s, e) => { s.l.push(e.sequenceNumber, e.streamId, e.eventType, e.eventId, e.isJson, e.category, e.partition) }'],
      ['(s, e) => { s.l.push(e.bodyRaw, e.metadataRaw, e.linkMetadataRaw, e.metadata, e.linkMetadata) }'],
      ['(s, e) => { e.metadata.m += 1; e.data.i += 1; s.l.push(e.metadata.m, e.body.i) }'],
      ['(s, { data, body, metadata: { m } }) => { s.l.push(data === body, data.i, m) }'],
      ['(s, e) => { s.l.push(() => e.data.i); if (s.l.length > 20) s.l = s.l.map((f) => f()) }'],
      ['(s, e) => { s.l.push(e.data.i); s.l.push(e.data.missing.i) }'],
      ['function (s, e) { s.l.push(s.l.length, this === globalThis) }'],
    ])('is the same for a handler that only reads it: %s', async (handler) => {
      const given = Array.from({ length: 21 }, (_, i) =>
        queryEvent({ number: i, data: `{"i":${i}}`, metadata: `{"m":${i}}`, linkMetadata: '[1]', category: 'c', id: eventId(i) }),
      )
      const query = (text: string) => `fromAll().when({ $init: () => ({ l: [] }), $any: ${text} })`
      expect(await states(query(handler), given)).toEqual(await states(query(watched(handler)), given))
    })

    describe('of whose body only parts are read', () => {
      const odd = [
        '{"n":-0,"l":[]}',
        '{"n":1e999,"l":[{"n":1}]}',
        '{"n":0.1000000000000000055511151231257827,"l":[{"n":9007199254740993}]}',
        '{"l":[{"n":1}]}',
        '{"n":1,"n":2,"l":[{"n":3,"n":4}]}',
        '{"n":"\\ud83d\\ude00 \\"é\\u0000","l":[{"n":"\\ud800"}]}',
        '{"n":{"2":"b","1":"a","x":[1,-0]},"l":{"n":1}}',
        '{"n":{"b":1,"a":{"__proto__":2}},"l":[null]}',
        '{"n":null,"l":[5]}',
        '{"n":true,"l":null}',
        '[{"n":1}]',
      ]
      const bodiesOf = (from: number): string[] =>
        Array.from(
          { length: 40 },
          (_, i) => `{"other":{"n":${i}},"text":"${'x'.repeat(60)}","n":${from + i},"l":[{"n":${i},"x":0},{"n":"b"}]}`,
        )

      it.each([
        ['(s, e) => { s.seen.push(e.data.n) }'],
        ['(s, e) => { for (const one of e.data.l) s.seen.push(one.n) }'],
        ['(s, e) => { const { n, l } = e.body; s.seen.push(n, l) }'],
        ['(s, e) => { s.seen.push(e.data.l && e.data.l.n, e.data.missing === undefined, typeof e.data.n) }'],
        ['(s, e) => { s.seen.push(() => e.data.n); s.seen.push(s.seen.pop()()) }'],
        ['(s, e) => { s.seen.push(e.data.constructor === Object, e.data.n) }'],
        ['(s, e) => { s.seen.push(typeof earlier === "function" && earlier()); earlier = () => [e.data.n, e.sequenceNumber] }'],
        ['(s, { data }) => { s.seen.push(typeof earlier === "function" && earlier()); earlier = () => data.n }'],
        ['(s, e) => { Array.prototype[0] ??= 5; for (const one of e.data.l) s.seen.push(one.n) }'],
      ])('is the same for %s', async (handler) => {
        const found = async (text: string, given: readonly QueryEvent[]) => ({
          states: await states(`fromAll().when({ $init: () => ({ seen: [] }), $any: ${text} })`, given),
        })
        for (const body of [undefined, ...odd]) {
          const texts = [...bodiesOf(0), ...(body === undefined ? [] : [body]), ...bodiesOf(1000)]
          const given = texts.map((data, number) => queryEvent({ number, data, id: eventId(number) }))
          expect({ body, ...(await found(handler, given)) }).toEqual({ body, ...(await found(watched(handler), given)) })
        }
      })

      it('goes to the partition that a part of it names', async () => {
        const given = bodiesOf(0).map((data, number) => queryEvent({ number, data: number === 20 ? '{"n":{},"l":[]}' : data }))
        const source = 'fromAll().partitionBy((e) => e.data.n).when({ $init: () => ({ n: 0 }), $any: (s, e) => { s.n = e.data.l.length } })'
        const found = await states(source, given)
        expect(Object.keys(found)).toHaveLength(39)
        expect(found).toMatchObject({ 0: '{"n":2}', 39: '{"n":2}' })
      })

      it('is whole for a handler that reads all of it', async () => {
        const given = bodiesOf(0).map((data, number) => queryEvent({ number, data, type: number % 2 === 0 ? 'A' : 'B' }))
        const source = 'fromAll().when({ A: (s, e) => { s.n = e.data.n }, B: (s, e) => { s.all = e.data } })'
        expect(await states(source, given)).toEqual({ '': `{"n":38,"all":${given.at(-1)!.data!}}` })
      })
    })

    it('has a body of its own for $created and for the handler that only reads it', async () => {
      const source = `fromAll().when({ $init: () => ({ l: [] }), $created: (s, e) => { e.data.i = 'changed' }, $any: (s, e) => { s.l.push(e.data.i) } })`
      expect(await states(source, bodies({ i: 1 }, { i: 2 }))).toEqual({ '': '{"l":[1,2]}' })
    })

    it.each([['(s, e) => { s.seen = e.data }'], ['(s, e) => { s.seen = e.data; e }'], ['(s, { body }) => { s.seen = body }']])(
      'refuses a body that is no object: %s',
      async (handler) => {
        const given = [...bodies(...Array.from({ length: 30 }, () => ({}))), queryEvent({ data: '5' })]
        expect(await states(`fromAll().when({ $any: ${handler} })`, given)).toBe(
          "Unable to cast object of type 'Jint.Native.JsNumber' to type 'Jint.Native.Object.ObjectInstance'.",
        )
      },
    )

    const link = { data: '{"a":1}', metadata: '{"m":2}', linkMetadata: '{"l":3}', number: 7, category: 'c', id: eventId(5) }

    it.each([
      ['e.data.a + e.body.a', 2],
      ['e.data === e.body', true],
      ['e.metadata.m', 2],
      ['e.linkMetadata.l', 3],
      ['[e.bodyRaw, e.metadataRaw, e.linkMetadataRaw]', ['{"a":1}', '{"m":2}', '{"l":3}']],
      ['[e.streamId, e.eventType, e.eventId, e.sequenceNumber]', ['orders', 'T', eventId(5), 7]],
      ['[e.isJson, e.category, e.partition]', [true, 'c', '']],
      ['[typeof e.eventNumber, typeof e.position, typeof e.created, typeof e.toString]', ['undefined', 'undefined', 'string', 'function']],
      ['Object.keys(e).join()', eager],
      ["['data' in e, 'metadata' in e, 'bodyRaw' in e]", [false, false, true]],
      ['(e.metadata, e.data, Object.keys(e).slice(11).join())', 'metadata,body,data'],
      ['(e.data, e.linkMetadata, Object.keys(e).slice(11).join())', 'body,data,linkMetadata'],
      ['(() => { let all = ""; for (const name in e) all += name + ","; return all })()', eager + ','],
      ['Object.keys({ ...e }).length', 11],
      ['(e.streamId = 1, e.data = 2, delete e.eventType, [e.streamId, e.eventType])', ['orders', 'T']],
      ['(e.mine = 5, [e.mine, Object.keys(e).pop()])', [5, 'mine']],
      ["(() => { 'use strict'; try { e.streamId = 1 } catch (x) { return x instanceof TypeError } })()", true],
      ['Object.getOwnPropertyDescriptor(e, "isJson")', { value: true, writable: false, enumerable: true, configurable: false }],
      ['Object.getPrototypeOf(e) === Object.prototype', true],
      ['(Object.freeze(e), Object.isFrozen(e))', true],
      ['(e.data.a = 9, e.body.a)', 9],
      ['JSON.stringify(e).length > 100', true],
    ])('%s', async (expression, expected) => {
      expect(await look(expression, link)).toEqual(expected)
    })

    it('has no body where the event is not JSON, even if the text would parse', async () => {
      expect(await look('[typeof e.data, e.bodyRaw, Object.keys(e).length]', { isJson: false, data: '{"a":1}' })).toEqual([
        'undefined',
        '{"a":1}',
        11,
      ])
    })

    it('has the number of a tombstone as a double', async () => {
      const given = { number: tombstoneNumber, type: '$streamDeleted', isJson: false, data: null }
      expect(await look('[e.sequenceNumber, e.sequenceNumber === 9223372036854775807]', given)).toEqual([2 ** 63, true])
      expect(await states('fromAll().when({ $any: (s, e) => ({ n: e.sequenceNumber }) })', [queryEvent(given)])).toEqual({
        '': '{"n":9.223372036854776E+18}',
      })
    })

    it('has null for missing parts', async () => {
      const given = { data: null, isJson: false, stream: null, type: null, number: -1 }
      expect(await look('[e.bodyRaw, e.metadata, e.metadataRaw, e.linkMetadata, e.streamId, e.eventType]', given)).toEqual(
        Array(6).fill(null),
      )
    })

    it.each([
      ['"x"', 'String'],
      ['5', 'Number'],
      ['true', 'Boolean'],
      ['null', 'Null'],
    ])('faults where the body %s is read, and the script cannot catch it', async (data, kind) => {
      const message = `Unable to cast object of type 'Jint.Native.Js${kind}' to type 'Jint.Native.Object.ObjectInstance'.`
      expect(await look('(() => { try { return e.data } catch (x) { return 1 } })()', { data })).toBe(message)
      expect(await look('e.bodyRaw', { data })).toBe(data)
    })

    it('reads metadata of any kind, and throws errors that a script can catch', async () => {
      expect(await look('e.metadata', { metadata: '"x"' })).toBe('x')
      expect(await look('(() => { try { e.metadata } catch (x) { return x.name + ": " + x.message } })()', { metadata: 'x' })).toBe(
        "SyntaxError: Unexpected token 'x' in JSON at position 0",
      )
    })

    it.each([
      ['[1,]', [1]],
      ['{"a":1,}', { a: 1 }],
      ['[1.,-01,1.e2]', [1, -1, 100]],
      ['{"b":1,"a":2,"b":3}', { b: 3, a: 2 }],
      ['"\\u00e9\\u00E9\\n\\/"', 'éé\n/'],
      ['[,]', "Unexpected token ',' in JSON at position 1"],
      ['', 'Unexpected end of JSON input at position 0'],
      ['[1', 'Unexpected end of JSON input at position 2'],
      ['{"a" 1}', 'Unexpected number in JSON at position 5'],
      ['{"a":1 "b"}', 'Unexpected string in JSON at position 7'],
      ['{a:1}', "Unexpected token 'a' in JSON at position 1"],
      ['[1]x', "Unexpected token 'x' in JSON at position 3"],
      ['[1][2]', "Unexpected token '[' in JSON at position 3"],
      ['01', "Unexpected token '1' in JSON at position 1"],
      ['1e', "Unexpected token '\0' in JSON at position 2"],
      ['truE', 'Unexpected token ILLEGAL in JSON at position 0'],
      ['[nul]', 'Unexpected token ILLEGAL in JSON at position 1'],
      ['"a\tb"', 'Invalid character in JSON at position 2'],
      ['{"a\\nb":1}', 'Invalid character in JSON at position 1'],
      ['{"a\\tb":1}', { 'a\tb': 1 }],
      ['"\\u00g0"', 'Expected hexadecimal digit in JSON at position 5'],
      ['"\\x"', "Unexpected token 'x' in JSON at position 2"],
      ['"ab', 'Unexpected end of JSON input at position 3'],
      ['"a\u2028b"', 'Unexpected end of JSON input at position 3'],
      ['['.repeat(65) + ']'.repeat(65), 'Max. depth level of JSON reached at position 64'],
      [`[${'{},'.repeat(70)}${'['.repeat(64)}`, 'Max. depth level of JSON reached at position 274'],
      [`[${'{},'.repeat(70)}"\\"${'['.repeat(70)}"]`, [...Array.from({ length: 70 }, () => ({})), `"${'['.repeat(70)}`]],
      [`[${'[],'.repeat(70)}"${']'.repeat(70)}",${'['.repeat(64)}`, 'Max. depth level of JSON reached at position 347'],
      ['{"a":"\\n","b\\u0001":1}', 'Invalid character in JSON at position 10'],
      ['{"\\"\\\\":"\\f","\\b" \n:1}', 'Invalid character in JSON at position 13'],
      ['{"\\\\n\\"\\u00e9\\t":"\\b:\\":"}', { '\\n"é\t': '\b:":' }],
    ])('reads %s like the server', async (metadata, expected) => {
      expect(await look('(() => { try { return e.metadata } catch (x) { return x.message } })()', { metadata })).toEqual(expected)
    })

    it.each([
      ['without brackets', 'x'.repeat(400_000)],
      ['with many lines', `${'x'.repeat(49)}\n`.repeat(20_000)],
      ['of quotes', '"'.repeat(100_000)],
      ['of backslashes', '\\'.repeat(100_000)],
    ])('reads long texts %s in one stride', async (_, text) => {
      const json = JSON.stringify({ text })
      const source = `fromAll().when({ $any: (s, e) => {
        return { lengths: [e.body, e.metadata, JSON.parse(e.bodyRaw), s].map(({ text }) => text.length) } } })`
      const query = await open(source, { executionTimeout: 5000 })
      const outcome = await runAll(
        query,
        [queryEvent({ data: json, metadata: json })],
        {},
        new Map([['', { state: json, result: undefined }]]),
      )
      query.close()
      expect(outcome.fault).toBeUndefined()
      expect(outcome.states.get('')!.state).toBe(JSON.stringify({ lengths: Array(4).fill(text.length) }))
    })

    it('is what inherited accessors see', async () => {
      const source = `Object.defineProperty(Object.prototype, 'me', { get() { return this } })
        fromAll().when({ $any: (s, e) => { s.before = e.me === e; Object.keys(e); s.after = e.me === e } })`
      expect(await states(source, bodies({}))).toEqual({ '': '{"before":true,"after":true}' })
    })

    it('gives every handler call an object of its own', async () => {
      const source = `var kept = []; fromAll().when({
        $created: (s, e) => { kept.push(e) },
        $any: (s, e) => { e.data.n += 1; kept.push(e); s.n = e.data.n; s.same = kept[0] === e; s.first = kept[0].data.n; s.category = kept[0].category } })`
      const [event] = bodies({ n: 1 })
      expect(await states(source, [{ ...event!, category: 'c' }])).toEqual({ '': '{"n":2,"same":false,"first":1,"category":""}' })
    })

    it('hides the changes of partitionBy to an event from the handlers', async () => {
      const source = `fromAll().partitionBy(e => { e.data.n = 5; e.mine = 1; return e.partition + 'p' }).when({
        $any: (s, e) => { s.n = e.data.n; s.mine = typeof e.mine; s.partition = e.partition } })`
      expect(await states(source, bodies({ n: 1 }))).toEqual({ p: '{"n":1,"mine":"undefined","partition":"p"}' })
    })

    it('reads the bodies of a long batch, each once and each of its own', async () => {
      const source = `fromAll().partitionBy(e => e.data.n % 2 ? 'odd' : 'even').when({
        $init: () => ({ sum: 0, seen: 0 }), $any: (s, e) => { s.sum += e.data.n; s.seen += e.data.seen ? 1 : 0; e.data.seen = true } })`
      const events = bodies(...Array.from({ length: 100 }, (_, n) => ({ n, text: `ü\n"${n}"` })))
      expect(await states(source, events)).toEqual({ even: '{"sum":2450,"seen":0}', odd: '{"sum":2500,"seen":0}' })
    })

    it.each([
      ['e.metadata = { own: 1 }; s.v = e.metadata', '{"own":1}'],
      ['e.metadata = 5; s.v = e.metadata', '{"m":1}'],
      ['e.body = { own: 1 }; s.v = [e.data, e.body]', '[{"own":1},{"own":1}]'],
      ['e.data = { own: 1 }; s.v = [e.data, e.body]', '[{"n":1},{"n":1}]'],
      ['e.data; e.data = { own: 1 }; s.v = e.data', '{"n":1}'],
    ])('takes what is put in the place of a lazy member: %s', async (body, expected) => {
      const [event] = bodies({ n: 1 })
      const source = `fromAll().when({ $any: (s, e) => { ${body} } })`
      expect(await states(source, [{ ...event!, metadata: '{"m":1}' }])).toEqual({ '': `{"v":${expected}}` })
    })

    it('shows all members where the event itself is stored', async () => {
      const source = 'fromAll().when({ $any: (s, e) => e })'
      const [event] = bodies({ a: 1 })
      const stored = JSON.parse(((await states(source, [event!])) as Record<string, string>)['']!) as object
      expect(Object.keys(stored).join()).toBe(`${eager},body,data,metadata,linkMetadata`)
    })

    it('passes texts with characters that C strings and JSON treat specially', async () => {
      const data = 'a\u0000b\u2028"\\\u{1F600}'
      expect(await look('e.bodyRaw', { isJson: false, data })).toBe(data)
    })
  })
}
