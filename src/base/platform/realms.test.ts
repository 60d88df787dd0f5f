import { runInNewContext, runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { isBytes, isDate, isDomException, isError, isErrorNamed, isMap, isObject, isPlainObject, isRegExp, isSet } from './realms.ts'

const checks = { isMap, isSet, isBytes, isDate, isRegExp, isError, isDomException }
const found = (value: unknown): string[] =>
  Object.entries(checks)
    .filter(([, check]) => check(value))
    .map(([name]) => name)

const values: readonly [code: string, checks: readonly string[]][] = [
  ['new Map()', ['isMap']],
  ['new Set()', ['isSet']],
  ['new Uint8Array(8)', ['isBytes']],
  ['new Date(NaN)', ['isDate']],
  ['/a/u', ['isRegExp']],
  ['new TypeError("t")', ['isError']],
  ['new (class Own extends Error {})()', ['isError']],
  // Neighbours that are none of these.
  ['new WeakMap()', []],
  ['new SharedArrayBuffer(8)', []],
  ['new DataView(new ArrayBuffer(8))', []],
  ['new Float64Array(1)', []],
  ['({ name: "Error", message: "m" })', []],
  ['[]', []],
  ['"Map"', []],
  ['null', []],
  ['undefined', []],
]

describe.each([
  ['this realm', (code: string) => runInThisContext(`(${code})`) as unknown],
  ['another realm', (code: string) => runInNewContext(`(${code})`) as unknown],
])('a value of %s', (_realm, make) => {
  test.each(values)('%s', (code, expected) => expect(found(make(code))).toEqual(expected))

  test('is known by the name of its error', () => {
    const error = make('(() => { try { JSON.parse("{") } catch (error) { return error } })()')
    expect(isErrorNamed(error, 'SyntaxError')).toBe(true)
    expect(isErrorNamed(error, 'TypeError')).toBe(false)
    expect(isErrorNamed({ name: 'SyntaxError', message: '' }, 'SyntaxError')).toBe(false)
  })

  test.each([
    ['({})', true],
    ['Object.create(null)', true],
    ['JSON.parse("{}")', true],
    ['[]', false],
    ['new Map()', false],
    ['new (class Own {})()', false],
  ])('%s is plain: %s', (code, plain) => expect(isPlainObject(make(code))).toBe(plain))

  test('is an object, or none', () => {
    expect(['({})', '[]', 'null', '"a"', '(() => {})'].map((code) => isObject(make(code)))).toEqual([true, true, false, false, false])
  })
})

test('an exception of the platform is an error', () => {
  const aborted: unknown = AbortSignal.abort().reason
  expect(found(aborted)).toEqual(['isError', 'isDomException'])
  expect(isErrorNamed(aborted, 'AbortError')).toBe(true)
})

test('an exception of the platform may have its own class and tag', () => {
  class QuotaExceeded extends DOMException {
    get [Symbol.toStringTag](): string {
      return 'QuotaExceededError'
    }
  }
  expect(found(new QuotaExceeded('full', 'QuotaExceededError'))).toEqual(['isError', 'isDomException'])
})

test("bytes may be one of Node's buffers", () => expect(isBytes(Buffer.from('a'))).toBe(true))
