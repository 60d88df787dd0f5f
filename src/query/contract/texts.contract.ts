// The stored texts of values (projection-language §16), unaffected by scripts' changes to built-ins.

import { describe, expect, it } from 'vitest'
import type { Running } from './running.fixture.ts'
import { bodies } from './running.fixture.ts'

export function textsContract({ states }: Running): void {
  const textOf = async (value: string, before = ''): Promise<string> => {
    const outcome = await states(`${before}; fromAll().when({ $any: (s) => { s.v = ${value}; return s } })`, bodies({}))
    return typeof outcome === 'string' ? outcome : outcome['']!.replace(/^\{"v":(.*)\}$/s, '$1')
  }

  describe('stored texts', () => {
    it.each([
      ['{ a: undefined, b: [undefined, , null], c: null }', '{"b":[null,null,null],"c":null}'],
      ['[true, false, 5n, "x"]', '[true,false,"5","x"]'],
      ['[0, -0, 1, -1, 1.5, -2.25]', '[0,-0,1,-1,1.5,-2.25]'],
      [
        '[1e16, 99999999999999980, 1e17, -1e17, 12345678901234567890]',
        '[10000000000000000,99999999999999980,1E+17,-1E+17,1.2345678901234567E+19]',
      ],
      [
        '[0.0001, -0.0001, 0.00001, -0.00001234, 1.5e-7, 5e-324, 1.7976931348623157e308]',
        '[0.0001,-0.0001,1E-05,-1.234E-05,1.5E-07,5E-324,1.7976931348623157E+308]',
      ],
      ['[123456.789, 4294967296, -2147483649, 0.1 + 0.2]', '[123456.789,4294967296,-2147483649,0.30000000000000004]'],
      ['"\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001f\\u007f\\u0085"', '"\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001F\\u007F\\u0085"'],
      ['"é漢\\u00ad\\u200b<>&\'+`"', '"é漢\u00ad\u200b<>&\'+`"'],
      ['"\\u00a0\\u2003\\u2028\\u3000\\ufeff\\ue000"', '"\\u00A0\\u2003\\u2028\\u3000\\uFEFF\\uE000"'],
      ['"\\u{1f600}x\\ud800y\\udc00"', '"\\uD83D\\uDE00x\\uFFFDy\\uFFFD"'],
      [
        '{ "a\\"&\'+<>`b": 1, "é": 2, "\\\\": 3, "\\n": 4, "\\u{1f600}": 5 }',
        '{"a\\u0022\\u0026\\u0027\\u002B\\u003C\\u003E\\u0060b":1,"\\u00E9":2,"\\\\":3,"\\n":4,"\\uD83D\\uDE00":5}',
      ],
      ['{ ["__proto__"]: 1, "": 2 }', '{"__proto__":1,"":2}'],
      ['[new Date(0), new Map([[1, 2]]), new Set([1]), new Uint8Array(3), Promise.resolve(1), new Number(5)]', '[{},{},{},{},{},{}]'],
      ['[new String("ab"), /x/g, Object.create({ inherited: 1 })]', '[{"length":2},{"lastIndex":0},{}]'],
      ['Object.assign(new Date(0), { own: 1 })', '{"own":1}'],
      ['Object.defineProperty({ a: 1 }, "hidden", { value: 2 })', '{"a":1,"hidden":2}'],
      ['Object.assign([1, 2], { extra: 3 })', '[1,2]'],
      ['{ toJSON() {}, toString: 1 } && { v: { toJSON: 5 } }', '{"v":{"toJSON":5}}'],
      [
        '[(a) => 1, Array.from, parseInt.bind(null)]',
        '[{"length":1,"name":""},{"length":1,"name":"from"},{"length":2,"name":"bound parseInt"}]',
      ],
      ['[new Proxy({ a: 1 }, {}), new Proxy([1], {}), Proxy.revocable({ a: 1 }, {}).proxy]', '[{},{},{}]'],
      ['new (class { #hidden = 1; shown = 2; get accessor() { return 3 } method() {} })()', '{"shown":2}'],
    ])('%s', async (value, expected) => {
      expect(await textOf(value)).toBe(expected)
    })

    const nullReference = 'Object reference not set to an instance of an object.'
    const outOfBounds = 'Index was outside the bounds of the array.'
    it.each([
      ['NaN', expect.stringMatching(/^\.NET number values such as positive and negative infinity cannot be written as valid JSON\./)],
      ['-Infinity', expect.stringMatching(/^\.NET number values/)],
      ['Symbol("x")', 'Cannot serialize Symbol as primitive'],
      ['{ [Symbol("x")]: 1 }', 'Expected string but got Symbol'],
      ['Math', 'Expected string but got Symbol'],
      ['{ get a() { return 1 } }', nullReference],
      ['Object.defineProperty({}, "a", { get: () => 1 })', nullReference],
      ['{ m() {} }', nullReference],
      ['async function () {}', nullReference],
      ['function () {}', outOfBounds],
      ['class {}', outOfBounds],
      ['(function () { return arguments })(1)', outOfBounds],
      ['{ "\\ud800": 1 }', 'Cannot transcode invalid UTF-16 string to UTF-8 JSON text.'],
    ])('%s faults', async (value, message) => {
      expect(await textOf(value)).toEqual(message)
    })

    it('nest 64 deep and no deeper', async () => {
      const nest = 'const nest = (n) => n === 0 ? 1 : [nest(n - 1)]'
      expect(await textOf('nest(63)', nest)).toBe(`${'['.repeat(63)}1${']'.repeat(63)}`)
      expect(await textOf('nest(64)', nest)).toBe(outOfBounds)
      expect(await textOf('loop', 'const loop = {}; loop.self = loop')).toBe(outOfBounds)
    })

    it('do not depend on changes of a script to built-ins', async () => {
      const vandal = `
        Object.prototype.toJSON = Array.prototype.toJSON = () => 'hacked'
        Object.defineProperty(Object.prototype, 'length', { set() { throw 'set' }, get() { return 99 } })
        for (const i of [0, 1, 2]) Object.defineProperty(Array.prototype, i, { set() { throw 'set' }, get() { return 'hole' } })
        Array.prototype[Symbol.iterator] = Map.prototype.get = RegExp.prototype.exec = () => { throw 'called' }
        Function.prototype.toString = String.prototype.concat = String.prototype.charCodeAt = Reflect.ownKeys = () => 'x'
        Object.prototype.get = Object.prototype.value = Object.prototype.enumerable = 1
        JSON.stringify = JSON.parse = String = Map = Reflect = undefined`
      const source = `fromAll().when({ $init: () => ({ n: 0, t: 'é"x"', d: { e: [1, , 'y'] } }), $any: (s, e) => { if (s.n === 0) { ${vandal} }
        s.n += e.data.i; emit('out', 'T', { m: [s.n] }, { k: 'v' }); return s } }).outputState()`
      expect(await states(source, bodies({ i: 1 }, { i: 2 }))).toEqual({ '': '{"n":3,"t":"é\\"x\\"","d":{"e":[1,null,"y"]}}' })
    })
  })
}
