import assert from 'node:assert/strict'
import { test } from 'vitest'
import { defaultTuning } from './definition.ts'
import { definitionFixture, sourcesFixture } from './definition.fixture.ts'
import { definitionJson, readDefinition, sourcesJson } from './definition-json.ts'

test('writes a definition as the server does: order of members, defaults left out', () => {
  assert.equal(
    definitionJson(definitionFixture({ query: 'q' })),
    `{
  "handlerType": "JS",
  "query": "q",
  "mode": "Continuous",
  "enabled": true,
  "sourceDefinition": {
    "allEvents": true,
    "categories": [],
    "events": [],
    "streams": [
      "s"
    ],
    "options": {
      "definesFold": true
    }
  },
  "emitEnabled": false,
  "checkpointsDisabled": false,
  "trackEmittedStreams": false,
  "epoch": -1,
  "version": 0,
  "runAs": {
    "name": "admin",
    "roles": [
      "role"
    ]
  },
  "checkpointHandledThreshold": 4000,
  "checkpointUnhandledBytesThreshold": 10000000,
  "pendingEventsThreshold": 5000,
  "maxWriteBatchLength": 500,
  "projectionSubsystemVersion": 4
}`,
  )
})

const members = (json: string) => Object.keys(JSON.parse(json) as object)

test('leaves out the members that a disabled, unprepared, anonymous one lacks', () => {
  const json = definitionJson(definitionFixture({ enabled: false, sources: undefined, runAs: undefined }))
  for (const member of ['enabled', 'sourceDefinition', 'runAs', 'deleted', 'deleting']) assert.ok(!members(json).includes(member), member)
})

test.each([
  [-1, true, { numberOfPrequisitesMetForDeletion: -1, deleted: true }, 'deleting'],
  [0, true, { numberOfPrequisitesMetForDeletion: undefined, deleted: true }, 'deleting'],
  [0, false, { numberOfPrequisitesMetForDeletion: undefined, deleting: true }, 'deleted'],
  [2, false, { numberOfPrequisitesMetForDeletion: 2, deleting: true }, 'deleted'],
] as const)('says with %i streams to delete (done: %s) how far the deletion is', (pending, isDone, expected, absent) => {
  const flags = { deleteEmittedStreams: true, deleteCheckpointStream: false, deleteStateStream: true }
  const written = JSON.parse(definitionJson(definitionFixture(), { ...flags, pending, isDone })) as Record<string, unknown>
  for (const [name, value] of Object.entries(expected)) assert.equal(written[name], value)
  assert.ok(!(absent in written))
  assert.equal(written['deleteEmittedStreams'], true)
  assert.ok(!('deleteCheckpointStream' in written))
  assert.equal(readDefinition(JSON.stringify(written), 1), 'gone')
})

test('reads back its own text, except for the sources, which are prepared again', () => {
  const definition = definitionFixture({
    mode: 'OneTime',
    enabled: false,
    emitEnabled: true,
    epoch: 3,
    version: 7,
    tuning: { ...defaultTuning, checkpointAfterMs: 100, maxWriteBatchLength: 0, projectionExecutionTimeout: 300 },
  })
  assert.deepEqual(readDefinition(definitionJson(definition), 7), { ...definition, sources: undefined })
})

test('the version is the number of the event, whatever its data say', () => {
  const stored = readDefinition('{"handlerType":"JS","query":"q","mode":"Continuous","version":3}', 9)
  assert.ok(typeof stored === 'object' && stored.version === 9)
})

test.each(['', 'text', '[]', '5'])('cannot read %j', (data) => assert.equal(readDefinition(data, 0), undefined))

test('prints sources in the words of clients', () => {
  const sources = sourcesFixture({
    allStreams: true,
    byStreams: true,
    allEvents: false,
    events: ['T'],
    options: { biState: true, resultStreamName: 'r', producesResults: true, processingLag: 100 },
  })
  assert.deepEqual(sourcesJson(sources), {
    allStreams: true,
    byStream: true,
    categories: [],
    events: ['T'],
    streams: [],
    options: { resultStreamName: 'r', processingLag: 100, isBiState: true, producesResults: true, definesFold: true },
  })
  assert.deepEqual(Object.keys(sourcesJson(sources)['options'] as object), [
    'resultStreamName',
    'processingLag',
    'isBiState',
    'producesResults',
    'definesFold',
  ])
})
