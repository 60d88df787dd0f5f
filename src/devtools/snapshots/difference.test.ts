import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { differenceOf, readContent } from './difference.ts'

const query = "fromStream('notes').when({ $init: () => ({ count: 0 }), Noted(s) { s.count++ } })"

it('finds the streams, projections and states in which two snapshots differ', async () => {
  const store = createStore({ queries: 'in-process' })
  onTestFinished(() => store.close())
  await store.project('counts', query)
  await store.append('notes', { type: 'Noted', data: {} })
  await store.settled()
  const one = await store.snapshot()
  await store.append('notes', [
    { type: 'Noted', data: {} },
    { type: 'Noted', data: {} },
  ])
  await store.append('others', { type: 'Seen', data: {} })
  await store.project('more', query)
  await store.settled()
  const other = await store.snapshot()
  const [before, after] = await Promise.all([one, other].map((snapshot) => readContent(createStore({ queries: 'in-process' }), snapshot)))
  expect(differenceOf(before!, after!)).toEqual({
    streams: [
      { name: 'notes', added: 2, removed: 0 },
      { name: 'others', added: 1, removed: 0 },
    ],
    projections: [{ name: 'more', kind: 'added' }],
    states: [
      { projection: 'counts', partition: '', before: '{"count":1}', after: '{"count":3}' },
      { projection: 'more', partition: '', before: '', after: '{"count":3}' },
    ],
  })
  expect(differenceOf(after!, before!)).toMatchObject({ streams: [{ removed: 2 }, { removed: 1 }], projections: [{ kind: 'removed' }] })
  expect(differenceOf(after!, after!)).toEqual({ streams: [], projections: [], states: [] })
})
