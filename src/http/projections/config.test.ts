import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countTasks } from '../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import { defaultTuning } from '../../projections/model/definition/definition.ts'
import { configurationJson, readConfiguration } from './config.ts'

const read = (text: string) => readConfiguration(new TextEncoder().encode(text))
const values = async (text: string) => {
  const outcome = await read(text)
  assert.ok(outcome.kind === 'configuration', text)
  return outcome.configuration
}

test('a missing or null member stands for nothing, not for the earlier value', async () => {
  assert.deepEqual(await values('{"pendingEventsThreshold":7,"maxWriteBatchLength":null}'), {
    emitEnabled: false,
    trackEmittedStreams: false,
    checkpointAfterMs: 0,
    checkpointHandledThreshold: 0,
    checkpointUnhandledBytesThreshold: 0,
    pendingEventsThreshold: 7,
    maxWriteBatchLength: 0,
    maxAllowedWritesInFlight: 0,
    projectionExecutionTimeout: null,
  })
})

test.each([
  ['{"maxWriteBatchLength":"5"}', 5],
  ['{"maxWriteBatchLength":" -5 "}', -5],
  ['{"maxWriteBatchLength":0x10}', 16],
  ['{"maxWriteBatchLength":""}', 0],
  ["{'maxWriteBatchLength':5,}", 5],
  ['{maxWriteBatchLength:5 /* note */}', 5],
  ['{"MAXWRITEBATCHLENGTH":4,"maxWriteBatchLength":5}', 5],
  ['{"maxWriteBatchLength":-2147483648}', -2147483648],
  ['{"maxWriteBatchLength":5,"nothing":{}}', 5],
])('reads %s', async (text, expected) => assert.equal((await values(text)).maxWriteBatchLength, expected))

test.each([
  ['true', true],
  ['"True"', true],
  ['"false"', false],
  ['1', true],
  ['0', false],
  ['1.5', true],
  ['0.0', false],
])('reads %s as a flag', async (value, expected) => assert.equal((await values(`{"emitEnabled":${value}}`)).emitEnabled, expected))

test.each([
  'not json',
  '',
  'null',
  '[]',
  '5',
  '"text"',
  '{}x',
  '{"maxWriteBatchLength":"x"}',
  '{"maxWriteBatchLength":1e2}',
  '{"maxWriteBatchLength":1.5}',
  '{"maxWriteBatchLength":2147483648}',
  '{"maxWriteBatchLength":undefined}',
  '{"emitEnabled":undefined}',
  '{"maxWriteBatchLength":[]}',
  '{"emitEnabled":"yes"}',
  '{"emitEnabled":NaN}',
])('cannot parse %s', async (text) => {
  assert.deepEqual(await read(text), { kind: 'unusable', message: 'Failed to parse the projection config' })
})

test.each([0, -5])('a time-out of %i is none', async (timeout) => {
  assert.deepEqual(await read(`{"projectionExecutionTimeout":${timeout}}`), {
    kind: 'unusable',
    message: `projectionExecutionTimeout should be positive. Found : ${timeout}`,
  })
})

test('others run while a long body is read', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name ${n}`, n]))
  const body = new TextEncoder().encode(JSON.stringify({ ...many, maxWriteBatchLength: 7 }))
  const { result, tasks } = await countTasks(() => readConfiguration(body, createTimeSlice(0)))
  assert.ok(result.kind === 'configuration' && result.configuration.maxWriteBatchLength === 7)
  assert.ok(tasks > 30)
})

test('leaves out settings at their defaults', () => {
  const definition = { emitEnabled: false, trackEmittedStreams: true, tuning: { ...defaultTuning, checkpointAfterMs: 3 } }
  assert.deepEqual(Object.entries(configurationJson(definition as Parameters<typeof configurationJson>[0])), [
    ['trackEmittedStreams', true],
    ['checkpointAfterMs', 3],
    ['checkpointHandledThreshold', 4000],
    ['checkpointUnhandledBytesThreshold', 10_000_000],
    ['pendingEventsThreshold', 5000],
    ['maxWriteBatchLength', 500],
  ])
})
