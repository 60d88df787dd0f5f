import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../base/release/releases.ts'
import { checkSource, prepareSource } from './prepare.ts'
import { evaluate, outcomeOf } from '../built-ins/sandbox.fixture.ts'

const old = { language: factsOf('23.10').language }

const value = (expected: unknown) => ({ value: expected })
const thrown = (message: string, name: string = 'TypeError') => ({ message, name })

describe('texts that are no JavaScript', () => {
  test.each([
    ['({ A: 1 B: 2 }).B', value(2)],
    ['Math.max(1 5)', value(5)],
    ['var r = 0; if (1 x\nr', value(0)],
    ['var n = 0; while (n++ < 2 x\nn', value(3)],
    ['var n = 0; for (; n < 3; n++ }\nn', value(3)],
    ['if (0', value(undefined)],
    ['({ A: 1; B: 2 }).B', value(2)],
    ['({ m() { return 1 } n() { return 2 } }).n()', value(2)],
    ['var x = 3; x /* to the end', value(3)],
    ['var r = []; if (1) return { a: r.push(1), b: r.push(2) }', value(undefined)],
    ['var f = function () { return 5 }\nreturn f() // done', value(undefined)],
    ['let a = 1; var a = 2; a', value(2)],
    ['var a = 1; let a; a', value(1)],
    ['class a {} var a; typeof a', value('function')],
    ['var a; class a {} typeof a', value('function')],
    ['const { a } = { a: 1 }; var a; a', value(1)],
    ['var n = 0; if (n === 0) return () => n\nn = 1', value(undefined)],
    ['var x; return x = 5', value(undefined)],
    ['new.target === undefined', value(true)],
    ['if (1) class A {}', value(undefined)],
    ['while (0) function f() {}', value(undefined)],
    ['({ get a(x) { return 4 } }).a', value(4)],
    ['var r = []; ({ set a() { r.push(1) } }).a = 5; r.length', value(1)],
    ['@dec class A {}; typeof A', value('function')],
    ['@dec.inner(1) class A {}; typeof A', value('function')],
    ['0_1', value(1)],
    ["'use strict'; '\\101\\60z'", value('A0z')],
    ['class A { #x = 1; #x = 2; m() { return typeof this.#x } } new A().m()', value('number')],
    ['var a; [...a,] = [1, 2]; a', value([1, 2])],
    ['#!/usr/bin/env node\n7', value(7)],
    ['<!-- a comment\n7', value(7)],
  ])('%s', async (source, outcome) => expect(await outcomeOf(source)).toEqual(outcome))

  test.each([
    ['1 = 2', thrown('not a valid reference', 'ReferenceError')],
    ['var a = null; a?.b = 1', thrown('not a valid reference', 'ReferenceError')],
    ['function f() {}; f() = 1', thrown('not a valid reference', 'ReferenceError')],
    ['1++', thrown('Invalid left-hand side expression', 'TypeError')],
    ['x++ = 1', thrown('x is not defined', 'ReferenceError')],
    ['--f()', thrown('f is not defined', 'ReferenceError')],
    ['var a = {}; a?.b.c = 1', thrown('not a valid reference', 'ReferenceError')],
    ['var a = {}; ++a?.b.c', thrown('Invalid left-hand side expression', 'TypeError')],
    ["'use strict'; var x; delete x", thrown('Delete of an unqualified identifier in strict mode.', 'SyntaxError')],
    ['(function () { super.x })()', thrown("Cannot read property 'x' of undefined")],
    ['for (1 of [2]) {}', thrown("Unable to cast object of type 'Esprima.Ast.Literal' to type 'Esprima.Ast.Identifier'.", 'HostError')],
    ['let a; let a', thrown("Identifier 'a' has already been declared", 'definition')],
    ['const { a } = { a: 1 }; let a', thrown("Identifier 'a' has already been declared", 'definition')],
    ['class A {} const A = 1', thrown("Identifier 'A' has already been declared", 'definition')],
    ["import('x')", thrown('Module loading has been disabled, you need to enable it in engine options', 'HostError')],
  ])('%s fails while it runs', async (source, outcome) => expect(await outcomeOf(source)).toMatchObject(outcome))
})

