import { describe, expect, test } from 'vitest'
import { outcomeOf } from './sandbox.fixture.ts'

const texts: readonly (readonly [source: string, message: string])[] = [
  ['s.a.b', "Cannot read property 'b' of undefined"],
  ['null.x', "Cannot read property 'x' of null"],
  ['s.a.b = 1', "Cannot read property 'b' of undefined"],
  ['s.a[0]', "Cannot read property '0' of undefined"],
  ["s.a['x y']", "Cannot read property 'x y' of undefined"],
  ["var k = 'key'; s.a[k]", "Cannot read property 'key' of undefined"],
  ["var k = 'key'; s.a[k]++", "Cannot read property 'key' of undefined"],
  ["var k = 'key'; s.a[k] = 1", "Cannot read property 'key' of undefined"],
  ['var k = [2]; s.a[k[0], k[0]]', "Cannot read property '2' of undefined"],
  ['s.a.b.c()', "Cannot read property 'b' of undefined"],
  ['f()', 'f is not defined'],
  ['var f; f()', "Property 'f' of object is not a function"],
  ['s.f()', "Property 'f' of object is not a function"],
  ['s.o.b(1, 2)', "Property 'b' of object is not a function"],
  ['s.o\n  .b(1, 2)', "Property 'b' of object is not a function"],
  ['(s.f)()', "Property 'f' of object is not a function"],
  ['s?.f()', "Property 'f' of object is not a function"],
  ['[][0]()', "Property '0' of object is not a function"],
  ["s['f']()", "Property 'f' of object is not a function"],
  ["var k = 'm', t = ['n']; s[k](t[0])", "Property 'm' of object is not a function"],
  ["var k = 'm'; s.a[k]()", "Cannot read property 'm' of undefined"],
  ['(function () { return s.f() })()', "Property 'f' of object is not a function"],
  ['(function () { return 1, (s.f)(2) })()', "Property 'f' of object is not a function"],
  ["var k = 'm'; (function () { return s[k]() })()", "Property 'm' of object is not a function"],
  ['(function () { return 1() })()', '1 is not a function'],
  ['undefined()', "Property 'undefined' of object is not a function"],
  ['1()', '1 is not a function'],
  ['"abc"()', 'abc is not a function'],
  ['(() => 5)()()', '5 is not a function'],
  ['new (5)()', '5 is not a constructor'],
  ['new s.Foo()', 's.Foo is not a constructor'],
  ['var X = 5; new X', 'X is not a constructor'],
  ['new (() => 1)()', '() => 1 is not a constructor'],
  ['new Math.max()', 'Math.max is not a constructor'],
  ['class A {} A()', "Class constructor  cannot be invoked without 'new'"],
  ['Map()', "Constructor Map requires 'new'"],
  ['Promise()', "Constructor Promise requires 'new'"],
  ['nope', 'nope is not defined'],
  ["'use strict'; nope = 1", 'nope is not defined'],
  ['const k = 1; k = 2', 'Assignment to constant variable.'],
  ['const k = 1; k++', 'Assignment to constant variable.'],
  ['late; let late', 'late has not been initialized'],
  ['var [a] = 5', 'The value is not iterable'],
  ['for (var x of 5);', 'The value is not iterable'],
  ['var x = {}; [...x]', ' is not iterable'],
  ['var x = {}; Math.max(...x)', ' is not iterable'],
  ['[...{}]', ' is not iterable'],
  ['Math.max(1, ...5)', ' is not iterable'],
  ['var { a } = undefined', 'Cannot convert undefined or null to object'],
  ['[...undefined]', 'Cannot convert undefined or null to object'],
  ['Math.max(...null)', 'Cannot convert undefined or null to object'],
  ['Object.keys(undefined)', 'Cannot convert undefined or null to object'],
  ['(function ({ a }) {})()', 'Destructed parameter is null or undefined'],
  ['(([a]) => 1)()', 'Destructed parameter is null or undefined'],
  ['var o = { m({ a }) {} }; o.m()', 'Destructed parameter is null or undefined'],
  ['new Map([1])', "iterator's value must be an object"],
  ['new Array(-1)', 'Invalid array length'],
  ['var a = []; a.length = -1', ''],
  ["'a'.repeat(-1)", 'Invalid count value'],
  ['(1).toFixed(101)', 'fractionDigits argument must be between 0 and 100'],
  ['(1).toExponential(101)', 'fractionDigits argument must be between 0 and 100'],
  ['(1).toPrecision(0)', 'precision must be between 1 and 100'],
  ['(1).toString(1)', 'radix must be between 2 and 36'],
  ['new Date(NaN).toISOString()', ''],
  ['[].reduce(function () {})', ''],
  ["'a'.matchAll(/a/)", ''],
  ["'' + Object.create(null)", ''],
  ['Object.setPrototypeOf(Object.freeze({}), {})', ''],
  ['[1].map(1)', 'Argument must be callable'],
  ['[1].forEach()', 'Argument must be callable'],
  ['[1].find({})', 'Argument must be callable'],
  ['[1].sort(1)', 'The comparison function must be either a function or undefined'],
  ['1n + 1', 'Cannot mix BigInt and other types, use explicit conversions'],
  ['1n / 0n', 'Division by zero'],
  ["BigInt('x')", ' Cannot convert x to a BigInt'],
  ['BigInt(1.5)', 'The number 1.5 cannot be converted to a BigInt because it is not an integer'],
  ["'' + Symbol()", 'Cannot convert a Symbol value to a string'],
  ['+Symbol()', 'Cannot convert a Symbol value to a number'],
  ["new RegExp('(')", 'Line 1: Invalid regular expression: /(/: Unterminated group'],
  ["new RegExp('a', 'zz')", 'Line 1: Invalid regular expression flags'],
  ['var c = {}; c.c = c; JSON.stringify(c)', 'Cyclic reference detected.'],
  ['JSON.stringify(1n)', 'Do not know how to serialize a BigInt'],
  ["decodeURIComponent('%')", 'URI malformed'],
  ["encodeURIComponent('\\ud800')", 'URI malformed'],
  ["'a' in 'abc'", 'in can only be used with an object'],
  ['({}) instanceof 5', "Right-hand side of 'instanceof' is not an object"],
  ['({}) instanceof {}', "Right-hand side of 'instanceof' is not callable"],
  ["'use strict'; Object.freeze({ a: 1 }).a = 2", "Cannot assign to read only property 'a' of [object Object]"],
  ["'use strict'; Object.preventExtensions({}).b = 2", "Cannot assign to read only property 'b' of [object Object]"],
  ["'use strict'; ({ get a() { return 1 } }).a = 2", "Cannot assign to read only property 'a' of [object Object]"],
  ["'use strict'; var o = Object.freeze({ a: 1 }); delete o.a", "Cannot delete property 'a' of [object Object]"],
  ["'use strict'; delete Object.prototype", "Cannot delete property 'prototype' of function Object() { [native code] }"],
  ["Object.defineProperty(Object.freeze({}), 'a', { value: 1 })", 'Cannot redefine property: a'],
  [
    'class B {} class C extends B { constructor() { this.x = 1 } } new C',
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  ],
  ['class C extends 5 {}', 'super class is not a constructor'],
  ['class P { #x; static r(o) { return o.#x } } P.r({})', 'Cannot read private member #x from an object whose class did not declare it'],
  ['class P { #m() {} static r(o) { o.#m() } } P.r({})', 'Cannot read private member #m from an object whose class did not declare it'],
  ['var p = Proxy.revocable({}, {}); p.revoke(); p.proxy.a', "Cannot perform 'a' on a proxy that has been revoked"],
  ['new WeakMap().set(1, 1)', 'WeakMap key must be an object, got 1'],
  ["'a'.replaceAll(/a/, '')", 'String.prototype.replaceAll called with a non-global RegExp argument'],
  ["'a'.normalize('X')", 'The normalization form should be one of NFC, NFD, NFKC, NFKD.'],
  ['String.fromCodePoint(-1)', 'Invalid code point -1'],
  ["eval('1')", 'String compilation has been disabled in engine options'],
  ["throw new Error('mine')", 'mine'],
]

