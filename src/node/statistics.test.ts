import { expect, test } from 'vitest'
import { platformEnvironment } from '../base/platform/environment.ts'
import { writeJson } from '../base/json/write.ts'
import type { Release } from '../base/release/facts.ts'
import { factsOf } from '../base/release/releases.ts'
import { createNodeState } from './state.ts'
import { statisticsAt } from './statistics-tree.ts'
import { takeStatistics } from './statistics.ts'

const node = createNodeState({ ...platformEnvironment(), now: () => 0 })
Object.assign(node.handled, { requests: 12, reads: 7, writes: 5 })

const at = (path: readonly string[], release: Release = '26.1') =>
  JSON.parse(writeJson(statisticsAt(takeStatistics(node, 3_723_004, factsOf(release).node), path, false)))

const queuesOf = (release: Release): string[] =>
  Object.values(at(['es', 'queue'], release)).map((queue) => (queue as { queueName: string }).queueName)

test('groups and queues stand in the order of the server', () => {
  expect(Object.keys(at([]))).toEqual(['proc', 'sys', 'es'])
  expect(Object.keys(at(['es']))).toEqual(['checksum', 'checksumNonFlushed', 'queue', 'cache', 'writer', 'readIndex'])
  expect(Object.keys(at(['es', 'cache', 'streamInfo'])).slice(0, 3)).toEqual(['lastEventNumber', 'metadata', 'name'])
  expect(queuesOf('26.1')).toEqual([
    'Index Committer',
    'MainQueue',
    'MonitoringQueue',
    'PersistentSubscriptions',
    'Projection Core #0',
    'Projection Core #0 output',
    'Projection Core #1',
    'Projection Core #1 output',
    'Projection Core #2',
    'Projection Core #2 output',
    'Projections Leader',
    'Redaction',
    'Storage Chaser',
    'StorageReaderQueue',
    'StorageWriterQueue',
    'Subscriptions',
    'ThreadPool',
    'Timer',
  ])
})

test('release 23.10 has several readers and workers, and measures other things', () => {
  const queues = queuesOf('23.10')
  expect(queues.slice(-6)).toEqual(['Timer', 'Worker #1', 'Worker #2', 'Worker #3', 'Worker #4', 'Worker #5'])
  expect(queues).toContain('StorageReaderQueue #4')
  expect(Object.keys(at(['sys'], '23.10'))).toEqual(['loadavg', 'freeMem', 'totalMem'])
  expect(at(['es', 'cache', 'streamInfo'], '23.10')).toHaveProperty('capacityBytes')
  expect(Object.keys(at(['sys']))).toEqual(['cpu', 'loadavg', 'freeMem', 'totalMem', 'drive'])
  expect(at(['es', 'cache', 'streamInfo'])).toHaveProperty('capacityEntries')
})

test('queues count real work, and queues of one group share it', () => {
  const processed = (name: string): number => at(['es', 'queue', name], '23.10').totalItemsProcessed
  expect(processed('MainQueue')).toBe(12)
  expect(processed('StorageWriterQueue')).toBe(5)
  expect([1, 2, 3, 4].map((index) => processed(`StorageReaderQueue #${index}`))).toEqual([2, 2, 2, 1])
  expect(at(['es', 'queue', 'Worker #1'], '23.10').groupName).toBe('Workers')
})

test('times are spans, and doubles have a fraction', () => {
  expect(at(['es', 'queue', 'Timer']).currentIdleTime).toBe('0:01:02:03.0040000')
  expect(writeJson(statisticsAt(takeStatistics(node, 0, factsOf('26.1').node), ['proc', 'gc'], false))).toContain('"timeInGc": -1.0')
})
