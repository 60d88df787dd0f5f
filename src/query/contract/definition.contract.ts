// The definition phase of a JavaScript query: accepted definitions, their sources, and refusals (projection-language §3, §4).

import { describe, expect, it } from 'vitest'
import type { Running } from './running.fixture.ts'
import { bodies } from './running.fixture.ts'

export function definitionContract({ open, refuse, states }: Running): void {
  const sourcesOf = async (source: string) => {
    const query = await open(source)
    query.close()
    return query.definition.sources
  }

  describe('definition', () => {
    it.each([
      ['fromAll().when({ $any: function () {} })', { allStreams: true, allEvents: true, events: [] }],
      ["fromStream('a', 'b').when({ B: () => {}, A() {} })", { streams: ['a'], events: ['B', 'A'], allEvents: false }],
      ["fromStreams(['a', 'b'], 'c').when({})", { streams: ['a', 'b'] }],
      ["fromStreams(['a', , 'b'])", { streams: ['a', 'b'] }],
      ["fromCategories(['a', , 'b'])", { streams: ['$ce-a', '$ce-b'] }],
      ['fromAll().when(new Proxy({ T() {} }, {}))', { allEvents: true, events: [] }],
      ["fromStreams('a', 'b').when()", { streams: ['a', 'b'] }],
      ["fromStream('a'); fromStream('b').when({})", { streams: ['a', 'b'] }],
      ["fromCategory('a').when({})", { categories: ['a'], streams: [] }],
      ["fromCategory(['a']).when({})", { categories: [], streams: ['$ce-a'] }],
      ["fromCategories('a', 'b').when({})", { streams: ['$ce-a', '$ce-b'] }],
      ["fromCategory('a').foreachStream().when({})", { byStreams: true }],
      ['fromAll().partitionBy(e => e.eventType).when({})', { byCustomPartitions: true }],
      ["fromAll(); on_event('T', function () {})", { events: ['T'] }],
      ['fromAll(); on_any(function () {})', { allEvents: true }],
    ])('%s', async (source, expected) => {
      expect(await sourcesOf(source)).toMatchObject(expected)
    })

    it.each([
      ['fromAll()', { definesFold: false, producesResults: false }],
      ['fromAll().when(null)', { definesFold: true }],
      ['fromAll().outputState()', { producesResults: true, definesFold: false }],
      ['fromAll().when({}).transformBy(s => s)', { producesResults: true, definesStateTransform: true }],
      ['fromAll().when({}).$defines_state_transform()', { producesResults: true, definesStateTransform: true }],
      ["fromAll().when({}).outputTo('r', 'r-{0}')", { producesResults: false, resultStreamName: 'r' }],
      ["fromAll().when({}).outputTo(' ')", { resultStreamName: null, partitionResultStreamNamePattern: null }],
      ["options({ RESULTSTREAMNAME: 'r', $includeLinks: true }); fromAll()", { resultStreamName: 'r', includeLinks: true }],
      ['options({ processingLag: 1e99, biState: true }); fromAll()', { processingLag: 2147483647, biState: true }],
      ['options({ processingLag: -1.5 }); options(); options(5); fromAll()', { processingLag: -1 }],
      ['options(new Proxy({ biState: true }, {})); fromAll()', { biState: false }],
      ['fromAll().foreachStream().when({ $initShared() {} })', { biState: true }],
      ['fromAll().foreachStream().when({ $deleted() {} })', { handlesDeletedNotifications: true }],
    ])('%s sets options', async (source, expected) => {
      expect((await sourcesOf(source)).options).toMatchObject(expected)
    })

    it('ignores handlers that are no functions of the script', async () => {
      const source = 'fromAll().when({ A: 5, get B() { return () => {} }, C: Object, D: (() => {}).bind(0), E: async () => {} })'
      expect((await sourcesOf(source)).events).toEqual(['E'])
    })

    it('takes any text as an event type', async () => {
      const source = "fromAll().when({ '': () => {}, constructor() {}, ['__proto__']: () => {}, $match() {}, '\"': () => {} })"
      expect((await sourcesOf(source)).events).toEqual(['', 'constructor', '__proto__', '$match', '"'])
    })

    it('takes event types in the order in which they were added, those like numbers too', async () => {
      expect((await sourcesOf('fromAll().when({ b() {}, 2: () => {}, a: Object, 1: () => {} })')).events).toEqual(['b', '2', '1'])
      expect((await sourcesOf('fromAll().when({ $any() {}, 1: () => {} })')).events).toEqual(['1'])
    })

    it.each([
      ["fromCategory(['a'], 'b')", 'categories'],
      ["options(Object.defineProperty({}, 'hidden', { value: 1 }))", 'Unrecognized option: hidden'],
      ['options({ b: 1, 1: 1 })', 'Unrecognized option: b'],
      ['options([])', 'Unrecognized option: length'],
      ['options(() => {})', 'Unrecognized option: length'],
      ['options({ [Symbol()]: 1 })', 'Expected string but got Symbol'],
      ['options({ get biState() { return true } })', 'Object reference not set to an instance of an object.'],
      ['function log() {}', 'Cannot declare global function log'],
    ])('refuses %s', async (source, message) => {
      expect((await refuse(`${source}; fromAll()`)).message).toBe(message)
    })

    it('offers in every state of a chain exactly its members', async () => {
      const names = '(chain) => Object.getOwnPropertyNames(chain).sort().join()'
      const source = `var seen = []; var look = ${names}
        seen.push(look(fromStream('orders'))); var chain = fromStream('orders'); seen.push(look(chain.when({ $any: (s) => { s.seen = seen } })))
        chain.outputState(); seen.push(look(chain)); seen.push(look(chain.outputTo('r')))`
      const seen = ['outputState,partitionBy,when', '$defines_state_transform,filterBy,outputState,outputTo,transformBy']
      const state = JSON.stringify({ seen: [...seen, 'filterBy,outputTo,transformBy', ''] })
      expect(await states(source, bodies({}))).toEqual({ '': state })
    })

    it('takes the selectors away from handlers and gives them the functions that emit', async () => {
      const source = `fromAll().when({ $any: (s) => { s.is = [typeof fromAll, typeof options, typeof log, typeof emit, typeof copyTo] } })`
      expect(await states(source, bodies({}))).toEqual({ '': '{"is":["undefined","undefined","function","function","function"]}' })
    })

    it('shows no name of its own in the global object', async () => {
      const source = `fromAll().when({ $any: (s) => { s.names = Object.keys(globalThis).join(); s.log = (globalThis.log = 1, typeof log) } })`
      expect(await states(source, bodies({}))).toEqual({ '': '{"names":"","log":"function"}' })
    })

    it.each([
      ["log('x')", 'None of streams and categories are included'],
      ["fromStream('a'); fromCategory('b')", 'Streams and categories cannot be included in a filter at the same time'],
      ["fromAll(); fromStream('a')", 'Both FromAll and specific categories/streams cannot be set'],
      ['fromAll().when({ T() {}, $any() {} })', 'Both AllEvents and specific event filters cannot be set'],
      ["fromCategory('a'); fromCategory('b')", 'Specified method is not supported.'],
      ['fromAll().when({ $deleted() {} })', 'Deleted stream notifications are only supported with foreachStream()'],
      ["options({ reorderEvents: true }); fromStreams('a', 'b')", 'Event reordering requires processing lag at least of 50ms'],
      ["fromStream('a').foreachStream()", "Property 'foreachStream' of object is not a function"],
      ['fromStream(5)', 'stream'],
      ["fromStreams(['a', 1])", 'streams'],
      ['fromCategory({})', 'category'],
      ["fromCategories('a', 1)", 'categories'],
      ["fromAll().partitionBy('x')", 'partitionBy'],
      ['fromAll().partitionBy(String)', 'partitionBy'],
      ['fromAll().when({}).transformBy()', 'expected function'],
      ['fromAll().when({}).outputTo()', 'invalid number of parameters'],
      ["fromAll().when({}).outputTo('a', 1)", "expected string value (Parameter 'partitionResultStreamPattern')"],
      ['on_any()', 'invalid number of parameters'],
      ["on_event('a', 1)", 'eventHandler'],
      ["on_event('T', () => {}); on_event('T', () => {})", 'An item with the same key has already been added. Key: T'],
      ['fromAll().when({ $initShared() {}, $deleted() {} })', 'Cannot handle deletes in bi-state projections'],
      ['options({ definesFold: true })', 'Unrecognized option: definesFold'],
      ["options({ reorderEvents: 'yes' })", 'Invalid value'],
      ["throw new Error('bad query')", 'bad query'],
      ["throw 'text'", 'text'],
      ['throw { message: 5 }', '5'],
      ["emit('a', 'b', {})", 'emit is not defined'],
      ['fromAll().when({', 'Unexpected end of input (<anonymous>:1:17)'],
    ])('%s is refused', async (source, message) => {
      expect(await refuse(source)).toMatchObject({ message, wrapped: false })
    })

    it('fails with an API error although the script caught it and went on', async () => {
      const source = "try { options({ nope: 1 }) } catch (x) {} finally { fromAll() } throw 'later'"
      expect((await refuse(source)).message).toBe('Unrecognized option: nope')
    })

    it('ends with a text that takes too long to parse', async () => {
      const fault = await refuse(`x.y(1);\n`.repeat(250_000))
      expect(fault).toMatchObject({ kind: 'timeout', wrapped: false })
      expect(fault.message).toMatch(/^Projection script took too long to compile \(took: .*, allowed: 00:00:00\.5000000$/)
    })

    it('ends a script that does not end', async () => {
      const took = /^Projection script took too long to compile \(took: 00:00:0\d\.\d{7}, allowed: 00:00:00\.5000000$/
      expect(await refuse('try { while (true) {} } catch (x) { fromAll() }')).toMatchObject({
        kind: 'timeout',
        message: expect.stringMatching(took),
      })
    })

    it('tells where in the source a fault is', async () => {
      expect(await refuse('fromAll()\n  .when({})\n  .foo()')).toMatchObject({ line: 3 })
      expect(await refuse('fromAll(;')).toMatchObject({ kind: 'syntax', line: 1, column: 9 })
    })
  })
}
