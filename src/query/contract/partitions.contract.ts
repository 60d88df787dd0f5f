// Which partition an event belongs to, and in which order partitions are handled (projection-language §7.1, §8.8).

import { describe, expect, it } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent } from '../query.ts'
import type { Running } from './running.fixture.ts'
import { bodies, keyed, runAll } from './running.fixture.ts'

const byKey = 'fromAll().partitionBy(e => e.data.k)'

export function partitionsContract({ open, run, states }: Running): void {
  describe('partitionBy', () => {
    it('takes texts and numbers, and passes events by for everything else', async () => {
      const keys =
        '[5, -0, 1e21, 1e-7, 0.5, NaN, Infinity, "t", null, undefined, true, {}, [], Symbol(), new String("x"), Promise.resolve("y")]'
      const source = `var keys = ${keys}; fromAll().partitionBy(e => keys[e.data.i]).when({ $any: (s) => s })`
      const outcome = await run(source, bodies(...Array.from({ length: 16 }, (_, i) => ({ i }))))
      expect([...outcome.states.keys()]).toEqual(['5', '-0', '1E+21', '1E-07', '0.5', 'NaN', 'Infinity', 't'])
      expect(outcome).toMatchObject({ finished: 16, handled: 8, lastHandled: 7 })
    })

    /** Events enough for the functions that only read a member to be replaced, the last with another body. */
    const eventsBefore = (data: string): QueryEvent[] => [
      ...bodies(...Array.from({ length: 20 }, () => ({ k: 'k0', deep: { k: 'k0' }, pad: '-'.repeat(80) }))),
      queryEvent({ number: 20, data }),
    ]
    const partitionsOf = async (select: string, data: string, before = ''): Promise<unknown> => {
      const outcome = await run(`${before}; fromAll().partitionBy(${select}).when({ $any: (s) => { s.n = 1 } })`, eventsBefore(data))
      return outcome.fault ? outcome.fault.message : [...outcome.states.keys()].filter((name) => name !== 'k0')
    }

    it.each([
      ['5', ['5']],
      ['-3', ['-3']],
      ['0', ['0']],
      ['-0', ['-0']],
      ['1e2', ['100']],
      ['1.5', ['1.5']],
      ['1e21', ['1E+21']],
      ['"1"', ['1']],
      ['"ä"', ['ä']],
      ['"__proto__"', ['__proto__']],
      ['true', []],
      ['null', []],
      ['[]', []],
      ['["x"]', []],
      ['{}', []],
      ['"k1","k":"k2"', ['k2']],
      ['1,"\\u006b":"x"', ['x']],
      ['""', "Partition '' state was requested as locked but it is missing in the cache."],
    ])('takes a member %s that it only reads as %j', async (json, expected) => {
      expect(await partitionsOf('e => e.data.k', `{"k":${json}}`)).toEqual(expected)
      expect(await partitionsOf('function (e) { return e.body.deep.k }', `{"deep":{"k":${json}}}`)).toEqual(expected)
    })

    it.each(['{}', '{"n":1}', '[1]'])('passes a body without the member by: %s', async (data) => {
      expect(await partitionsOf('e => e.data.k', data)).toEqual([])
    })

    it.each(['"text"', '5'])('faults for a body that is no object: %s', async (data) => {
      expect(await partitionsOf('e => e.data.k', data)).toMatch(/^Unable to cast object of type /)
    })

    it.each([
      ['Object.prototype.k = "inherited"', '{}', ['inherited']],
      ['Object.defineProperty(Object.prototype, "k", { get: () => "got", configurable: true })', '{}', ['got']],
      ['Map.prototype.get = () => { throw 1 }', '{"k":"x"}', ['x']],
      ['Array.prototype[0] = "x"', '{"k":"y"}', ['y']],
    ])('reads a member as the script left built-ins: %s', async (before, data, expected) => {
      expect(await partitionsOf('e => e.data.k', data, before)).toEqual(expected)
    })

    it('is called once for each event, before the handlers', async () => {
      const source = `var calls = 0; fromAll().partitionBy(() => { calls += 1; return 'p' }).when({ $any: (s) => { s.calls = calls } })`
      expect(await states(source, bodies({}, {}))).toEqual({ p: '{"calls":2}' })
    })

    it('refuses the empty text', async () => {
      const { fault } = await run(`fromAll().partitionBy(() => '').when({ $any: (s) => s })`, bodies({}))
      expect(fault).toMatchObject({ wrapped: true, message: "Partition '' state was requested as locked but it is missing in the cache." })
    })

    it('faults at the event it fails for, after those before it', async () => {
      const source = `fromAll().partitionBy(e => { if (e.data.k === 'bad') throw new Error('no partition'); return e.data.k }).when({ $any: (s) => s })`
      const outcome = await run(source, keyed('a', 'b', 'bad', 'c'))
      expect(outcome).toMatchObject({ finished: 2, more: false, fault: { kind: 'partition', event: 2, wrapped: false } })
      expect(outcome.fault!.message).toMatch(/^no partition\r\n {3}at /)
    })

    it('has a time limit for each event', async () => {
      const source = `fromAll().partitionBy(e => { if (e.data.k === 'bad') while (true) {} return e.data.k }).when({ $any: (s) => s })`
      const outcome = await run(source, keyed('a', 'bad'), { executionTimeout: 60 })
      expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'timeout', event: 1, wrapped: false } })
      expect(outcome.fault!.message).toMatch(
        /^Projection script took too long to execute \(took: .*, allowed: 00:00:00\.0600000\r\n {3}at /,
      )
    })
  })

  describe('foreachStream', () => {
    const source = "fromCategory('s').foreachStream().when({ $any: (s, e) => { s.p = e.partition } })"

    it.each([
      ['the stream', queryEvent({ stream: 's-1' }), 's-1'],
      ['the described stream for metadata', queryEvent({ stream: '$$s-1' }), 's-1'],
      ['what the link says', queryEvent({ stream: 'other', linkMetadata: '{"$o":"s-2"}' }), 's-2'],
      ['what the reader says', queryEvent({ stream: 'other', partition: 's-3' }), 's-3'],
      ['the stream where the link says no text', queryEvent({ stream: 's-1', linkMetadata: '{"$o":5}' }), 's-1'],
    ])('takes %s', async (_, event, partition) => {
      expect(await states(source, [event])).toEqual({ [partition]: JSON.stringify({ p: partition }) })
    })

    it('faults for a hollow event without a stream', async () => {
      const { fault } = await run(source, [queryEvent({ stream: null, type: null, data: null, isJson: false })])
      expect(fault!.message).toMatch(/^Object reference not set to an instance of an object\.\r\n/)
    })
  })

  describe('order across partitions', () => {
    const recorder = `var order = ''; ${byKey}.when({ $init: () => ({}), $any: (s, e) => { order += e.data.k + e.sequenceNumber + ' '; s.order = order } })`

    /** @returns the order in which the events were handled. */
    const orderOf = async (keys: string, options: { reordersPartitions: boolean }, before = ''): Promise<string> => {
      const query = await open(recorder, options)
      if (before) await runAll(query, keyed(...before.split(' ')))
      const events = keys.split(' ').map((key, i) => ({ ...keyed(key[0])[0]!, number: i }))
      const outcome = await runAll(query, events)
      query.close()
      const orders = [...outcome.states.values()].map(({ state }) => (JSON.parse(state) as { order: string }).order.trim())
      return orders.reduce((longest, order) => (order.length > longest.length ? order : longest), '')
    }

    it.each([
      ['a a b a', 'a0 b2 a1 a3'],
      ['a b c a b c', 'a0 b1 c2 a3 b4 c5'],
      ['a a b a c b c a', 'a0 b2 c4 a1 a3 b5 a7 c6'],
    ])('handles %s as %s where partitions overtake', async (keys, order) => {
      expect(await orderOf(keys, { reordersPartitions: true })).toBe(order)
      expect(await orderOf(keys, { reordersPartitions: false })).toBe(
        keys
          .split(' ')
          .map((key, i) => `${key}${i}`)
          .join(' '),
      )
    })

    it('handles partitions in memory at once', async () => {
      const order = await orderOf('x x a c a b c a b', { reordersPartitions: true }, 'a b x')
      expect(order.replace(/^.*x0 x1/, '')).toBe(' a2 a4 b5 c3 c6 a7 b8')
    })

    it('finishes, writes and counts in the order of the source', async () => {
      const source = `${byKey}.when({ $any: (s, e) => { emit('out', 'E', { n: e.sequenceNumber }) } })`
      const outcome = await run(source, keyed('a', 'a', 'b', 'a'), { reordersPartitions: true })
      expect(outcome).toMatchObject({ finished: 4, handled: 4, lastHandled: 3 })
      expect(outcome.writes.map((write) => [write.event, 'data' in write && write.data])).toEqual(
        [0, 1, 2, 3].map((n) => [n, `{"n":${n}}`]),
      )
    })

    it.each([1, 2, 7])('keeps the writes of each event apart, also where others write nothing (%i events a run)', async (step) => {
      const source = `${byKey}.when({ $any: (s, e) => { if (e.sequenceNumber % 2 === 1) emit('out', 'E', { n: e.sequenceNumber }) } })`
      const query = await open(source, { reordersPartitions: true })
      await query.load(keyed('a', 'a', 'b', 'a', 'b', 'c', 'c', 'd'), [8])
      const written: unknown[] = []
      let finished = 0
      for (let isLeft = true; isLeft;) {
        const outcome = await query.run(new Map(), { events: step, milliseconds: 1000 })
        written.push(...outcome.writes.map((write) => [write.event + finished, 'data' in write && write.data]))
        finished += outcome.finished
        isLeft = outcome.more
      }
      expect(written).toEqual([1, 3, 5, 7].map((n) => [n, `{"n":${n}}`]))
      query.close()
    })

    it('shows the handled events beside a fault, although the run is not finished', async () => {
      const source = `${byKey}.when({ $any: (s, e) => { if (e.sequenceNumber === 1) throw 'no'; s.at = e.sequenceNumber } })`
      const outcome = await run(source, keyed('a', 'a', 'b', 'a'), { reordersPartitions: true })
      expect(outcome).toMatchObject({ finished: 1, lastHandled: 0, fault: { event: 1 } })
      expect([...outcome.states].map(([name, { event }]) => [name, event])).toEqual([
        ['a', 0],
        ['b', 2],
      ])
    })

    it.each([
      ['events', { events: 2, milliseconds: 1000 }],
      ['milliseconds', { events: 10, milliseconds: 0 }],
    ])('ends a run at a limit of %s only where no event is handled ahead, and goes on there', async (_, limits) => {
      const query = await open(`const slow = 'x'.repeat(5e5); ${recorder.replace('order +=', 'slow.indexOf("y"); order +=')}`, {
        reordersPartitions: true,
      })
      await query.load(keyed('a', 'a', 'b', 'a'), [4])
      let [finished, order] = [0, '']
      for (let isLeft = true; isLeft;) {
        const outcome = await query.run(new Map(), limits)
        for (const { event } of outcome.states.values()) expect(event).toBeLessThan(outcome.finished)
        finished += outcome.finished
        order = outcome.states.get('a')?.state ?? order
        isLeft = outcome.more
      }
      expect([finished, order]).toEqual([4, '{"order":"a0 b2 a1 a3 "}'])
      query.close()
    })

    it('ends a read before the next begins', async () => {
      const query = await open(recorder, { reordersPartitions: true })
      await query.load(keyed('a', 'a', 'b', 'a'), [2, 2])
      const { states } = await query.run(new Map(), { events: 10, milliseconds: 1000 })
      expect(states.get('b')!.state).toBe('{"order":"a0 a1 a3 b2 "}')
      query.close()
    })

    it.each([
      [true, 0],
      [false, 2],
    ])(
      'fails in partitionBy before partitions are loaded, where they may overtake (%s): %i handled',
      async (reordersPartitions, handled) => {
        const source = `fromAll().partitionBy((e) => e.data.k.trim()).when({ $any: (s, e) => { s.n = 1 } })`
        const outcome = await run(source, keyed('a', 'b', 1, 'a'), { reordersPartitions })
        expect(outcome).toMatchObject({ handled, fault: { kind: 'partition', event: 2 } })
      },
    )

    it('passes by events without a partition', async () => {
      const events: QueryEvent[] = [...keyed('a', null, 'a', 'b')]
      const outcome = await run(recorder, events, { reordersPartitions: true })
      expect(outcome).toMatchObject({ finished: 4, handled: 3 })
      expect(outcome.states.get('a')!.state).toBe('{"order":"a0 b3 a2 "}')
    })
  })
}
