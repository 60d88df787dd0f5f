// The writes of handlers: emissions, and when results are written (projection-language §10, §12).

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent } from '../query.ts'
import type { Running } from './running.fixture.ts'
import { bodies, keyed, written } from './running.fixture.ts'

export function writesContract({ open, run }: Running): void {
  describe('emissions', () => {
    const writes = async (handler: string): Promise<string[] | string> => {
      const outcome = await run(`fromAll().when({ $any: (s, e) => { ${handler} } })`, [queryEvent({ number: 7 })])
      return outcome.fault ? outcome.fault.message : written(outcome)
    }

    it.each([
      ["emit('s', 'T', { a: 1 })", '0 s T {"a":1}'],
      ["emit('s', 'T', [1], { m: 'x', n: 1.5, o: undefined, p: null, q: { r: [] } })", '0 s T [1] m:"x" n:1.5 p:null q:{"r":[]}'],
      ["emit('s', 'T', {}, 5, 6)", '0 s T {}'],
      ["linkTo('s', e)", '0 s $> 7@orders'],
      [
        "linkTo('s', { sequenceNumber: -1.9, streamId: 'x' }, { m: 'say \"x\"', n: null, u: undefined })",
        '0 s $> -1@x m:"say \\"x\\"" n:null u:null',
      ],
      ["linkTo('s', { sequenceNumber: NaN, streamId: 'x' })", '0 s $> 0@x'],
      ["linkTo('s', { sequenceNumber: 9007199254740993, streamId: 'x' })", '0 s $> 9007199254740992@x'],
      ["linkTo('s', e, { a: '😀\\u2028é' })", '0 s $> 7@orders a:"😀\u2028é"'],
      ["linkTo('s', e, { get a() { return 1 } })", '0 s $> 7@orders a:null'],
      ["linkStreamTo('s', 'x')", '0 s $@ x'],
      ["emit('s', 'T', {}, new Proxy({ a: 1 }, {}))", '0 s T {}'],
      ["emit('s', 'T', { emit, log })", '0 s T {"emit":{"length":4,"name":"emit"},"log":{"length":0,"name":"log"}}'],
      ["linkStreamTo('s', 'x', {}, 1)", '0 s $@ x'],
    ])('%s', async (handler, expected) => {
      expect(await writes(handler)).toEqual([expected])
    })

    it.each([
      ["emit('s', 'T')", 'invalid number of parameters'],
      ["emit(' ', 'T', {})", "Value cannot be null. (Parameter 'streamId')"],
      ["emit(5, 'T', {})", "string expected (Parameter 'streamId')"],
      ["emit('s', null, {})", "Value cannot be null. (Parameter 'eventName')"],
      ["emit('s', 'T', 5)", "object expected (Parameter 'eventBody')"],
      ["emit('s', 'T', {}, undefined)", "object expected (Parameter 'metadata')"],
      ["linkTo('s')", 'wrong number of parameters'],
      ["linkTo('s', {})", 'Invalid link to event undefined@undefined'],
      ["linkTo('s', { sequenceNumber: [1, 2] })", 'Invalid link to event (2)[]@undefined'],
      ["linkTo('s', e, undefined)", "Value cannot be null. (Parameter 'metaData')"],
      ["linkStreamTo('s', 'x', {})", 'The value is not an object'],
      ["emit('s', 'T', { get a() { return 1 } })", 'Object reference not set to an instance of an object.'],
    ])('%s faults although the script catches it', async (handler, message) => {
      expect(await writes(`try { ${handler} } catch (x) {} emit('s', 'T', {})`)).toBe(message)
    })

    it('writes the body as it is at the time of the call', async () => {
      expect(await writes("const o = { a: 1 }; emit('s', 'T', o); o.a = 2; emit('s', 'T', o)")).toEqual(['0 s T {"a":1}', '0 s T {"a":2}'])
    })

    it('keeps the order of calls, those of $created first', async () => {
      const source = `fromAll().when({ $created: () => { emit('a', 'C', {}) }, $any: () => { emit('b', 'T', {}); emit('a', 'T', {}) } })`
      expect(written(await run(source, bodies({}, {})))).toEqual(['0 a C {}', '0 b T {}', '0 a T {}', '1 b T {}', '1 a T {}'])
    })

    it('gives nothing back, and copyTo does nothing', async () => {
      const source =
        "fromAll().when({ $any: (s, e) => { s.l = [emit('s', 'T', {}), linkTo('s', e), linkStreamTo('s', 'x'), copyTo(1, 2)] } })"
      const outcome = await run(source, bodies({}))
      expect(outcome.states.get('')!.state).toBe('{"l":[null,null,null,null]}')
      expect(outcome.writes).toHaveLength(3)
    })

    it('write metadata in the order of its members, and the whole event', async () => {
      const source =
        "fromAll().when({ $any: (s, e) => { emit('s', 'T', {}, { b: 1, 2: [() => 1], a: null, u: undefined }); emit('s', 'T', {}, e) } })"
      const [first, second] = (await run(source, bodies({ i: 1 }))).writes.map((write) => write.kind === 'emit' && write.metadata)
      expect(first).toEqual([
        ['b', '1'],
        ['2', '[{"length":0,"name":""}]'],
        ['a', 'null'],
      ])
      expect(second).toContainEqual(['data', '{"i":1}'])
    })

    it('need metadata without accessors, and finite numbers but in links', async () => {
      const refused = async (call: string) => (await run(`fromAll().when({ $any: (s, e) => { ${call} } })`, bodies({}))).fault?.message
      expect(await refused("emit('s', 'T', {}, { get a() { return 1 } })")).toBe('Object reference not set to an instance of an object.')
      expect(await refused("emit('s', 'T', {}, { a: NaN })")).toMatch(/^\.NET number values/)
      const source = "fromAll().when({ $any: (s, e) => linkTo('s', e, { a: NaN, b: -1 / 0 }) })"
      expect(written(await run(source, bodies({})))).toEqual(['0 s $> 0@orders a:"NaN" b:"-Infinity"'])
    })

    it('drops the emissions of a failing event, and keeps the earlier ones', async () => {
      const source = "fromAll().when({ $any: (s, e) => { emit('s', 'T', { i: e.data.i }); if (e.data.i === 1) throw 'no' } })"
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }))
      expect(written(outcome)).toEqual(['0 s T {"i":0}'])
      expect(outcome).toMatchObject({ finished: 1, fault: { event: 1, message: 'no' } })
    })

    it.each(['throw "no"', 'while (true);'])('drops it from a row of events that emit to one place as well, after `%s`', async (end) => {
      const source = `fromAll().when({ $any: (s, e) => { emit('s', 'T', { i: e.data.i }); if (e.data.ends) { ${end} } } })`
      for (const count of [0, 1, 2, 5]) {
        const good = Array.from({ length: count }, (_, i) => ({ i }))
        const outcome = await run(source, bodies(...good, { i: count, ends: true }))
        expect(written(outcome)).toEqual(good.map(({ i }) => `${i} s T {"i":${i}}`))
        expect(outcome).toMatchObject({ finished: count, fault: { event: count } })
        expect(outcome.states.get('')?.state).toBe(count === 0 ? undefined : '{}')
      }
    })

    it('come out as they were called, however many events emit however often to wherever', { timeout: 60_000 }, async () => {
      const source = `fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => {
        for (const [stream, way, text] of e.data.calls) {
          if (way === 'emit') emit(stream, 'T', { text })
          else if (way === 'with metadata') emit(stream, 'T', { text }, { m: text })
          else linkStreamTo(stream, text)
        }
        if (e.data.fails) throw 'no'
        s.n += e.data.calls.length
      } })`
      const call = fc.tuple(
        fc.constantFrom('a', 'b'),
        fc.constantFrom('emit', 'emit', 'with metadata', 'link'),
        fc.constantFrom('x', 'yy', '"', 'ü'),
      )
      const often = { maxLength: 30 }
      const event = fc.oneof(
        { arbitrary: fc.tuple(fc.tuple(fc.constant('a'), fc.constant('emit'), fc.constantFrom('x', 'yy'))), weight: 3 },
        { arbitrary: fc.array(call, { maxLength: 3 }), weight: 1 },
      )
      const line = (index: number, [stream, way, text]: readonly [string, string, string]): string => {
        const json = JSON.stringify(text)
        if (way === 'link') return `${index} ${stream} $@ ${text}`
        return `${index} ${stream} T {"text":${json}}${way === 'emit' ? '' : ` m:${json}`}`
      }
      const property = fc.asyncProperty(
        fc.array(event, often),
        fc.option(event),
        fc.integer({ min: 1, max: 9 }),
        async (events, last, step) => {
          const failing = last === null ? [] : [{ calls: last, fails: true }]
          const query = await open(source)
          await query.load(bodies(...events.map((calls) => ({ calls })), ...failing), [events.length + failing.length])
          const lines: string[] = []
          for (let more = true, done = 0; more;) {
            const outcome = await query.run(new Map(), { events: step, milliseconds: 1000 })
            lines.push(...written(outcome).map((text) => text.replace(/^\d+/, (index) => String(Number(index) + done))))
            done += outcome.finished
            more = outcome.more
          }
          query.close()
          expect(lines).toEqual(events.flatMap((calls, index) => calls.map((one) => line(index, one))))
        },
      )
      await fc.assert(property, { numRuns: 60 })
    })

    it('refuses them where they are not enabled, and keeps the state of before', async () => {
      const source = "fromAll().when({ $any: (s, e) => { s.i = e.data.i; if (e.data.i === 1) emit('s', 'T', {}) } })"
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }), { emitEnabled: false })
      const message = "'emit' is not allowed by the projection/configuration/mode"
      expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'emit', message, wrapped: false } })
      expect(outcome.states.get('')!.state).toBe('{"i":0}')
    })

    it('write the emissions of transforms and $deleted with the next event', async () => {
      const source = `fromAll().foreachStream().when({ T: (s, e) => { s.n = e.data.n; if (e.data.n === 2) emit('own', 'T', {}) },
        $deleted: () => { emit('d', 'T', {}) } }).transformBy(s => { emit('t', 'T', { n: s.n }, { m: 1 }) })`
      const [first, second, third] = bodies({ n: 1 }, { n: 2 }, { n: 3 })
      const deletion: QueryEvent = { ...first!, type: null, data: null, deleted: 'soft', partition: 'orders' }
      const { writes } = await run(source, [first!, deletion, second!, third!])
      expect(writes.map((write) => write.kind === 'emit' && [write.event, write.position, write.stream, write.data])).toEqual([
        false,
        [2, 0, 't', '{"n":1}'],
        [2, 1, 'd', '{}'],
        [2, undefined, 'own', '{}'],
        [3, 2, 't', '{"n":2}'],
      ])
    })

    it('keeps what waits over runs, and refuses it with the next event where emitting is not enabled', async () => {
      const source = "fromAll().when({ $any: (s, e) => { s.n = e.data.n } }).transformBy(() => { emit('t', 'T', {}) })"
      const query = await open(source)
      await query.load(bodies({ n: 1 }), [1])
      expect((await query.run(new Map(), { events: 10, milliseconds: 1000 })).writes).toEqual([])
      await query.load(bodies({ n: 2 }), [1])
      expect((await query.run(new Map(), { events: 10, milliseconds: 1000 })).writes).toMatchObject([
        { event: 0, position: -1, stream: 't' },
      ])
      query.close()
      const outcome = await run(source, bodies({ n: 1 }, { n: 2 }), { emitEnabled: false })
      expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'emit', event: 1 } })
    })

    it('has no event to blame in $init', async () => {
      const { fault } = await run("fromAll().when({ $init: () => { emit('s', 'T', {}) }, $any: (s) => s })", bodies({}))
      expect(fault).toMatchObject({ message: "Value cannot be null. (Parameter 'causedByTag')", wrapped: true })
    })

    it('collects lines that are logged', async () => {
      const source = "log('defining'); fromAll().when({ $any: (s) => { log(); log('a'); log({ b: 1 }); log('c', { d: 2 }, 5, [3]) } })"
      expect((await run(source, bodies({}))).logs).toEqual(['defining', 'a', '{"b":1}', 'c', '5', '{"d":2} [3]'])
    })
  })

  describe('results', () => {
    const counting = (rest: string): string =>
      `fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => { if (!e.data.same) s.n += 1 } })${rest}`
    const events = bodies({}, { same: true }, {})

    it('are the states without transforms', async () => {
      const outcome = await run(counting('.outputState()'), events)
      expect(written(outcome)).toEqual(['0 result ={"n":1}', '2 result ={"n":2}'])
      expect(outcome.states.get('')!.result).toBe('{"n":2}')
    })

    it('go through all steps, which run only after a change', async () => {
      const source = `var calls = 0; ${counting('.transformBy(s => ({ n: s.n, calls: ++calls })).filterBy(r => r.n > 1)')}`
      expect(written(await run(source, events))).toEqual(['2 result ={"n":2,"calls":2}'])
    })

    it('disappear where a filter does not say exactly true', async () => {
      const outcome = await run(counting('.filterBy(s => s.n === 1 ? true : 1)'), events)
      expect(written(outcome)).toEqual(['0 result ={"n":1}', '2 result =undefined'])
    })

    it('quote texts, which states do not', async () => {
      const outcome = await run("fromAll().when({ $any: () => 'v' }).$defines_state_transform()", bodies({}))
      expect(outcome.states.get('')).toMatchObject({ state: 'v', result: '"v"' })
    })

    it('list a partition before its first write', async () => {
      const source = `fromAll().partitionBy(e => e.data.k).when({ $any: (s, e) => { s.k = e.data.k; emit('s', 'T', {}) } }).outputState()`
      expect(written(await run(source, keyed('a', 'a')))).toEqual(['0 lists a', '0 s T {}', '0 result a={"k":"a"}', '1 s T {}'])
    })

    it('list a partition with every event that emits until it has a state, and not before it has either', async () => {
      const source = `fromAll().partitionBy(e => e.data.k).when({
        $any: (s, e) => { if (e.data.emits) emit('s', 'T', {}); return e.data.n ? { n: e.data.n } : null } }).outputState()`
      const events = bodies({ k: 'a' }, { k: 'a', emits: 1 }, { k: 'a', emits: 1, n: 1 }, { k: 'a' }, { k: 'b', n: 1 })
      expect(written(await run(source, events))).toEqual([
        '1 lists a',
        '1 s T {}',
        '2 lists a',
        '2 s T {}',
        '2 result a={"n":1}',
        '3 result a=undefined',
        '4 lists b',
        '4 result b={"n":1}',
      ])
    })

    it('quote a state that is a text behind $deleted', async () => {
      const source = "fromAll().foreachStream().when({ T: () => 'v', $deleted() {} }).outputState()"
      const [event] = bodies({})
      const deletion: QueryEvent = { ...event!, type: null, data: null, deleted: 'soft', partition: 'orders' }
      expect(written(await run(source, [event!, deletion]))).toEqual(['0 lists orders', '0 result orders=v', '1 result orders="v"'])
    })

    it.each([
      ['a continuous projection without outputState', counting(''), true, 0],
      ['a query with when', counting('.outputState()'), false, 0],
      ['a query without when', 'fromAll()', false, 3],
    ])('of %s', async (_, source, continuous, count) => {
      const outcome = await run(source, events, { continuous })
      expect(outcome.writes).toHaveLength(count)
      expect(outcome.states.get('')!.result).toBe(outcome.states.get('')!.state)
    })
  })
}
