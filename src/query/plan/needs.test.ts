import { expect, test } from 'vitest'
import { openSandboxedQuery } from '../sandbox/sandboxed-query.ts'
import { everything } from './needs.ts'

async function needsOf(source: string) {
  const opened = await openSandboxedQuery(source, { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: true })
  if ('kind' in opened) throw new Error(opened.message)
  opened.close()
  return opened.needs
}

const nothing = { id: false, created: false, data: false, metadata: false, linkMetadata: false, bodies: undefined }

test.each([
  ['fromAll().when({ $any: (s) => { s.n++ } })', nothing],
  ['fromAll().when({ $any: (s, e) => { s.n = e.eventId + e.streamId } })', { ...nothing, id: true }],
  [
    'fromAll().when({ A: (s, e) => { s.n = e.metadata.x }, B: (s, e) => { s.l = e.linkMetadataRaw } })',
    { ...nothing, metadata: true, linkMetadata: true },
  ],
  ['fromAll().when({ A: (s, e) => { s.n = e.bodyRaw } })', { ...nothing, data: true }],
  ['fromAll().when({ A: (s, e) => { s.n = e.data } })', { ...nothing, data: true }],
  ['fromAll().when({ A: (s, e) => { s.at = e.created } })', { ...nothing, created: true }],
  ['fromAll().partitionBy((e) => e.streamId).when({ $any: (s) => { s.n++ } })', nothing],
  ['fromAll().partitionBy(function (e) { return e.eventType }).when({ $any: (s) => { s.n++ } })', nothing],
  // The body becomes the state.
  ['fromAll().when({ $init: () => ({}) })', { ...nothing, data: true }],
])('%s', async (source, needs) => {
  expect(await needsOf(source)).toEqual(needs)
})

test('tells which parts of bodies each handler reads, and which lead to partitions', async () => {
  const source = 'fromAll().partitionBy((e) => e.data.k).when({ A: (s, e) => { s.n = e.data.n }, B: (s) => { s.n++ } })'
  expect(await needsOf(source)).toEqual({
    ...nothing,
    bodies: {
      path: ['k'],
      types: new Map([
        ['A', { members: { n: true } }],
        ['B', { members: {} }],
      ]),
      others: undefined,
    },
  })
})

test.each([
  ['fromAll().when({ $any: (s, e) => { keep = e } })'],
  ['fromAll().when({ $created: (s, e) => {}, $any: (s) => { s.n++ } })'],
  ['fromAll().partitionBy((e) => e.metadata.k).when({ $any: (s) => { s.n++ } })'],
  ['const late = on_any; fromAll().when({ $any: (s) => { late((s, e) => e.data) } })'],
  ['const chain = fromAll(), late = chain["when"]; chain.when({ $any: (s) => { s.n++ } })'],
  ['Object.defineProperty(Object.prototype, "n", { get() { return this } }); fromAll().when({ $any: (s, e) => e.data.n })'],
])('%s may see everything', async (source) => {
  expect(await needsOf(source)).toEqual(everything)
})
