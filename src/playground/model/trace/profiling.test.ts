import { expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { PlaygroundSession } from '../session.ts'
import { linesOf, profilingOf } from './profiling.ts'

const query = `fromStream('a').when({
  A: (s, e) => {
    if (e.data.n > 100) s.big = true
    return s
  },
  B: (s) => s,
})`

test('counts lines and handlers while somebody looks, and follows the store', async () => {
  const session = new PlaygroundSession({ createStore: async () => createStore({ requestLog: 5 }) })
  await session.open()
  await session.store!.append('a', [{ type: 'A', data: { n: 1 } }])
  session.edit({ name: 'n', query, mode: 'continuous', emit: false })
  await session.look()
  const profiling = profilingOf(session)
  const times = () => profiling.current?.lines.map(({ line, times, handler }) => [line, times, handler?.calls])
  expect(times()).toBeUndefined()
  const viewer = {}
  profiling.attend(viewer, true)
  await expect.poll(times).toEqual([
    [2, 1, 1],
    [3, 1, undefined],
    [4, 1, undefined],
    [6, 0, 0],
  ])
  await session.store!.append('a', [{ type: 'B' }, { type: 'A', data: { n: 200 } }])
  await session.look()
  await expect.poll(() => times()?.at(-1)).toEqual([6, 1, 1])
  expect(times()![0]).toEqual([2, 2, 2])
  profiling.attend(viewer, false)
  expect(profiling.current).toBeUndefined()
  await session.close()
})

test('handlers on one line are one cost', () => {
  const handler = { slowest: 0, growth: 0 }
  const handlers = [
    { handler: 'A', line: 1, calls: 2, milliseconds: 1, ...handler },
    { handler: 'B', line: 1, calls: 1, milliseconds: 3, ...handler },
    { handler: 'C', calls: 1, milliseconds: 1, ...handler },
  ]
  expect(linesOf({ lines: [{ line: 1, times: 3 }], handlers })).toEqual([{ line: 1, times: 3, handler: { calls: 3, milliseconds: 4 } }])
})