const inQuery = (source: string): string =>
  source.startsWith("'use strict'") ? `'use strict';var s = { o: {} };${source}` : `var s = { o: {} };${source}`

describe('an error that leaves the query', () => {
  test.each(texts)('%s', async (source, message) => {
    expect(await outcomeOf(inQuery(source))).toMatchObject({ message })
  })
})

describe('an error that the query catches', () => {
  // A `let` in front of its declaration would be another one inside the function.
  test.each(texts)('%s', async (source, message) => {
    const body = inQuery(source)
    const caught = `var caught = (function () { try { (function () { ${body.replace(/^'use strict';/, "'use strict'; ")} })() } catch (x) { return x.message } })(); caught`
    expect(await outcomeOf(caught)).toEqual({ value: message })
  })

  test.each([
    ['try { null.x } catch ({ message }) { message }', "Cannot read property 'x' of null"],
    ['try { null.x } catch ({ message: [first, ...rest] }) { first + rest.length }', 'C31'],
    ['try { try { null.x } finally { 1 } } catch (x) { x.message + (x instanceof TypeError) }', "Cannot read property 'x' of nulltrue"],
    ['try { throw "text" } catch (x) { x }', 'text'],
    ['try { null.x } catch { 5 }', 5],
  ])('%s', async (source, value) => expect(await outcomeOf(source)).toEqual({ value }))
})

test('messages of the script itself stay', async () => {
  expect(await outcomeOf("var x = new Error('a'); x.message = 'b'; throw x")).toMatchObject({ message: 'b' })
})
