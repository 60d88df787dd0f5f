import { describe, expect, test } from 'vitest'
import { evaluatePlain } from './plain-sandbox.fixture.ts'
import { evaluate, valueOf } from './sandbox.fixture.ts'

describe('every replacement looks like a built-in', () => {
  const replaced = [
    'Array.from',
    'Array.prototype.sort',
    'Array.prototype.toSorted',
    'BigInt',
    'Date',
    'Date.parse',
    'Date.prototype.getHours',
    'Date.prototype.setMonth',
    'Date.prototype.toISOString',
    'Date.prototype.toLocaleString',
    'Function',
    'Function.prototype.toString',
    'JSON.parse',
    'Number.prototype.toFixed',
    'Number.prototype.toLocaleString',
    'Object.defineProperty',
    'RegExp',
    'RegExp.prototype.test',
    'String',
    'String.fromCodePoint',
    'String.prototype.localeCompare',
    'String.prototype.toUpperCase',
    'WeakMap.prototype.set',
    'escape',
    'eval',
    'isFinite',
  ]
  /** Attributes and text of the function at a path, in a sandbox. */
  const describeScript = (path: string) => `(() => {
    const names = ${JSON.stringify(path.split('.'))}
    const holder = names.slice(0, -1).reduce((object, name) => object[name], globalThis)
    const { value, ...attributes } = Object.getOwnPropertyDescriptor(holder, names.at(-1))
    const own = (name) => Object.getOwnPropertyDescriptor(value, name)
    const constructs = (() => { try { Reflect.construct(Object, [], value); return true } catch { return false } })()
    return { attributes, name: own('name'), length: own('length'), constructs: constructs && value !== BigInt, text: String(value) }
  })()`

  test.each(replaced)('%s', (path) => {
    const { text, ...looks } = valueOf(describeScript(path)) as { text: string }
    const { text: _, ...original } = evaluatePlain(describeScript(path)) as { text: string }
    expect(looks).toEqual(original)
    expect(text).toBe(`function ${path.split('.').at(-1)}() { [native code] }`)
  })
})

describe('functions', () => {
  test.each([
    ['function f(a) { return a }; String(f)', 'function f() { [native code] }'],
    ['String(function () {})', 'function () { [native code] }'],
    ['String(() => 1)', 'function () { [native code] }'],
    ['var f = () => 1; String(f)', 'function f() { [native code] }'],
    ['var f = async (a = (1), {b}) => ({}); String(f)', 'function f() { [native code] }'],
    ['String(Math.max.bind())', 'function () { [native code] }'],
    ['String({ m(a) { return () => a } }.m)', 'function m() { [native code] }'],
    ['String(class A { static #x = (a) => a })', 'function A() { [native code] }'],
    ['String(Math.max)', 'function max() { [native code] }'],
    ['var f = function g() {}; f + ""', 'function g() { [native code] }'],
  ])('%s', (script, text) => expect(valueOf(script)).toBe(text))

  test.each([
    "eval('1')",
    "(0, eval)('1')",
    "new Function('return 1')",
    "Function('return 1')",
    "(function () {}).constructor('return 1')",
    '(async () => {}).constructor("return 1")',
    'Object.getPrototypeOf(function* () {}).constructor("yield 1")',
    "Reflect.construct(Function, ['return 1'])",
    "new ShadowRealm().evaluate('1')",
  ])('%s is refused', (script) => {
    expect(evaluate(script)).toMatchObject({ name: 'TypeError', message: 'String compilation has been disabled in engine options' })
  })

  test('eval returns values other than text, and functions stay functions', () => {
    expect(
      valueOf('[eval(5), eval() ?? null, (() => 1) instanceof Function, Function.prototype.constructor === Function, Function.length]'),
    ).toEqual([5, null, true, true, 1])
  })
})

describe('the global object', () => {
  test('has the names of the server', () => {
    const names = ['Intl', 'Iterator', 'Float16Array', 'InternalError', 'performance', 'queueMicrotask', 'ShadowRealm']
    expect(valueOf(`${JSON.stringify(names)}.map((name) => typeof globalThis[name])`)).toEqual([
      ...names.slice(0, -1).map(() => 'undefined'),
      'function',
    ])
    expect(valueOf(`['Atomics', 'SharedArrayBuffer'].map((name) => [name in globalThis, typeof globalThis[name]])`)).toEqual([
      [true, 'undefined'],
      [true, 'undefined'],
    ])
    expect(valueOf('Object.keys(globalThis)')).toEqual([])
  })

  test('has an `isFinite` for one argument only', () => {
    expect(valueOf("[isFinite(1), isFinite('2'), isFinite(NaN), isFinite(1, 2), isFinite()]")).toEqual([true, true, false, false, false])
    expect(valueOf('[1, 2].filter(isFinite)')).toEqual([])
  })

  test('keeps no helper of the bridge', () => {
    const own = 'Object.getOwnPropertyNames(globalThis).filter((name) => /rillbox|bridge|replac|host/i.test(name))'
    expect(valueOf(own)).toEqual([])
  })

  test.each([
    'Set.prototype.union',
    'Set.groupBy',
    'Promise.try',
    'Array.fromAsync',
    'ArrayBuffer.prototype.transfer',
    'ArrayBuffer.prototype.resize',
    'Error.captureStackTrace',
    'Error.stackTraceLimit',
    'String.prototype.bold',
    'RegExp.prototype.compile',
    'RegExp.escape',
    'Date.prototype.toGMTString',
    'Math.f16round',
    '[].values().map',
    'Map.prototype.getOrInsert',
  ])('%s is missing', (path) => expect(valueOf(`typeof ${path}`)).toBe('undefined'))

  test.each([
    '[].toSorted',
    '[].findLast',
    'Object.groupBy',
    'Map.groupBy',
    'Promise.withResolvers',
    '"".isWellFormed',
    'WeakRef',
    '"".at',
  ])('%s is there', (path) => expect(valueOf(`typeof ${path}`)).toBe('function'))
})

describe('JSON.parse', () => {
  test('reads with the parser of the runtime and revives', () => {
    expect(
      valueOf(
        `JSON.parse('{"a":[1,2],"b":3}', function (key, value) { return value === 2 ? undefined : key === 'b' ? Object.keys(this) : value })`,
      ),
    ).toEqual({
      a: [1, null],
      b: ['a', 'b'],
    })
    expect(valueOf('JSON.parse(5)')).toBe(5)
    expect(evaluate('JSON.parse()')).toMatchObject({ name: 'SyntaxError' })
  })
})