test('a return at the top level ends the query, whose names stay', async () => {
  const prepared = await prepareSource(
    "'use strict'; var x = 1; let y = () => x; function z() { return y() } if (x) { return z() } x = 2",
    old,
  )
  if ('kind' in prepared) throw new Error(prepared.message)
  expect(evaluate(prepared.code, 'x')).toEqual(value(1))
})

describe('syntax errors', () => {
  test.each([
    ['fromAll(', 'Line 1: Unexpected end of input', 1, 9],
    ['var x = ;', 'Line 1: Unexpected token ;', 1, 9],
    ['\n\na b', 'Line 3: Unexpected identifier', 3, 3],
    ['a 1', 'Line 1: Unexpected number', 1, 3],
    ["a 'b'", 'Line 1: Unexpected string', 1, 3],
    ['"abc', 'Line 1: Unexpected token ILLEGAL', 1, 1],
    ['f(%7B)', 'Line 1: Unexpected token ILLEGAL', 1, 3],
    ['x = @', 'Line 1: Unexpected token ILLEGAL', 1, 5],
    ['x = 0xg', 'Line 1: Unexpected token ILLEGAL', 1, 7],
    ['5 |> x', 'Line 1: Unexpected token >', 1, 4],
    ['var class', 'Line 1: Unexpected token class', 1, 5],
    ['[1 2]', 'Line 1: Unexpected number', 1, 4],
    ['(function (a b) {})', 'Line 1: Unexpected identifier', 1, 14],
    ['export var x', 'Line 1: Unexpected token', 1, 1],
    ['enum = 1', 'Line 1: Unexpected reserved word', 1, 1],
    ['break', 'Line 1: Illegal break statement', 1, 5],
    ['break\n;', 'Line 2: Illegal break statement', 2, 1],
    ['const x\n, y = 1', 'Line 1: Missing initializer in const declaration', 1, 8],
    ['let { x }\n;', 'Line 2: Unexpected token ;', 2, 1],
    ["'use strict'\nwith ({}) {}", 'Line 1: Strict mode code may not include a with statement', 1, 12],
    ['()\n\nx', 'Line 3: Unexpected identifier', 3, 1],
    ['(a, )\n', 'Line 2: Unexpected end of input', 2, 1],
    ['try {\n}\nx', 'Line 2: Missing catch or finally after try', 2, 1],
    ['`a${ b\n\nc', 'Line 1: Unexpected token ILLEGAL', 1, 6],
    ['({ T() { if (s { return s } } })', 'Line 1: Unexpected token }', 1, 31],
    ['for (;;) { continue foo }', 'Line 1: Undefined label "foo"', 1, 12],
    ['const x', 'Line 1: Missing initializer in const declaration', 1, 8],
    ['try {}', 'Line 1: Missing catch or finally after try', 1, 6],
    ['throw\n1', 'Line 1: Illegal newline after throw', 1, 6],
    ['a: a: 1', 'Line 1: Label "a" has already been declared', 1, 5],
    ['switch (1) { default: default: }', 'Line 1: More than one default clause in switch statement', 1, 30],
    ['class A { constructor() {} constructor() {} }', 'Line 1: A class may only have one constructor', 1, 28],
    ['"\\xg"', 'Line 1: Invalid hexadecimal escape sequence', 1, 4],
    ['"\\u{110000}"', 'Line 1: Undefined Unicode code-point', 1, 5],
    ['/a/zz', 'Line 1: Invalid regular expression flags', 1, 2],
    ['/a', 'Line 1: Invalid regular expression: missing /', 1, 2],
    ['/(/', 'Line 1: Invalid regular expression: /(/: Unterminated group', 1, 2],
    ['x = /a(b/gi', 'Line 1: Invalid regular expression: /a(b/gi: Unterminated group', 1, 6],
    ['`a\nb', 'Line 2: Unexpected token ILLEGAL', 2, 2],
    ["'use strict'; 010", 'Line 1: Decimals with leading zeros are not allowed in strict mode.', 1, 15],
    ["'use strict'; with (a) {}", 'Line 1: Strict mode code may not include a with statement', 1, 13],
    ["'use strict'; eval = 1", 'Line 1: Assignment to eval or arguments is not allowed in strict mode', 1, 15],
    ["'use strict'; var eval", 'Line 1: Variable name may not be eval or arguments in strict mode', 1, 19],
    ["'use strict'; function f(a, a) {}", 'Line 1: Duplicate parameter name not allowed in this context', 1, 29],
    ["'use strict'; var public", 'Line 1: Use of future reserved word in strict mode', 1, 19],
    ['1__0', 'Line 1: Numeric separator is not allowed here', 1, 3],
    ['super()', "Line 1: 'super' keyword unexpected here", 1, 1],
    ['({ __proto__: 1, __proto__: 2 })', 'Line 1: Duplicate __proto__ fields are not allowed in object literals', 1, 18],
    ['for (var a = 1 of b);', "Line 1: 'for-of loop variable declaration may not have an initializer", 1, 6],
    ['f((s) { return s.n })', 'Line 1: Unexpected identifier', 1, 16],
    ['({ if, a })', 'Line 1: Unexpected token ,', 1, 6],
    ['({ T() {} catch\n})', 'Line 2: Unexpected token }', 2, 1],
    ['({a: with})', 'Line 1: Unexpected token with', 1, 6],
    ['\\u{61}b if', 'Line 1: Unexpected token if', 1, 9],
    ['n++++', 'Line 1: Unexpected token ++', 1, 4],
    ['import.meta', "Line 1: Cannot use 'import.meta' outside a module", 1, 1],
  ])('%j', async (source, message, line, column) => {
    expect(await prepareSource(source, old)).toEqual({ kind: 'syntax', message, wrapped: false, line, column })
  })
})

