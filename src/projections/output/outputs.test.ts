import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { QueryWrite } from '../../query/query.ts'
import { queryEvent } from '../../query/query-event.fixture.ts'
import type { Delivery } from '../source/batch.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import type { Mode } from '../model/definition/definition.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import type { OutputContext } from './outputs.ts'
import { finalOutputs, inWritingOrder, outputsOf } from './outputs.ts'

const tagOf = (number: number): Tag => ({ kind: 'stream', stream: 's', number })
const delivery = (number: number, read = 0): Delivery => ({
  event: queryEvent({ id: `c-${number}`, number }),
  tag: tagOf(number),
  cursor: { tag: tagOf(number), passed: tagOf(number), live: undefined },
  progress: 0,
  read,
})
const deliveries = [delivery(0), delivery(1), delivery(2, 1)]

const context = (options: Parameters<typeof sourcesFixture>[0] = {}, mode: Mode = 'Continuous'): OutputContext => ({
  name: 'p',
  definition: { mode, sources: sourcesFixture(options) },
  stamp: { id: 6, epoch: -1, version: 0 },
})
const converted = (writes: readonly QueryWrite[], given: readonly Delivery[], within: OutputContext) =>
  outputsOf(writes, given, within, tagOf(-1), () => Promise.resolve())

const withResults = context({ options: { producesResults: true } })

const emit = (event: number, stream: string): Extract<QueryWrite, { kind: 'emit' }> => ({
  kind: 'emit',
  event,
  stream,
  type: 'E',
  data: '{}',
  isJson: true,
  metadata: [],
})
const result = (event: number, partition: string, text: string | undefined = '1'): QueryWrite => ({
  kind: 'result',
  event,
  partition,
  result: text,
})
const partition = (event: number, name: string): QueryWrite => ({ kind: 'partition', event, partition: name })

const brief = async (writes: readonly QueryWrite[], given: OutputContext) =>
  (await converted(writes, deliveries, given)).outputs.map(({ stream, type, data }) => [
    stream,
    type,
    typeof data === 'string' ? data : `-> ${data.linkTo.stream}`,
  ])

test('an emission carries position, cause and its own metadata', async () => {
  const [output] = (await converted([{ ...emit(1, 'out'), metadata: [['a', '1']] }], deliveries, context())).outputs
  assert.equal(output!.metadata, '{"$v":"6:-1:0:4","$s":{"s":1},"a":1,"$causedBy":"c-1"}')
  assert.equal(output!.tracked, true)
  assert.deepEqual(output!.tag, tagOf(1))
})

test('a result that disappeared', async () => {
  const gone: QueryWrite = { kind: 'result', event: 0, partition: '', result: undefined }
  assert.deepEqual(await brief([gone], withResults), [['$projections-p-result', 'ResultRemoved', '']])
})

test('partitions have their own result streams, with links to them, and an entry in the catalogue', async () => {
  assert.deepEqual(await brief([partition(0, 'k'), result(0, 'k')], withResults), [
    ['$projections-p-partitions', '$partition', 'k'],
    ['$projections-p-k-result', 'Result', '1'],
    ['$projections-p-result', '$>', '-> $projections-p-k-result'],
  ])
  const named = context({ options: { producesResults: true, resultStreamName: 'all', partitionResultStreamNamePattern: 'per-{0}' } })
  assert.deepEqual(await brief([result(0, 'k')], named), [
    ['per-k', 'Result', '1'],
    ['all', '$>', '-> per-k'],
  ])
})

test('the catalogue names no cause, links to results do', async () => {
  const { outputs } = await converted([partition(0, 'k'), result(0, 'k')], deliveries, withResults)
  assert.equal(outputs[0]!.metadata, '{"$v":"6:-1:0:4","$s":{"s":0}}')
  assert.equal(outputs[2]!.metadata, '{"$v":"6:-1:0:4","$s":{"s":0},"$causedBy":"c-0"}')
})

test('results are written while events are handled where the mode and the definition say so', async () => {
  const written = async (given: OutputContext) => (await brief([result(0, '')], given)).length === 1
  assert.equal(await written(context()), false)
  assert.equal(await written(withResults), true)
  assert.equal(await written(context({ options: { producesResults: true } }, 'OneTime')), false)
  assert.equal(await written(context({ options: { definesFold: false } }, 'Transient')), true)
})

