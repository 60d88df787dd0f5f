import { expect, test } from 'vitest'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { writeJson } from '../../base/json/write.ts'
import { createNodeState } from './state.ts'
import { statisticsAt } from './statistics-tree.ts'
import { takeStatistics } from './statistics.ts'

const node = createNodeState({ ...platformEnvironment(), now: () => 0 })
Object.assign(node.handled, { requests: 12, reads: 7, writes: 5 })

const at = (path: readonly string[]) => JSON.parse(writeJson(statisticsAt(takeStatistics(node, 3_723_004), path, false)))

test('groups and queues stand in the order of the reference', () => {
  expect(Object.keys(at([]))).toEqual(['proc', 'sys', 'es'])
  expect(Object.keys(at(['es']))).toEqual(['checksum', 'checksumNonFlushed', 'queue', 'cache', 'writer', 'readIndex'])
  expect(Object.keys(at(['es', 'cache', 'streamInfo'])).slice(0, 3)).toEqual(['lastEventNumber', 'metadata', 'name'])
  const queues = Object.values(at(['es', 'queue'])).map((queue) => (queue as { queueName: string }).queueName)
  expect(queues).toEqual([
    'Index Committer',
    'MainQueue',
    'MonitoringQueue',
    'PersistentSubscriptions',
    'Projection Core #0',
    'Projection Core #1',
    'Projection Core #2',
    'Projections Leader',
    'Redaction',
    'Storage Chaser',
    'StorageReaderQueue #1',
    'StorageReaderQueue #2',
    'StorageReaderQueue #3',
    'StorageReaderQueue #4',
    'StorageWriterQueue',
    'Subscriptions',
    'Timer',
    'Worker #1',
    'Worker #2',
    'Worker #3',
    'Worker #4',
    'Worker #5',
  ])
})

test('queues count real work, and queues of one group share it', () => {
  const processed = (name: string): number => at(['es', 'queue', name]).totalItemsProcessed
  expect(processed('MainQueue')).toBe(12)
  expect(processed('StorageWriterQueue')).toBe(5)
  expect([1, 2, 3, 4].map((index) => processed(`StorageReaderQueue #${index}`))).toEqual([2, 2, 2, 1])
  expect(at(['es', 'queue', 'Worker #1']).groupName).toBe('Workers')
})

test('times are spans, and doubles have a fraction', () => {
  expect(at(['es', 'queue', 'Timer']).currentIdleTime).toBe('0:01:02:03.0040000')
  expect(writeJson(statisticsAt(takeStatistics(node, 0), ['proc', 'gc'], false))).toContain('"timeInGc": -1.0')
})
