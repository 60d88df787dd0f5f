// The guarantees against harmful queries: they cannot evade limits, flood the page, or break the text between sandbox and page.

import { describe, expect, it } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import type { Running } from './running.fixture.ts'
import { bodies, runAll, written } from './running.fixture.ts'

const any = (handler: string): string => `fromAll().when({ $any: (s, e) => { ${handler} } })`

/** An endless loop over slow calls of a built-in function, in which the engine asks the time limit a few times a second. */
const slowLoop = "const t = 'x'.repeat(100000); for (;;) t.indexOf('y')"

/** @param isPlain whether queries run without a plan. */
export function hostileContract({ open, refuse, run, states }: Running, isPlain: boolean): void {
  describe('an interruption', () => {
    it.each([
      ['an executor', 'new Promise(() => { for (;;); }).catch(() => 1); return { n: 1 }'],
      ['an executor, many times', 'for (let i = 0; i < 20; i += 1) new Promise(() => { for (;;); }).catch(() => 1); return { n: 1 }'],
      ['an async function', '(async () => { for (;;); })().catch(() => 1); return { n: 1 }'],
      ['an async function that waits', '(async () => { await 1; for (;;); })().catch(() => 1); return { n: 1 }'],
      ['a reaction', 'const p = (async () => { await Promise.resolve().then(() => { for (;;); }) })().catch(() => 1); return { n: 1 }'],
      ['a generator', 'const g = (function* () { try { for (;;); } finally { return 1 } })(); try { [...g] } finally { return { n: 1 } }'],
      ['a finally', 'const f = () => { try { for (;;); } finally { return 1 } }; f(); return { n: 1 }'],
      ['what a constructor collects', 'new Set({ [Symbol.iterator]: () => ({ next: () => { for (;;); }, return() { throw 1 } }) })'],
      ['an emission', 'new Promise(() => { for (;;); }).catch(() => 1); emit("out", "T", {}); return { n: 1 }'],
    ])('counts although the script goes on behind %s', async (_, handler) => {
      const source = `fromAll().when({ $any: (s, e) => { if (e.data.i === 0) return { n: 0 }; ${handler} } })`
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }, { i: 2 }), { executionTimeout: 80 })
      expect(outcome).toMatchObject({ finished: 1, more: false, fault: { kind: 'timeout', event: 1, wrapped: true } })
      expect(outcome.states.get('')!.state).toBe('{"n":0}')
      expect(outcome.writes).toEqual([])
    })

    it('counts in every place of a query', async () => {
      const swallow = 'new Promise(() => { for (;;); }).catch(() => 1)'
      const sources = [
        `fromAll().when({ $init: () => { ${swallow}; return {} }, $any: (s) => s })`,
        `fromAll().when({ $created: () => { ${swallow} }, $any: (s) => s })`,
        `fromAll().when({ $any: (s) => { s.n = 1 } }).transformBy((s) => { ${swallow}; return s })`,
        `fromAll().when({ $any: (s) => { s.n = 1 } }).filterBy((s) => { ${swallow}; return true })`,
        `fromAll().partitionBy((e) => { ${swallow}; return 'p' }).when({ $any: (s) => s })`,
      ]
      for (const source of sources) {
        const outcome = await run(source, bodies({}), { executionTimeout: 50 })
        expect(outcome).toMatchObject({ finished: 0, fault: { kind: 'timeout', event: 0 } })
      }
    })

    it('counts at the top level', async () => {
      const fault = await refuse(`new Promise(() => { for (;;); }).catch(() => 1); ${any('')}`)
      expect(fault).toMatchObject({ kind: 'timeout', wrapped: false })
    })

    it('leaves an API error that came before it in its place', async () => {
      const outcome = await run(any('try { emit(1) } catch (x) {} new Promise(() => { for (;;); }).catch(() => 1)'), bodies({}), {
        executionTimeout: 50,
      })
      expect(outcome.fault).toMatchObject({ kind: 'runtime', message: 'invalid number of parameters', event: 0 })
    })
  })

  describe('the time limit', () => {
    it.each([
      ['built-in functions that are slow', any(slowLoop)],
      // Both names slip past the plan. Without one, accessors are refused and proxies are never asked.
      ...(isPlain
        ? []
        : [
            ['an accessor of a state', any("Object['define' + 'Property'](s, 'x', { enumerable: true, get() { for (;;); } })")],
            ['a proxy as state', any("return new globalThis['Pro' + 'xy']({}, { ownKeys: () => { for (;;); } })")],
          ]),
      ['the holes of a state', any('s.a = []; s.a.length = 4294967295')],
      ['the holes of what is emitted', any("const a = []; a.length = 4294967295; emit('out', 'T', { a })")],
    ])(
      'holds for %s',
      async (_, source) => {
        const started = performance.now()
        const { fault } = await run(source, bodies({}))
        expect(fault).toMatchObject({ kind: 'timeout', event: 0 })
        expect(performance.now() - started).toBeLessThan(12_000)
      },
      60_000,
    )

    it('ends a run between two events although they ask nothing', async () => {
      const query = await open(any("'x'.repeat(1e6)"))
      await query.load(bodies(...Array.from({ length: 100 }, () => ({}))), [100])
      const outcome = await query.run(new Map(), { events: 100, milliseconds: 20 })
      expect(outcome).toMatchObject({ more: true })
      expect(outcome.finished).toBeLessThan(90)
      query.close()
    })
  })

  it.each([
    ["const name = 'link' + 'To'; globalThis[name] = spy"],
    ["const name = 'link' + 'To'; (function () { this[name] = spy })()"],
    ["const name = 'link' + 'To'; glob\\u0061lThis[name] = spy"],
    ['linkTo = spy'],
    ['[linkTo] = [spy]'],
    ["Function('spy', 'linkTo = spy')(spy)"],
    ["(0, eval)('linkTo = spy')"],
    ["(() => {}).constructor.prototype.call = spy; linkTo.call('a')"],
  ])('finds nothing of the language in the event behind %s', async (replacement) => {
    const spy = `const spy = (stream, event) => { for (let up = event; up; up = Object.getPrototypeOf(up)) seen.push('batch' in up) }`
    const source = `const seen = []; ${spy}; fromAll().when({ $init: () => { try { ${replacement} } catch (x) {} return {} },
      T(s, e) { linkTo('x', e) }, U: (s) => ({ seen }) })`
    const { fault, states } = await run(source, [queryEvent(), queryEvent({ type: 'U', number: 1 })])
    expect(fault).toBeUndefined()
    expect(states.get('')!.state).not.toContain('true')
  })

  it('gets no more memory than the limit says, wherever it takes it', async () => {
    const hoard =
      'const all = []; try { for (;;) all.push(new Uint8Array(1e6)) } catch (x) {} const n = all.length; all.length = 0; return { n }'
    const { n } = JSON.parse(((await states(any(hoard), bodies({}), { executionTimeout: 20_000 })) as Record<string, string>)['']!) as {
      n: number
    }
    expect(n).toBeGreaterThan(100)
    expect(n).toBeLessThan(270)
  }, 60_000)

  describe('the log', () => {
    const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0)

    it('keeps some lines of one event, and says how many it left out', async () => {
      const { logs } = await run(any("for (let i = 0; i < 1000; i += 1) log('line ' + i)"), bodies({}), { executionTimeout: 5000 })
      expect(logs).toHaveLength(201)
      expect(logs[199]).toBe('line 199')
      expect(logs[200]).toBe('… 800 lines and 6400 characters of the log were left out')
    })

    it('cuts a line that is too long', async () => {
      const { logs } = await run(any("log('x'.repeat(20010)); log(1)"), bodies({}), { executionTimeout: 5000 })
      expect(logs).toEqual(['x'.repeat(20_000), '… 1 line and 11 characters of the log were left out'])
    })

    it('keeps the log of an event that fails', async () => {
      const outcome = await run(any("for (let i = 0; i < 500; i += 1) log(i); throw 'no'"), bodies({}), { executionTimeout: 5000 })
      expect(outcome.fault).toMatchObject({ message: 'no' })
      expect(outcome.logs).toHaveLength(201)
    })

    it('has a budget for all events of a run, too', async () => {
      const events = bodies(...Array.from({ length: 100 }, () => ({})))
      const query = await open(any("for (let i = 0; i < 100; i += 1) log('x'.repeat(100))"))
      await query.load(events, [100])
      const { finished, logs } = await query.run(new Map(), { events: 100, milliseconds: 10_000 })
      expect(finished).toBe(100)
      expect(logs.length).toBeLessThan(1200)
      expect(lengthOf(logs)).toBeLessThan(120_000)
      expect(logs.at(-1)).toBe('… 100 lines and 10000 characters of the log were left out')
      // The next run has one of its own.
      await query.load(bodies({}), [1])
      expect((await query.run(new Map(), { events: 1, milliseconds: 1000 })).logs).toEqual(
        Array.from({ length: 100 }, () => 'x'.repeat(100)),
      )
      query.close()
    })

    it('is told step by step within the same budget', async () => {
      const query = await open(any("for (let i = 0; i < 300; i += 1) log(e.data.i + '/' + i)"), { executionTimeout: 5000 })
      const { steps } = await runAll(query, bodies({ i: 0 }, { i: 1 }), { trace: true })
      for (const [event, step] of steps!.entries()) {
        expect(step.logs).toHaveLength(201)
        expect(step.logs[0]).toBe(`${event}/0`)
        expect(step.logs[200]).toContain('100 lines')
      }
      query.close()
    })

    it('of a flood ends with the time limit, and is as short', async () => {
      const started = performance.now()
      const { fault, logs } = await run(any("const t = 'x'.repeat(1000); for (;;) log(t)"), bodies({}))
      expect(fault).toMatchObject({ kind: 'timeout', event: 0 })
      expect(lengthOf(logs)).toBeLessThan(21_000)
      expect(performance.now() - started).toBeLessThan(6000)
    }, 60_000)
  })

  describe('texts between the sandbox and the page', () => {
    const texts = [
      '{"injected":true},{',
      '"fault":null}\n',
      '\n{"a":1}\n',
      '\0',
      'a\0b',
      '"',
      '\\',
      '\u2028',
      '\ud800',
      '"inlineText":"x"',
      '',
    ]

    it.each(texts)('stay apart where the state is %j', async (text) => {
      const literal = JSON.stringify(text)
      const source = `fromAll().partitionBy((e) => e.data.k).when({ $any: (s, e) => { if (e.data.k === 'b') return { n: 1 }; return ${literal} } })`
      const outcome = await states(source, bodies({ k: 'a' }, { k: 'b' }, { k: 'c' }))
      // A state that is a text is stored as it is, as on the server.
      expect(outcome).toEqual({ a: text.toWellFormed(), b: '{"n":1}', c: text.toWellFormed() })
    })

    it.each(texts)('stay apart where %j is emitted, logged, a name or an error', async (text) => {
      const name = `x${text}`
      const literal = JSON.stringify(name)
      const source = `fromAll().partitionBy((e) => ${literal}).when({ $any: (s, e) => {
        log(${literal}); emit(${literal}, ${literal}, { [${literal.replaceAll('\\ud800', '')}]: ${literal} }, { m: ${literal} }); s.n = 1
        if (e.data.i === 1) throw ${literal} } })`
      const outcome = await run(source, bodies({ i: 0 }, { i: 1 }))
      const written0 = written(outcome)
      expect(written0).toHaveLength(1)
      expect(written0[0]!.startsWith(`0 ${name} ${name} {"x`)).toBe(true)
      expect(outcome.logs).toEqual([name, name])
      expect([...outcome.states]).toMatchObject([[name, { state: '{"n":1}' }]])
      expect(outcome.fault).toMatchObject({ message: name, event: 1, kind: 'runtime' })
    })
  })
}