describe('an undefined result of an expression', () => {
  const nothing = 'function nothing() {} var log = []; '
  test.each([
    ['nothing().x', undefined],
    ['nothing()[0]', undefined],
    ['nothing()()', undefined],
    ['nothing().x.y', undefined],
    ['nothing().m(log.push(1)); log.length', 0],
    ['(nothing()).x', undefined],
    ['(void 0).x', undefined],
    ['(1 ? undefined : 2).x', undefined],
    ['(null || undefined).x', undefined],
    ['[1].find((x) => x > 1).name', undefined],
    ['new Map().get(1).x.y.z()', undefined],
    ['typeof nothing().x', 'undefined'],
    ['nothing().x || "else"', 'else'],
    ["'a-b'.split('-')[1].toUpperCase().length", 1],
    ['var o = { m() { return this.v }, v: 3 }; (() => o)().m()', 3],
    ['(function () { return function () { return this === globalThis } })()()', true],
    ["(function () { return function () { 'use strict'; return this === undefined } })()()", true],
    ['(() => (a) => (b) => a + b)()(1)(2)', 3],
    ['(() => [5])().map((x) => nothing().y ?? x)[0]', 5],
    ['var a = 1\nnothing().x\na', 1],
    ['if (nothing().x) log.push(1); else nothing().y\nlog.length', 0],
    ['for (var i = 0; i < 2; i++) nothing().z', undefined],
    ['`${nothing().x}`', 'undefined'],
    ['var { x = 4 } = { x: nothing().y }; x', 4],
    ['(() => ({ a: { b: 2 } }))()?.a.b', 2],
    ['var o = null; o?.f().x', undefined],
    ['var o = {}; o?.a.b.c()', undefined],
    ['var o = { a: null }; o?.a.b', undefined],
    ['var o = { f: () => null }; o.f?.().x', undefined],
    ['var o = {}; (o?.a).b', undefined],
    ['var o = {}; delete o?.a.b', true],
    ['var o = { a: {}, l: [1] }; o?.n = 1; o.a?.m = 2; o?.["n"]++; o.l?.[0] += 2; o', { a: { m: 2 }, l: [3], n: 2 }],
    ['var o = { a: { m() { return this.v }, v: 3 } }; o?.a.m()', 3],
    ['delete nothing().x', true],
    ['var o = { n: 1, m() { return this } }, f = () => o; f().n += 1; f().m().n++; ++f().n; f().p = f().n\ndelete f().n; o', { p: 4 }],
    ['var o = { m() { return this.v }, v: 3 }; ((() => o)().m)() + ((() => ({ o }))().o?.m)() + ((() => [1, 2])().join)("-")', '61-2'],
    ['class A { m() { return nothing() } } class B extends A { m() { return super.m().x } }; new B().m()', undefined],
  ])('%s', async (source, expected) => expect(await outcomeOf(nothing + source)).toEqual(value(expected)))

  test.each([
    ['(() => null)().x', "Cannot read property 'x' of null"],
    ['(() => ({}))().x.y', "Cannot read property 'y' of undefined"],
    ['var v = nothing(); v.x', "Cannot read property 'x' of undefined"],
    ['nothing().x = 1', 'not a valid reference'],
    ['nothing().x.y += 1', 'not a valid reference'],
    ['(nothing().x) = 1', 'not a valid reference'],
    ['nothing().x++', 'Invalid left-hand side expression'],
    ['--nothing()[0]', 'Invalid left-hand side expression'],
    ['var o = { a: {} }; o?.a.b.c', "Cannot read property 'c' of undefined"],
    ['var o = { a: {} }; o.a?.b()', "Property 'b' of object is not a function"],
    ['(() => null)().x = 1', "Cannot read property 'x' of null"],
    ['[nothing().x] = [1]', "Cannot read property 'x' of undefined"],
  ])('%s still throws', async (source, message) => expect(await outcomeOf(nothing + source)).toMatchObject({ message }))
})

