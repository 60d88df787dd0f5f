import { expect, test } from 'vitest'
import { prepareSource } from '../dialect/source/prepare.ts'
import { mayHideMembers, planOf } from './plan.ts'

async function planFor(source: string) {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) throw new Error(prepared.message)
  return planOf(prepared.tree, prepared.codeOf)
}

test('a plan is plain data about functions as the engine has them', async () => {
  const plan = await planFor('fromAll().when({ A(s, e) { s.n = e.data.n ** 2 }, B: (s, { eventType }) => { s.t = eventType } })')
  expect(JSON.parse(JSON.stringify(plan))).toEqual({
    eventReaders: [
      { text: expect.stringMatching(/^A\(s, e\) \{.*e\.data\.n/) as string, members: ['data'], body: { members: { n: true } } },
      { text: '(s, { eventType }) => { s.t = eventType }', members: ['eventType'] },
    ],
    stateUses: {
      users: [
        { text: expect.stringMatching(/^A\(s, e\) \{.*e\.data\.n/) as string, members: ['n'] },
        { text: '(s, { eventType }) => { s.t = eventType }', members: ['t'] },
      ],
      makers: [],
    },
    mayHideMembers: false,
    mayRegisterLate: false,
  })
})

test.each([
  ['fromAll().when({ $any: (s) => { on_any((s) => s) } })', false],
  ['const c = fromAll(); c.when({ $any: (s) => s })', false],
  ['const later = on_any; fromAll().when({ $any: () => later((s) => s) })', true],
  ['const chain = fromAll(); chain["when"]({ $any: (s) => s })', true],
  ['const { when } = fromAll(); when({ $any: (s) => s })', true],
])('%s may register handlers late: %s', async (source, mayRegisterLate) => {
  expect((await planFor(source)).mayRegisterLate).toBe(mayRegisterLate)
})

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
