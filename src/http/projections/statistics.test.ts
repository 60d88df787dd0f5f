import assert from 'node:assert/strict'
import { test } from 'vitest'
import { writeJson } from '../../base/json/write.ts'
import { factsOf } from '../../base/release/releases.ts'
import { rowFixture, runFixture } from '../../projections/model/definition/definition.fixture.ts'
import { shortestSingle, statisticsJson } from './statistics.ts'

test.each([
  [100, 100],
  [-1, -1],
  [Math.fround(1300) / 24, 54.166668],
  [Math.fround(99.89408), 99.89408],
  [Math.fround(1 / 3), 0.33333334],
])('spells %f in single precision as %f', (value, expected) => assert.equal(shortestSingle(value), expected))

test('prints every member in order, numbers with a fraction where they are no counts', () => {
  const text = writeJson(statisticsJson({ row: rowFixture(), run: runFixture() }, 'http://localhost:2113', factsOf('26.1').projections))
  assert.match(text, /"progress": -1\.0,\n {2}"lastCheckpoint": "s: -1"/)
  assert.match(text, /"queryUrl": "http:\/\/localhost:2113\/projection\/p\/query%3Fconfig=yes"/)
  assert.deepEqual(Object.keys(JSON.parse(text) as object), [
    'coreProcessingTime',
    'version',
    'epoch',
    'effectiveName',
    'writesInProgress',
    'readsInProgress',
    'partitionsCached',
    'partitionStateCacheSize',
    'partitionStateCacheEvictions',
    'status',
    'stateReason',
    'name',
    'mode',
    'position',
    'progress',
    'lastCheckpoint',
    'eventsProcessedAfterRestart',
    'statusUrl',
    'stateUrl',
    'resultUrl',
    'queryUrl',
    'resultStreamUrl',
    'enableCommandUrl',
    'disableCommandUrl',
    'checkpointStatus',
    'bufferedEvents',
    'writePendingEventsBeforeCheckpoint',
    'writePendingEventsAfterCheckpoint',
  ])
  const older = statisticsJson({ row: rowFixture(), run: runFixture() }, 'http://localhost:2113', factsOf('23.10').projections)
  assert.equal(Object.hasOwn(older as object, 'partitionStateCacheSize'), false)
})

test('a projection without a report from a core has empty statistics', () => {
  const json = JSON.parse(
    writeJson(statisticsJson({ row: rowFixture({ state: 'Loaded' }), run: undefined }, 'http://h', factsOf('26.1').projections)),
  ) as Record<string, unknown>
  assert.deepEqual(
    [json['status'], json['version'], json['epoch'], json['position'], json['progress'], json['lastCheckpoint'], json['stateReason']],
    ['Loaded', -1, -1, '', 0, null, null],
  )
})
