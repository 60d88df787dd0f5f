import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { printProjections } from './projections.ts'

async function printed(count: number): Promise<unknown> {
  const store = createStore({ queries: 'in-process' })
  onTestFinished(() => store.close())
  await store.project('all', 'fromAll().when({ $init: () => ({ n: 0 }), Counted(s) { s.n++ } })')
  await store.project('each', "fromCategory('count').foreachStream().when({ $init: () => ({ n: 0 }), Counted(s) { s.n++ } })")
  await store.project('broken', "fromAll().when({ Counted() { throw new Error('no stock') } })")
  for (let n = 0; n < count; n++) await store.append(`count-${n}`, { type: 'Counted', data: {} })
  await store.settled()
  return JSON.parse(await printProjections(store)) as unknown
}

it('prints states, partitions and the fault, nothing of system projections that run', async () => {
  expect(await printed(2)).toMatchObject([
    { name: 'all', mode: 'Continuous', status: 'Running', progress: 100, state: { n: 2 } },
    { name: 'each', status: 'Running', partitions: { 'count-0': { n: 1 }, 'count-1': { n: 1 } } },
    { name: 'broken', status: expect.stringMatching(/^Faulted/) as unknown, reason: expect.stringContaining('no stock') as unknown },
  ])
})

it('says how many partitions it leaves out', async () => {
  const reports = (await printed(53)) as readonly { readonly partitions?: object; readonly morePartitions?: number }[]
  expect(Object.keys(reports[1]!.partitions!)).toHaveLength(50)
  expect(reports.map(({ morePartitions }) => morePartitions)).toEqual([undefined, 3, undefined])
})
