import { expect, test } from 'vitest'
import { crash } from './faults.ts'

test.each([
  ['RangeError', 'Maximum call stack size exceeded', 'stack'],
  ['InternalError', 'too much recursion', 'stack'],
  ['InternalError', 'something else', 'crash'],
  ['RuntimeError', 'unreachable', 'crash'],
])('%s: %s is a fault of the kind %s', (name, message, kind) => {
  expect(crash(Object.assign(new Error(message), { name }))).toMatchObject({ kind, wrapped: true })
})