describe('generators and await', () => {
  const order = 'var r = []; '
  test.each([
    ['function* g() { r.push(1); return 2 } g() + r.length', 3],
    ['({ *g() { return 5 } }).g()', 5],
    ['class A { static *[Symbol.iterator]() { return 6 } }; A[Symbol.iterator]()', 6],
    ["async function f() { r.push('a'); await null; r.push('c') } f(); r.push('b'); r.join('')", 'acb'],
    ['var f = async () => { r.push(await Promise.resolve(1)); r.push((await { then(k) { k(2) } }) + 1) }; f(); r', [1, 3]],
    ["(async () => { try { await Promise.reject('no') } catch (x) { r.push(x) } })(); r[0]", 'no'],
    ['(async () => { for await (const x of [1, Promise.resolve(2)]) r.push(x) })(); r', [1, 2]],
    ['async function f() { return 1 } f() instanceof Promise', true],
    ['Promise.resolve(1).then(() => r.push(1)); r.length', 0],
    ['(async () => { var p = Promise.resolve().then(() => r.push(1)); await p })(); r.length', 1],
    ['var await = 1, yield = 2; await + yield', 3],
  ])('%s', async (source, expected) => expect(await outcomeOf(order + source)).toEqual(value(expected)))

  const yields = "unsupported expression type 'YieldExpression' (Parameter 'expression')"
  test.each([
    ['function* g() { yield 1 } g()', yields],
    ['Array.from({ *g() { yield* [1] } }.g())', yields],
    ['(function* () { r.push(1); if (r.length) yield r })()', yields],
  ])('%s', async (source, message) => expect(await outcomeOf(order + source)).toMatchObject({ name: 'HostError', message }))

  test('a promise that stays pending cannot be waited for', async () => {
    const outcome = await outcomeOf('var caught; (async () => { await new Promise(() => {}) })().catch((x) => (caught = x)); 1')
    expect(outcome).toEqual(value(1))
  })
})

