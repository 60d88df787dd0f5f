// The failures of a query, and those it survives: messages, limits and harmful guest code (projection-language §3.9, §15, §17).

import { describe, expect, it } from 'vitest'
import type { Running } from './running.fixture.ts'
import { bodies, runAll } from './running.fixture.ts'

const noMessage = "Exception of type 'Jint.Runtime.JavaScriptException' was thrown."

export function faultsContract({ open, refuse, run, states }: Running): void {
  const faultOf = async (handler: string, options = {}) =>
    (await run(`fromAll().when({ $any: (s, e) => { ${handler} } })`, bodies({}), options)).fault

  describe('faults', () => {
    it.each([
      ["throw 'text'", 'text'],
      ['throw 123', '123'],
      ['throw null', 'null'],
      ['throw undefined', 'undefined'],
      ['throw 12n', '12'],
      ["throw ''", ''],
      ["throw { message: 'm' }", 'm'],
      ['throw { message: {} }', '[object Object]'],
      ['throw []', 'undefined'],
      ['throw Object.create({ message: 5 })', '5'],
      ["throw new Error('line\\nbreak é')", 'line\nbreak é'],
      ['throw new Error()', ''],
      ['throw { get message() { throw 1 } }', '1'],
      ["throw { get message() { throw new Error('inner') } }", 'inner'],
      ['throw { message: [1, 2] }', '(2)[]'],
      ['throw { message: Object.create(null) }', noMessage],
      ['const f = () => {}; f.toString = () => { throw f }; throw { get message() { throw f } }', noMessage],
      ['const f = () => ({ get message() { throw f() }, toString() { throw 1 } }); throw f()', noMessage],
      ['missing', 'missing is not defined'],
      ['null.x', "Cannot read property 'x' of null"],
      ['s.f()', "Property 'f' of object is not a function"],
      ["eval('1')", 'String compilation has been disabled in engine options'],
      ['fromAll()', 'fromAll is not defined'],
    ])('%s', async (handler, message) => {
      expect(await faultOf(handler)).toMatchObject({ message, wrapped: true, event: 0 })
    })

    it('keep the earlier results and nothing of the event', async () => {
      const source = "fromAll().when({ $any: (s, e) => { s.i = e.data.i; if (e.data.i === 2) throw 'no' } })"
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }))
      expect(outcome).toMatchObject({ finished: 2, handled: 2, lastHandled: 1, more: false, fault: { event: 2, kind: 'runtime' } })
      expect(outcome.states.get('')).toMatchObject({ state: '{"i":1}', event: 1 })
    })

    it('know their place in the source', async () => {
      const outcome = await run('fromAll().when({\n  $any: (s) => {\n    null.x\n  }\n})', bodies({}))
      expect(outcome.fault).toMatchObject({ line: 3, column: 9 })
    })

    it.each([
      ['$init', "$init() { throw 'a' }, $any() {}"],
      ['$created', "$created() { throw 'a' }, $any() {}"],
      ['a transform', "$any() {} }).transformBy(() => { throw 'a' }); [].slice({"],
    ])('come from %s, too', async (_, handlers) => {
      expect((await run(`fromAll().when({ ${handlers} })`, bodies({}))).fault).toMatchObject({ message: 'a', wrapped: true })
    })

    it('of partitionBy keep their event although a text of them cannot be had', async () => {
      const handler = 'const f = () => {}; f.toString = () => { throw f }; throw { get message() { throw f } }'
      const source = `fromAll().partitionBy((e) => { if (e.data.i === 0) return 'a'; ${handler} }).when({ $any: (s) => { s.n = 1 } })`
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }))
      expect(outcome).toMatchObject({
        finished: 1,
        fault: { kind: 'partition', event: 1, message: expect.stringContaining(noMessage) as string },
      })
    })

    it.each(['throw { get message() { for (;;); } }', 'throw { message: { toString() { for (;;); } } }'])(
      'of %s are those of the time limit',
      async (handler) => {
        expect(await faultOf(handler, { executionTimeout: 80 })).toMatchObject({ kind: 'timeout', event: 0 })
      },
    )

    it('do not come from promises', async () => {
      const source = 'fromAll().when({ $any: (s) => { Promise.reject(1); Promise.resolve().then(() => { s.ran = true }); s.n = 1 } })'
      expect(await states(source, bodies({}, {}))).toEqual({ '': '{"n":1}' })
    })
  })

  describe('limits', () => {
    const tooLong = /^Projection script took too long to execute \(took: 00:00:0\d\.\d{7}, allowed: 00:00:00\.0800000$/

    it.each([
      'while (true) {}',
      'try { while (true) {} } catch (x) { return }',
      'for (;;) emit("a", "b", {})',
      '/^(a+)+$/.test("a".repeat(40) + "b")',
    ])('end %s', async (handler) => {
      const fault = await faultOf(handler, { executionTimeout: 80 })
      expect(fault).toMatchObject({ kind: 'timeout', wrapped: true, event: 0, message: expect.stringMatching(tooLong) })
    })

    it('give every entry its own time', async () => {
      const wait = 'const end = Date.now() + 60; while (Date.now() < end) {}'
      const source = `fromAll().when({ $init() { ${wait} return {} }, $created() { ${wait} }, $any() { ${wait} } }).transformBy((s) => { ${wait} return s })`
      const outcome = await run(source, bodies({}, {}), { executionTimeout: 150 })
      expect(outcome).toMatchObject({ finished: 2 })
    })

    it('stop between two events when a run has had its time', async () => {
      const query = await open('fromAll().when({ $any: () => { const end = Date.now() + 30; while (Date.now() < end) {} } })')
      await query.load(bodies({}, {}, {}, {}), [4])
      const outcome = await query.run(new Map(), { events: 10, milliseconds: 10 })
      expect(outcome.more).toBe(true)
      expect(outcome.finished).toBeLessThan(4)
      query.close()
    })

    it('end a query that takes all memory, and keep the earlier results', async () => {
      const source = `var all = []; fromAll().when({ $any: (s, e) => { s.i = e.data.i; if (e.data.i === 1) for (;;) all.push(new Uint8Array(1e6)) } })`
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }), { executionTimeout: 20_000 })
      expect(outcome).toMatchObject({ finished: 1, fault: { kind: 'memory', event: 1 } })
      expect(outcome.states.get('')!.state).toBe('{"i":0}')
    }, 30_000)

    it('end recursion without an end, which a script may catch', async () => {
      expect(await faultOf('const f = () => f() + 1; f()')).toMatchObject({ kind: 'stack', event: 0 })
      expect(await faultOf('const f = () => f() + 1; try { f() } catch (x) { s.caught = true }')).toBeUndefined()
    })

    it('blame the event that kills the engine, and keep the earlier results', async () => {
      const source = `fromAll().when({ $any: (s, e) => { s.i = e.data.i; emit('out', 'T', s)
        if (e.data.i === 2) { let deep = {}; const top = deep; for (let i = 0; i < 1e5; i += 1) deep = deep.a = {}; JSON.stringify(top) } } })`
      // On a busy machine reaching the end of the stack may take longer than the usual limit.
      const query = await open(source, { executionTimeout: 20_000 })
      const outcome = await runAll(query, bodies({ i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }))
      expect(outcome).toMatchObject({ finished: 2, handled: 2, fault: { kind: 'stack', event: 2, wrapped: true } })
      expect(outcome.states.get('')!.state).toBe('{"i":1}')
      expect(outcome.writes.map((write) => write.event)).toEqual([0, 1])
      query.close()
    })
  })

  describe('guest code', () => {
    it('reaches nothing but the language', async () => {
      const names = `Object.getOwnPropertyNames(globalThis).filter((name) => !/^[A-Z]/.test(name)).sort().join()`
      const source = `fromAll().when({ $any: (s) => { s.names = ${names} } })`
      const language =
        'copyTo,decodeURI,decodeURIComponent,emit,encodeURI,encodeURIComponent,escape,eval,globalThis,isFinite,isNaN,linkStreamTo,linkTo,log,parseFloat,parseInt,undefined,unescape'
      expect(await states(source, bodies({}))).toEqual({ '': JSON.stringify({ names: language }) })
    })

    it.each([
      'std',
      'os',
      'print',
      'console',
      'process',
      'require',
      'fetch',
      'setTimeout',
      'queueMicrotask',
      'postMessage',
      'self',
      'Worker',
      'WebAssembly',
      'performance',
      'scriptArgs',
    ])('has no %s', async (name) => {
      expect((await faultOf(name))!.message).toBe(`${name} is not defined`)
    })

    it('finds no way out through functions, stacks, callers or traps', async () => {
      const attempts = [
        "(() => {}).constructor('return this')()",
        "(async () => {}).constructor('return this')()",
        "(function* () {}).constructor('return this')()",
        "emit.constructor('return this')()",
        "Reflect.construct(Function, ['return this'])",
        "new (Object.getPrototypeOf(class {}).constructor)('return this')",
      ]
      for (const attempt of attempts)
        expect((await faultOf(attempt))!.message).toBe('String compilation has been disabled in engine options')
      const seen = await states(
        `var seen = []; Object.prototype.handle = 1
         const spy = (holder, name) => { const original = holder[name]; holder[name] = function (...given) { seen.push(name); return original.apply(this, given) } }
         fromAll().when({ $any: (s, e) => { for (const name of ['get', 'set', 'has', 'push']) { if (Map.prototype[name]) spy(Map.prototype, name); if (Array.prototype[name]) spy(Array.prototype, name) }
           spy(Reflect, 'ownKeys'); spy(Reflect, 'apply'); spy(JSON, 'stringify'); spy(String.prototype, 'slice'); s.seen = seen.length; e.data } })`,
        bodies({}, {}),
      )
      expect(seen).toEqual({ '': '{"seen":0}' })
    })

    it('is called neither as a setter nor as a getter of a polluted prototype', async () => {
      const source = `const calls = []
        for (const name of ['state', 'result', 'slot', 'writes', 'event', 'count', 'refusal', 'body', 'order', 'isReal', 'type', 'text', 'entries', 'offset', 'length', 'then', 'message', 'kind'])
          Object.defineProperty(Object.prototype, name, { configurable: true, set() { calls.push(name) }, get() { calls.push(name); return undefined } })
        fromAll().partitionBy((e) => e.data.k).when({ $any: (s, e) => { s.k = e.data.k; emit('a', 'b', { k: 1 }); s.calls = [].concat(calls) } }).outputState()`
      const outcome = await states(source, bodies({ k: 'a' }, { k: 'b' }))
      expect(outcome).toEqual({ a: '{"k":"a","calls":[]}', b: '{"k":"b","calls":[]}' })
    })

    it('that breaks its query leaves the next one alone', async () => {
      await faultOf('Object.freeze(Object.prototype); Object.prototype = 1; while (true) {}', { executionTimeout: 50 })
      await refuse('Array.prototype.push = () => { while (true) {} }; while (true) {}')
      expect(await states('fromAll().when({ $any: (s) => { s.fine = [1].concat(2).length } })', bodies({}))).toEqual({ '': '{"fine":2}' })
    })
  })

  describe('time and chance', () => {
    it('start from the clock that is given and go on in real time', async () => {
      const source =
        'const start = Date.now(); fromAll().when({ $any: (s) => { s.start = start; s.now = new Date().getTime(); const end = Date.now() + 20; while (Date.now() < end) {} s.later = Date.now() - s.now } })'
      const query = await open(source, { now: 1_000_000 })
      await query.load(bodies({}), [1])
      const { states } = await query.run(new Map(), { events: 1, milliseconds: 1000, now: 5_000_000 })
      const { start, now, later } = JSON.parse(states.get('')!.state) as Record<string, number>
      expect(Math.floor(start! / 10_000)).toBe(100)
      expect(Math.floor(now! / 10_000)).toBe(500)
      expect(later).toBeGreaterThanOrEqual(20)
      query.close()
    })

    it('are the same in every run with the same clock', async () => {
      const source = 'fromAll().when({ $any: (s, e) => { s.at = [Date.now(), new Date().getTime()] } })'
      const query = await open(source)
      await query.load(bodies({}, {}), [2])
      const { states } = await query.run(new Map(), { events: 2, milliseconds: 1000, now: 5_000_000 })
      expect(states.get('')!.state).toBe('{"at":[5000000,5000000]}')
      query.close()
    })

    it('end within the time limit', async () => {
      const source = 'fromAll().when({ $any: () => { const end = Date.now() + 400; while (Date.now() < end) {} } })'
      expect((await run(source, bodies({}))).fault).toMatchObject({ kind: 'timeout', event: 0 })
    })

    it('repeat their random numbers for a seed', async () => {
      const source = 'fromAll().when({ $any: (s) => { s.r = [Math.random(), Math.random()] } })'
      const [first, second, other] = await Promise.all([1, 1, 2].map((seed) => states(source, bodies({}), { seed })))
      expect(first).toEqual(second)
      expect(first).not.toEqual(other)
    })

    it('live in UTC', async () => {
      expect(await states('fromAll().when({ $any: (s) => { s.o = new Date().getTimezoneOffset() } })', bodies({}))).toEqual({
        '': '{"o":0}',
      })
    })
  })
}
