import { expect, it } from 'vitest'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { createStore } from '../../../engine/store.ts'
import { firstDraft } from '../draft/draft.ts'
import { TraceRun } from '../trace/trace-run.ts'
import { compareRuns } from './compare-runs.ts'

const query =
  "fromCategory('cart').foreachStream().when({ $init: () => ({ sum: 0 }), Added(s, e) { if (e.data.n > 90) throw new Error('too many'); s.sum += e.data.n } })"

async function traced(...values: readonly (readonly [stream: string, n: number, type?: string])[]) {
  const store = createStore({ queries: 'in-process' })
  const scenario: Scenario = { version: 1, events: values.map(([stream, n, type = 'Added']) => ({ stream, type, data: { n } })) }
  await store.seed(scenario)
  const run = new TraceRun(() => undefined)
  await run.start(store, { ...firstDraft, name: 'sums', query })
  await store.close()
  return run.traced!.history
}

it('finds the steps after which the state differs, and the partitions that end otherwise', async () => {
  const before = await traced(['cart-1', 1], ['cart-2', 2], ['cart-1', 3], ['cart-1', 0, 'Seen'])
  const after = await traced(['cart-1', 5], ['cart-2', 2], ['cart-1', 3], ['cart-1', 0, 'Seen'])
  const { steps, partitions, of } = compareRuns(before, after, ({ number }) => number)
  expect(steps.map(({ kind, place: { stream, number }, before, after }) => [kind, `${number}@${stream}`, before, after])).toEqual([
    ['changed', '0@cart-1', '{"sum":1}', '{"sum":5}'],
    ['changed', '1@cart-1', '{"sum":4}', '{"sum":8}'],
  ])
  expect([partitions, of]).toEqual([[{ partition: 'cart-1', before: '{"sum":4}', after: '{"sum":8}' }], 2])
})

it('tells steps that are gone or added, and a fault that only the edits make', async () => {
  const before = await traced(['cart-1', 1], ['cart-1', 2])
  const shorter = await traced(['cart-1', 2])
  expect(compareRuns(before, shorter, ({ number }) => number + 1).steps.map(({ kind }) => kind)).toEqual(['gone', 'changed'])
  const faulted = await traced(['cart-1', 1], ['cart-1', 99])
  const { steps } = compareRuns(before, faulted, ({ number }) => number)
  expect(steps).toMatchObject([{ kind: 'changed', fault: expect.stringContaining('too many') }])
})