test('an error of the engine reaches the reaction of a promise with its text', async () => {
  const source = 'var r; (async () => { await Promise.resolve().then(() => null.x).catch(({ message }) => { r = message }) })(); r'
  expect(await outcomeOf(source)).toEqual(value("Cannot read property 'x' of null"))
})

describe('multiplying, dividing and remainders in place', () => {
  test.each([
    ['var o = { n: 6 }; o.n *= 2; o.n /= 3; o.n %= 3; o', { n: 1 }],
    ['var o = {}; o.n *= 2; o.n', undefined],
    ['var n = 2, o = {}; n /= o.missing; n', undefined],
    ["var o = { n: 2 }; o['n'] %= undefined; o.n", undefined],
    ['var o = { n: 2 }; o.n -= undefined; o.n', NaN],
    ['var o = { n: 2, m: 3 }; o.n *= o.m *= 2', 12],
  ])('%s', async (source, expected) => expect(await outcomeOf(source)).toEqual(value(expected)))
})

test('a quoted __proto__ is a member', async () => {
  expect(await outcomeOf("Object.keys({ '__proto__': 1 })")).toEqual(value(['__proto__']))
})

describe('functions in blocks', () => {
  test.each([
    ['if (true) { function f() { return 1 } } typeof f', 'undefined'],
    ['{ function f() { return 1 } var r = f() } r + typeof f', '1undefined'],
    ['try { function f() {} var n = f.name } catch (x) {} n', 'f'],
    ['{ var r = f(); function f() { return 2 } } r', 2],
    ["(function () { 'use strict'; { function f() {} } return typeof f })()", 'undefined'],
    ['function f() { return 3 } { function f() { return 4 } } f()', 3],
  ])('%s', async (source, expected) => expect(await outcomeOf(source)).toEqual(value(expected)))
})

describe('regular expressions that cannot be converted', () => {
  test('fail when they are evaluated', async () => {
    const message =
      'Unsupported regular expression. Cannot convert regular expression to an equivalent System.Text.RegularExpressions.Regex: ' +
      '/^\\p{Script=Greek}+$/u: Inconvertible Unicode property escape'
    expect(await outcomeOf('/^\\p{Script=Greek}+$/u.test("α")')).toMatchObject({ name: 'SyntaxError', message })
    expect(await outcomeOf('function f() { return /a/v } 1')).toEqual(value(1))
    expect(await outcomeOf('/\\p{L}/u.test("ä")')).toEqual(value(true))
  })
})

describe('places', () => {
  const placeOf = async (source: string) => {
    const prepared = await prepareSource(source, old)
    if ('kind' in prepared) throw new Error(prepared.message)
    const outcome = evaluate(prepared.code)
    return 'stack' in outcome ? prepared.locate(outcome.stack) : outcome
  }

  test.each([
    ['undefinedName', 1, 1],
    ['var a = 1\n\n  undefinedName', 3, 3],
    ['var o = {}\nfunction f() {\n  return o.list[o.key].x\n}\nf()', 3, 16],
    ['function f() { return [1] }\nf().map(String).join(); undefinedName', 2, 25],
    ["'😀😀'; undefinedName", 1, 9],
    ['try { 1 } catch ({ message }) { 2 }; undefinedName', 1, 38],
    ['[1].map(function () {\n  return null.x\n})', 2, 14],
    ['throw new Error("x")', 1, 16],
    ['#!x\nundefinedName', 2, 1],
  ])('%j', async (source, line, column) => expect(await placeOf(source)).toEqual({ line, column }))

  test('are left out where the engine knows none', async () => {
    expect(await placeOf('var a = { undefinedName }')).toBeUndefined()
  })
})

test('a check of a text ends where parsing it takes longer than a definition may', async () => {
  for (const release of ['23.10', '26.2'] as const)
    expect(await checkSource(`x.y(1);\n`.repeat(500_000), factsOf(release).language)).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/^Projection script took too long to compile \(took: .*, allowed: 00:00:00\.5000000$/) as string,
    })
  expect(await checkSource('fromAll()')).toBeUndefined()
})
