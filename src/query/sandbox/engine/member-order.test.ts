import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { expect, test } from 'vitest'
import { memberOrder } from './member-order.ts'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)

/** The order of an object's members in the engine's binary JSON. */
function orderOf(script: string): string[] | undefined {
  using context = quickjs.newContext()
  using object = context.unwrapResult(context.evalCode(`(() => { ${script} })()`))
  using encoded = context.encodeBinaryJSON(object)
  using bytes = context.getArrayBuffer(encoded)
  return memberOrder(bytes.value)
}

test.each([
  ['return { b: 1, 2: 1, a: 1, 1: 1 }', ['b', '2', 'a', '1']],
  ['return {}', []],
  ['var o = { a: 1, 5: 2 }; delete o.a; o.z = 1; o.a = 2; o[0] = 3; return o', ['5', 'z', 'a', '0']],
  ['return JSON.parse(\'{"b":3,"10":4,"2":5}\')', ['b', '10', '2']],
  ['return { length: 1, 2147483647: 1, 2147483648: 2, "-1": 3, "01": 4 }', ['length', '2147483647', '2147483648', '-1', '01']],
  ['return { ü: 1, 漢: 2, "😀": 3, 7: 4 }', ['ü', '漢', '😀', '7']],
  [
    'return { z: { y: [1, , "x", null, undefined, true, -5, 1.5, 12345678901234567890n, -1n], 1: {} }, d: new Date(5), s: "漢", 3: 1e300 }',
    ['z', 'd', 's', '3'],
  ],
  ['return { n: new Number(5), t: new String("a"), 1: 1 }', ['n', 't', '1']],
])('%s', (script, names) => expect(orderOf(script)).toEqual(names))

test('another form is not read', () => {
  expect(memberOrder(new Uint8Array([6, 0, 8, 0]))).toBeUndefined()
  expect(memberOrder(new Uint8Array([5, 0, 9, 0]))).toBeUndefined()
  expect(memberOrder(new Uint8Array([5, 0, 8, 1]))).toBeUndefined()
  expect(memberOrder(new Uint8Array([5, 0, 8, 1, 2, 1]))).toBeUndefined()
  expect(orderOf('return { a: new Uint8Array(1), 1: 2 }')).toBeUndefined()
})

test('values nested too deep to be stored are left alone', () => {
  expect(orderOf('var o = {}; for (var i = 0; i < 100; i++) o = { a: o }; return { b: o, 1: 1 }')).toBeUndefined()
})
