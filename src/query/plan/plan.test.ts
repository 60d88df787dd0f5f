import { expect, test } from 'vitest'
import { prepareSource } from '../dialect/source/prepare.ts'
import { planOf } from './plan.ts'

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
