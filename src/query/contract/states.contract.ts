// States: how handlers change them, and how they are stored and loaded (projection-language §7, §8).

import { describe, expect, it } from 'vitest'
import type { PartitionTexts } from '../query.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { Running } from './running.fixture.ts'
import { bodies, keyed, runAll } from './running.fixture.ts'

export function statesContract({ open, run, states }: Running): void {
  describe('state', () => {
    it.each([
      ['$init: () => ({ n: 0 }), $any: (s) => { s.n += 1 }', '{"n":2}'],
      ['$any: (s, e) => ({ last: e.data.i })', '{"last":1}'],
      ['$any: (s) => { }', '{}'],
      ['$any: (s, {}) => { s.n = 1 }', '{"n":1}'],
      ['$any: () => null', ''],
      ["$any: () => 'abc'", 'abc'],
      ["$any: () => '\\ud800'", '\ufffd'],
      ['$any: (s, e) => e.data.i === 0 ? null : { was: s }', '{"was":null}'],
      ['$init: () => null, $any: (s, e) => e.data.i === 0 ? undefined : [s]', '[null]'],
      ['$init: () => { return { fresh: 1 } }', '{"i":1}'],
      [
        '$init: () => ({ l: [] }), $created: (s, e) => { s.l.push(e.data.i); return 5 }, $any: (s, e) => { s.l.push(e.data.i) }',
        '{"l":[0,0,1]}',
      ],
      ['$any: function (s) { s.global = this === globalThis; s.count = arguments.length }', '{"global":true,"count":2}'],
      ['$any: async (s) => { s.a = 1; return s }', '{}'],
    ])('%s', async (handlers, expected) => {
      expect(await states(`fromAll().when({ ${handlers} })`, bodies({ i: 0 }, { i: 1 }))).toEqual({ '': expected })
    })

    it.each([
      ['s.n = i', '{"n":59}'],
      ['s.n = i, s.more = 0', '{"n":59,"more":0}'],
      ['s.zero = -0, s.small = 1e-7, s.large = 1e21, s.negative = -1.5', '{"zero":-0,"small":1E-07,"large":1E+21,"negative":-1.5}'],
      ['s.t = "a\\u00e4\\n<", s.u = "plain " + i', '{"t":"aä\\n<","u":"plain 59"}'],
      ['s.list = [{ a: i, b: null }, { a: [i], b: true }]', '{"list":[{"a":59,"b":null},{"a":[59],"b":true}]}'],
      ['s.gone = i < 59 ? i : undefined, s.kept = 1', '{"kept":1}'],
      ['s.n = 1, (i === 59 && (s.other = 2))', '{"n":1,"other":2}'],
      ['s = i % 2 ? { a: i, b: 1 } : { b: i, a: 1 }', '{"a":59,"b":1}'],
      ['s = i < 59 ? { a: 1, b: 1, c: 1 } : { a: 1, c: 1, b: 1 }', '{"a":1,"c":1,"b":1}'],
      ['s = i < 59 ? { a: 1, 2: 1 } : { 1: 1, a: 1 }', '{"1":1,"a":1}'],
      [
        's = { b: 1, 2: 2 }, Object.defineProperty(s, "h", { value: 3, configurable: true }), s.c = 4, s[1] = 5',
        '{"b":1,"2":2,"h":3,"c":4,"1":5}',
      ],
      ['s = i < 59 ? { a: 1 } : {}', '{}'],
      ['s = i < 59 ? { undefined: 1 } : {}', '{}'],
      ['s = i < 59 ? { a: 1 } : { a: 1, [Symbol.iterator]: 1 }', 'Expected string but got Symbol'],
      ['s = { "a b": i, "a\\u00e4\\"b": 2, class: 3 }', '{"a b":59,"a\\u00E4\\u0022b":2,"class":3}'],
      ['s = { first: i, ["__proto__"]: 7 }', '{"first":59,"__proto__":7}'],
      ['s = Object.assign(Object.create(null), { a: i })', '{"a":59}'],
      ['s = i < 59 ? { length: 1 } : Object.setPrototypeOf([1], Object.prototype)', '[1]'],
    ])('is written the same however often it was written before: %s', async (change, expected) => {
      const source = `fromAll().when({ $any: (s, e) => { const { i } = e.data; ${change}; return s } })`
      const outcome = await states(source, bodies(...Array.from({ length: 60 }, (_, i) => ({ i }))))
      expect(outcome).toEqual(expected.startsWith('Expected') ? expected : { '': expected })
    })

    it.each([
      ['NaN', /NumberHandling/],
      ['1n / 0n', /[Zz]ero/],
      ['Symbol()', /Cannot serialize Symbol/],
    ])('is refused with %s as it is without a member like it before', async (value, message) => {
      const source = `fromAll().when({ $any: (s, e) => ({ first: 1, n: e.data.i < 59 ? e.data.i : ${value} }) })`
      const outcome = await run(source, bodies(...Array.from({ length: 60 }, (_, i) => ({ i }))))
      expect(outcome.fault).toMatchObject({ event: 59, message: expect.stringMatching(message) })
      expect(outcome.states.get('')).toMatchObject({ state: '{"first":1,"n":58}', event: 58 })
    })

    it.each([
      ['globalThis.kept = s; s.n = i; kept.more = i', '{"n":59,"more":59}'],
      ['s.n = i; if (i === 59) arguments[0].more = i', '{"n":59,"more":59}'],
      ['s.n = i; if (i === 59) (() => { s.more = 1 })()', '{"n":59,"more":1}'],
      ['s.n = i; if (i === 59) delete s.n', '{}'],
    ])('shows what is done to it by another name: %s', async (change, expected) => {
      const source = `fromAll().when({ $any: function (s, e) { const { i } = e.data; ${change}; return s } })`
      expect(await states(source, bodies(...Array.from({ length: 60 }, (_, i) => ({ i }))))).toEqual({ '': expected })
    })

    it('goes on from a text that was stored', async () => {
      const query = await open('fromAll().when({ $any: (s) => { s.n += 1; return s } })')
      const stored = new Map<string, PartitionTexts>([['', { state: '{"n":5,"__proto__":{"a":1}}', result: undefined }]])
      const outcome = await runAll(query, bodies(...Array.from({ length: 60 }, () => ({}))), {}, stored)
      expect(outcome.states.get('')).toMatchObject({ state: '{"n":65,"__proto__":{"a":1}}', event: 59 })
      query.close()
    })

    it('belongs to the last event that changed it', async () => {
      const events = bodies(...Array.from({ length: 60 }, (_, i) => ({ i })))
      const outcome = await run('fromAll().when({ $any: (s, e) => { s.n = Math.min(e.data.i, 44); return s } })', events)
      expect(outcome.states.get('')).toMatchObject({ state: '{"n":44}', event: 44 })
    })

    it('is that of the event before one that never ends', async () => {
      const events = bodies(...Array.from({ length: 60 }, (_, i) => ({ i })))
      const source = 'fromAll().when({ $any: (s, e) => { s.n = e.data.i; while (e.data.i === 50); return s } })'
      const { fault, finished, handled, lastHandled, states: after } = await run(source, events, { executionTimeout: 50 })
      expect(fault).toMatchObject({ kind: 'timeout', event: 50 })
      expect({ finished, handled, lastHandled }).toEqual({ finished: 50, handled: 50, lastHandled: 49 })
      expect(after.get('')).toMatchObject({ state: '{"n":49}', event: 49 })
    })

    it('is the unchanged body where no handler takes the event', async () => {
      expect(await states('fromAll()', [queryEvent({ data: '{ "a" : 1 }' })])).toEqual({ '': '{ "a" : 1 }' })
      expect(await states('fromAll()', [queryEvent({ data: 'hello', isJson: false })])).toEqual({ '': 'hello' })
    })

    it('stays the same object within a partition and is read from its text after a change of partition', async () => {
      const source = `fromAll().partitionBy(e => e.data.k).when({
        $init: () => ({ d: new Date(0), kinds: [] }), $any: (s) => { s.kinds.push(typeof s.d.getTime) } })`
      expect(await states(source, keyed('a', 'a', 'b', 'a'))).toEqual({
        a: '{"d":{},"kinds":["function","function","undefined"]}',
        b: '{"d":{},"kinds":["function"]}',
      })
    })

    it('is made anew where a partition without a state is entered again', async () => {
      const source = `var made = 0; fromAll().partitionBy(e => e.data.k).when({ $init: () => ({ made: ++made }), $any: (s, e) => s && s.made === 1 ? null : s })`
      expect(await states(source, keyed('a', 'b', 'a'))).toEqual({ a: '{"made":3}', b: '{"made":2}' })
    })

    it('comes from the texts that are supplied, and asks for each once', async () => {
      const query = await open('fromAll().partitionBy(e => e.data.k).when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })')
      expect(await query.load(keyed('a', 'b', 'a'), [3])).toEqual({ missing: ['a', 'b'] })
      const texts = new Map<string, PartitionTexts>([['a', { state: '{"n":5}', result: undefined }]])
      const { states } = await query.run(texts, { events: 10, milliseconds: 1000 })
      expect([...states]).toEqual([
        ['a', { state: '{"n":7}', result: '{"n":7}', event: 2 }],
        ['b', { state: '{"n":1}', result: '{"n":1}', event: 1 }],
      ])
      expect(await query.load(keyed('b', 'c'), [2])).toEqual({ missing: ['c'] })
      const second = await query.run(new Map(), { events: 10, milliseconds: 1000 })
      expect([...second.states].map(([name, { state }]) => [name, state])).toEqual([
        ['b', '{"n":2}'],
        ['c', '{"n":1}'],
      ])
      query.close()
    })

    it('faults where a stored text is no JSON', async () => {
      const query = await open('fromAll().when({ $any: (s) => s })')
      const outcome = await runAll(query, bodies({}), {}, new Map([['', { state: 'abc', result: undefined }]]))
      expect(outcome.fault).toMatchObject({ message: "Unexpected token 'a' in JSON at position 0", wrapped: true, event: 0 })
      query.close()
    })

    it('reports a new partition although its state is no state', async () => {
      const { states } = await run('fromAll().partitionBy(e => e.data.k).when({ $any: () => null })', keyed('a'))
      expect([...states]).toEqual([['a', { state: '', result: undefined, event: 0, isUnaltered: true }]])
    })

    it('tells a state that came and went from one that never was, with the event that took it', async () => {
      const source = 'fromAll().partitionBy(e => e.data.k).when({ $any: (s, e) => (e.data.n ? { n: 1 } : null) })'
      const { states } = await run(source, bodies({ k: 'a', n: 1 }, { k: 'a' }, { k: 'a' }, { k: 'b' }, { k: 'b' }))
      expect([...states]).toEqual([
        ['a', { state: '', result: undefined, event: 1 }],
        ['b', { state: '', result: undefined, event: 4, isUnaltered: true }],
      ])
    })

    it('leaves out unchanged states', async () => {
      const query = await open('fromAll().when({ $any: (s, e) => { if (e.data.i) s.i = e.data.i } })')
      await runAll(query, bodies({ i: 1 }))
      expect((await runAll(query, bodies({}))).states.size).toBe(0)
      query.close()
    })
  })

  describe('deleted streams', () => {
    const deletion = queryEvent({ type: '$streamDeleted', stream: 's-1', partition: 's-1', deleted: 'soft', data: null, isJson: false })

    it('calls $deleted with the state, and not $created', async () => {
      const source = `fromCategory('s').foreachStream().when({ $init: () => ({ l: [] }), $created: (s) => { s.l.push('created') },
        $deleted: function (s, event, partition, soft) { s.l.push([event, partition, soft, this.when === undefined]); return 5 } })`
      expect(await states(source, [deletion])).toEqual({ 's-1': '{"l":[[null,"s-1",false,true]]}' })
    })

    it('enters the partition without $deleted too, as $init makes it or as it is', async () => {
      const query = await open('fromAll().foreachStream().when({ $init: () => ({ n: 0 }), T: (s) => { s.n += 1 } }).outputState()')
      const event = queryEvent({ stream: 's-1', partition: 's-1' })
      const { handled, states: entered, writes } = await runAll(query, [deletion])
      expect([handled, entered.get('s-1')]).toMatchObject([1, { state: '{"n":0}', result: '{"n":0}' }])
      expect(writes).toMatchObject([
        { kind: 'partition', partition: 's-1' },
        { kind: 'result', partition: 's-1', result: '{"n":0}' },
      ])
      expect(await runAll(query, [event, deletion])).toMatchObject({ handled: 2, writes: [{ kind: 'result', result: '{"n":1}' }] })
      query.close()
    })

    it('writes the pair of a bi-state into the partition, where nothing handles it', async () => {
      const source = `fromAll().foreachStream().when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }), T: (s) => s })`
      expect(await states(source, [deletion])).toEqual({ 's-1': '[{"n":0},{"all":0}]' })
    })

    it('passes by queries that are not partitioned by stream', async () => {
      const event = { ...deletion, partition: undefined }
      expect(await run('fromAll().when({ T: (s) => s })', [event])).toMatchObject({ finished: 1, handled: 0 })
    })
  })

  describe('bi-state', () => {
    const source = `fromAll().partitionBy(e => e.data.k).when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }),
      $any: (s) => { s[0].n += 1; s[1].all += 1 } })`

    it('keeps a state per partition and one for all', async () => {
      expect(await states(source, keyed('a', 'b', 'a'))).toEqual({ a: '{"n":2}', b: '{"n":1}', '': '{"all":3}' })
    })

    it('asks for the shared state first', async () => {
      const query = await open(source)
      expect(await query.load(keyed('a'), [1])).toEqual({ missing: ['', 'a'] })
      query.close()
    })

    it('changes only the shared state for an empty key', async () => {
      expect(await states(source, keyed(''))).toEqual({ '': '{"all":1}' })
    })

    it('goes on with the array that a handler returned', async () => {
      const query = `options({ biState: true }); fromAll().partitionBy(e => e.data.k).when({
        $any: (s, e) => { if (e.data.k === 'a') return [...s, 'third']; s[0].seen = s[2] } })`
      expect(await states(query, keyed('a', 'b'))).toEqual({ a: '{}', b: '{"seen":"third"}', '': '{}' })
    })

    it('quotes strings', async () => {
      const texts = "fromAll().partitionBy(() => 'p').when({ $initShared: () => ({}), $any: () => ['own', 'shared'] })"
      expect(await states(texts, bodies({}))).toEqual({ p: '"own"', '': '"shared"' })
    })

    it.each([
      ['({ x: 1 })', "Value cannot be null. (Parameter 'data')"],
      ['[{ n: 1 }]', "Value cannot be null. (Parameter 'data')"],
      ['[s[0], null]', "Value cannot be null. (Parameter 'data')"],
      ['null', 'Object reference not set to an instance of an object.'],
    ])('refuses %s', async (value, message) => {
      const query = `options({ biState: true }); fromAll().partitionBy(() => 'p').when({ $any: (s) => ${value} })`
      const { fault } = await run(query, bodies({}))
      expect(fault).toMatchObject({ wrapped: false, message: expect.stringMatching(`^${message.replace(/[().]/g, '\\$&')}\r\n   at `) })
    })
  })
}
