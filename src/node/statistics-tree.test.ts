import { expect, test } from 'vitest'
import type { Statistic } from './statistics.ts'
import { flatStatistics, statisticsAt } from './statistics-tree.ts'

const statistics: Statistic[] = [
  { path: ['proc', 'mem'], value: 1, description: { category: 'Process', title: 'Process Virtual Memory' } },
  { path: ['es', 'queue', 'MainQueue', 'length'], value: 2 },
  { path: ['es', 'queue', 'Index Committer', 'length'], value: 3 },
  { path: ['es', 'queue', 'Worker #1', 'length'], value: 4 },
]

test('flat names keep their case', () => {
  expect(flatStatistics(statistics, false)).toEqual({
    'proc-mem': 1,
    'es-queue-MainQueue-length': 2,
    'es-queue-Index Committer-length': 3,
    'es-queue-Worker #1-length': 4,
  })
})

test('groups are in camel case', () => {
  expect(statisticsAt(statistics, [], false)).toEqual({
    proc: { mem: 1 },
    es: { queue: { mainQueue: { length: 2 }, 'index Committer': { length: 3 }, 'worker #1': { length: 4 } } },
  })
})

test('a group is found in any case, a single statistic is not', () => {
  expect(statisticsAt(statistics, ['ES', 'QUEUE', 'mainqueue'], false)).toEqual({ length: 2 })
  expect(statisticsAt(statistics, ['es', 'queue', 'worker #1'], false)).toEqual({ length: 4 })
  expect(statisticsAt(statistics, ['proc', 'mem'], false)).toBeUndefined()
  expect(statisticsAt(statistics, ['proc', 'mem', 'value'], true)).toBeUndefined()
  expect(statisticsAt(statistics, ['nothing', 'at', 'all'], false)).toBeUndefined()
})

test('a member with a description can show it', () => {
  const mem = { value: 1, category: 'Process', title: 'Process Virtual Memory', drawChart: true }
  expect(statisticsAt(statistics, ['proc'], true)).toEqual({ mem })
  expect(statisticsAt(statistics, ['es', 'queue', 'MainQueue'], true)).toEqual({ length: 2 })
  expect(flatStatistics(statistics, true)).toMatchObject({ 'proc-mem': mem, 'es-queue-MainQueue-length': 2 })
})