test('a malformed pattern ends the run, and nothing of its event is written', async () => {
  const malformed = context({ options: { producesResults: true, partitionResultStreamNamePattern: '{1}' } })
  const { outputs, fault } = await converted([emit(0, 'out'), emit(1, 'out'), result(1, 'k')], deliveries, malformed)
  assert.deepEqual(
    outputs.map(({ event }) => event),
    [0],
  )
  assert.equal(fault?.event, 1)
})

test('an emission to the own result stream stands in the way of the result', async () => {
  const { outputs, fault } = await converted([emit(0, '$projections-p-result'), result(0, '')], deliveries, withResults)
  assert.deepEqual(outputs, [])
  assert.deepEqual(fault, { message: "Invalid event order.  's: 0' goes after 's: 0'", event: 0 })
  assert.equal((await converted([emit(0, '$projections-p-result'), result(1, '')], deliveries, withResults)).fault, undefined)
})

test('outputs of one read are written stream by stream, links to results last', async () => {
  const { outputs } = await converted([emit(0, 'a'), emit(0, 'b'), emit(1, 'a'), emit(2, 'b'), emit(2, 'a')], deliveries, context())
  assert.deepEqual(
    inWritingOrder(outputs, deliveries).map(({ stream, event }) => `${stream}${event}`),
    ['a0', 'a1', 'b0', 'b2', 'a2'],
  )
  const results = (await converted([result(0, 'k'), result(1, 'l')], deliveries, withResults)).outputs
  assert.deepEqual(
    inWritingOrder(results, deliveries).map(({ stream }) => stream),
    ['$projections-p-k-result', '$projections-p-l-result', '$projections-p-result', '$projections-p-result'],
  )
})

test('a query ends with one result per partition and a mark, or with the mark alone', () => {
  const final = (results: readonly (string | undefined)[], given: OutputContext) =>
    finalOutputs(results, given).map(({ stream, type, data, metadata }) => [stream, type, data, metadata])
  const metadata = '{"$v":"6:-1:0:4","$ph":1,"$cp":true}'
  assert.deepEqual(final(['1', undefined], context({}, 'OneTime')), [
    ['$projections-p-result', 'Result', '1', metadata],
    ['$projections-p-result', 'Result', '', metadata],
    ['$projections-p-result', '$Eof', '', metadata],
  ])
  assert.deepEqual(final(['1'], context({ options: { definesFold: false, resultStreamName: 'r' } }, 'OneTime')), [
    ['r', '$Eof', '', metadata],
  ])
})

test('a result goes to the result stream', async () => {
  assert.deepEqual(await brief([result(0, '')], withResults), [['$projections-p-result', 'Result', '1']])
})

test('writes outputs that waited for the next event at their own position, even if that was finished before', async () => {
  const late = (event: number, position: number): QueryWrite => ({ ...emit(event, 'out'), position })
  const { outputs, fault } = await converted([late(0, -1), late(2, 0)], deliveries, context())
  assert.deepEqual(
    outputs.map(({ event, metadata }) => [event, metadata]),
    [
      [0, '{"$v":"6:-1:0:4","$s":{"s":-1},"$causedBy":"c-0"}'],
      [2, '{"$v":"6:-1:0:4","$s":{"s":0},"$causedBy":"c-2"}'],
    ],
  )
  assert.equal(fault, undefined)
})

test('writes nothing to one stream with two positions at once', async () => {
  const late: QueryWrite = { ...emit(1, 'out'), position: 0 }
  const { outputs, fault } = await converted([emit(0, 'out'), late, emit(1, 'other'), emit(1, 'out')], deliveries, context())
  assert.deepEqual(fault, { message: 'events must share the same CausedByTag', event: 1 })
  assert.equal(outputs.length, 1)
})

test('finds out quickly that 30,000 late emissions of one event have one position', async () => {
  const late = Array.from({ length: 30_000 }, (): QueryWrite => ({ ...emit(1, 'out'), position: 0 }))
  assert.equal((await converted(late, deliveries, context())).outputs.length, 30_000)
})
