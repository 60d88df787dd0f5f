import { expect, test } from 'vitest'
import { mayHideMembers } from './plan.ts'

test.each([
  '({ get a() { return 1 } })',
  '({ set ["a"](v) {} })',
  "({ get 'a'() {} })",
  '({a:1,get\n\tb(){}})',
  'class A { static get a() {} }',
  '({ get /* name */ a() {} })',
  "Object.defineProperty(o, 'a', {})",
  'Reflect.defineProperty(o, k, d)',
  "o.__defineGetter__('a', f)",
  'Object.create(p, d)',
  'new Proxy({}, {})',
])('%s may hide members', (source) => {
  expect(mayHideMembers(source)).toBe(true)
})

test.each([
  'fromAll().when({ $any: function (s, e) { s.n += 1 } })',
  'map.get(key); map.set(key, 1)',
  'const get = 1; f({ get: 1, set }, get, set); get = set; [get]; { get }',
  'function get() {} set()',
  'budget = offset + target.reset',
])('%s hides none', (source) => {
  expect(mayHideMembers(source)).toBe(false)
})
