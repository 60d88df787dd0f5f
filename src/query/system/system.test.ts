import { describe, expect, test } from 'vitest'
import { tombstoneNumber } from '../../base/events/events.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { BatchOutcome, Query, QueryEvent, QueryOptions } from '../query.ts'
import { isFault } from '../query.ts'
import { factsOf } from '../../base/release/releases.ts'
import { handlerName } from './handler-type.ts'
import type { NativeClass } from './handler-type.ts'
import { withSystemQueries } from './system.ts'

const facts = factsOf('26.1').projections

const allOf = { events: 1000, milliseconds: 1000 }

const refuseJavaScript = () => Promise.resolve({ kind: 'definition', message: 'javascript', wrapped: false } as const)

const optionsFor = (className: NativeClass, given: Partial<QueryOptions> = {}): QueryOptions => ({
  handlerType: `native:${handlerName(className, facts)}`,
  emitEnabled: true,
  executionTimeout: 250,
  reordersPartitions: true,
  ...given,
})

async function open(
  className: NativeClass,
  source: string,
  given: Partial<QueryOptions> = {},
  openQuery = withSystemQueries(refuseJavaScript, facts),
): Promise<Query> {
  const opened = await openQuery(source, optionsFor(className, given))
  if (isFault(opened)) throw new Error(opened.message)
  return opened
}

async function runOn(query: Query, events: readonly QueryEvent[], limits = allOf): Promise<BatchOutcome> {
  await query.load(events, [events.length])
  return await query.run(new Map(), limits)
}

/** The writes, one line each: stream, type, data, metadata. */
const lines = (outcome: BatchOutcome): string[] =>
  outcome.writes.map((write) =>
    write.kind === 'emit'
      ? [write.stream, write.type, write.data, ...write.metadata.map(([name, json]) => `${name}=${json}`)].join(' ')
      : write.kind,
  )

const written = async (className: NativeClass, source: string, events: readonly QueryEvent[]): Promise<string[]> =>
  lines(await runOn(await open(className, source), events))

const resolvedLink = queryEvent({ stream: 'orders', number: 7, id: 'target', record: { stream: 'cart-1', number: 0 } })
const plainLink = queryEvent({ type: '$>', stream: 'cart-1', number: 1, data: '7@orders', isJson: false })
const softDeletion = queryEvent({ type: '$metadata', stream: '$$cart-1', number: 2, data: '{"$tb":9223372036854775807}' })
const hardDeletion = queryEvent({ type: '$streamDeleted', stream: 'cart-1', number: tombstoneNumber, isJson: false, data: null })
const otherMetadata = queryEvent({ type: '$metadata', stream: '$$cart-1', number: 3, data: '{"$maxCount":5}' })

describe('$streams', () => {
  test('lists a stream at its first record, metastreams and links among them', async () => {
    const firstOfMetastream = queryEvent({ type: '$metadata', stream: '$$orders' })
    expect(
      await written('IndexStreams', '', [queryEvent(), queryEvent({ number: 1 }), firstOfMetastream, resolvedLink, hardDeletion]),
    ).toEqual(['$streams $> 0@orders', '$streams $> 0@$$orders', '$streams $> 0@cart-1'])
  })
})

describe('$stream_by_category', () => {
  test('tells the name of a stream at its first record', async () => {
    const events = [queryEvent(), queryEvent({ stream: 'cart-1' }), queryEvent({ stream: 'cart-1', number: 1 }), resolvedLink]
    expect(await written('CategorizeStreamByPath', 'first\r\n-', events)).toEqual(['$category-cart $@ cart-1', '$category-cart $@ cart-1'])
  })
})

describe('$by_category', () => {
  test('links events and passes links on, with the stream in which they were found', async () => {
    const events = [queryEvent(), queryEvent({ stream: 'cart-1', number: 3 }), resolvedLink, plainLink]
    expect(await written('CategorizeEventsByStreamPath', 'first\r\n-', events)).toEqual([
      '$ce-cart $> 3@cart-1 $o="cart-1"',
      '$ce-cart $> 7@orders $o="cart-1"',
      '$ce-cart $> 7@orders $o="cart-1"',
    ])
  })

  test('links deletions into the category of the deleted stream, and no other metadata', async () => {
    expect(await written('CategorizeEventsByStreamPath', 'first\r\n-', [softDeletion, hardDeletion, otherMetadata])).toEqual([
      '$ce-cart $> 2@$$cart-1 $o="cart-1" $deleted=-1',
      '$ce-cart $> 9223372036854775807@cart-1 $o="cart-1" $deleted=-1',
    ])
  })

  test('spells the stream as JSON in the metadata', async () => {
    expect(await written('CategorizeEventsByStreamPath', '-', [queryEvent({ stream: 'a"-1' })])).toEqual(['$ce-a" $> 0@a"-1 $o="a\\"-1"'])
  })
})

describe('$by_event_type', () => {
  test('links by type, deletions and metadata under the stream they are about', async () => {
    const events = [queryEvent({ type: 'with blanks/x', number: 4 }), plainLink, softDeletion, hardDeletion, otherMetadata]
    expect(await written('IndexEventsByEventType', '', events)).toEqual([
      '$et-with blanks/x $> 4@orders',
      '$et-$deleted $> 2@cart-1 $deleted=-1',
      '$et-$deleted $> 9223372036854775807@cart-1 $deleted=-1',
      '$et-$metadata $> 3@cart-1',
    ])
  })

  test('alone marks its checkpoints', async () => {
    const byType = await open('IndexEventsByEventType', ' \n')
    const byStream = await open('IndexStreams', '')
    expect(byType.definition.checkpointMark).toEqual({ stream: '$et', type: '$Checkpoint' })
    expect(byStream.definition.checkpointMark).toBeUndefined()
  })
})

describe('$by_correlation_id', () => {
  const correlated = (id: unknown, given: Partial<QueryEvent> = {}) =>
    queryEvent({ metadata: JSON.stringify({ $correlationId: id }), record: { created: Date.UTC(2024, 0, 31, 13, 5, 9, 7) }, ...given })
  const configuration = '{"correlationIdProperty":"$correlationId"}'

  test('links events whose metadata has the member, also those that are no JSON', async () => {
    const events = [
      correlated('a'),
      correlated(5, { number: 1 }),
      correlated(true),
      correlated(null),
      correlated('a', { isJson: false, type: '$@', data: 'orders', number: 2 }),
      correlated('a', { type: '$>' }),
      queryEvent({ metadata: '[]' }),
      queryEvent({ metadata: '{' }),
      queryEvent({ metadata: '{"toString":1}' }),
      queryEvent(),
    ]
    expect(await written('ByCorrelationId', configuration, events)).toEqual([
      '$bc-a $> 0@orders $eventTimestamp="2024-01-31T13:05:09.007000Z"',
      '$bc-5 $> 1@orders $eventTimestamp="2024-01-31T13:05:09.007000Z"',
      '$bc-True $> 0@orders $eventTimestamp="2024-01-31T13:05:09.007000Z"',
      '$bc-a $> 2@orders $eventTimestamp="2024-01-31T13:05:09.007000Z"',
    ])
  })

  test.each([
    [{}, 'JObject'],
    [[], 'JArray'],
  ])('faults at an id that is %j', async (id, type) => {
    const query = await open('ByCorrelationId', configuration)
    const outcome = await runOn(query, [correlated('a'), correlated(id), correlated('b')])
    expect(outcome).toMatchObject({ finished: 1, handled: 1, lastHandled: 0, more: false })
    expect(outcome.fault).toEqual({
      kind: 'runtime',
      message: `Cannot cast Newtonsoft.Json.Linq.${type} to Newtonsoft.Json.Linq.JToken.`,
      wrapped: true,
      event: 1,
    })
    expect(query.definition.handlerName).toBe('KurrentDB.Projections.Core.Standard.ByCorrelationId')
  })

  test('takes the member from its configuration, for all projections of the store', async () => {
    const openQuery = withSystemQueries(refuseJavaScript, facts)
    const running = await open('ByCorrelationId', '', {}, openQuery)
    const event = queryEvent({ metadata: '{"$correlationId":"a","mine":"b"}' })
    expect(lines(await runOn(running, [event]))[0]).toContain('$bc-a ')
    await open('ByCorrelationId', '{"correlationIdProperty":"mine","more":1}', {}, openQuery)
    expect(lines(await runOn(running, [event]))[0]).toContain('$bc-b ')
    expect(lines(await runOn(await open('ByCorrelationId', ' ', {}, openQuery), [event]))[0]).toContain('$bc-b ')
    expect(lines(await runOn(await open('ByCorrelationId', ' '), [event]))[0]).toContain('$bc-a ')
  })

  test.each(['text', '{}', 'null', '[]', '{"CorrelationIdProperty":"x"}', '{"correlationIdProperty":null}'])(
    'refuses %s',
    async (source) => {
      await expect(open('ByCorrelationId', source)).rejects.toThrow('Exception has been thrown by the target of an invocation.')
    },
  )

  test.each(['{"correlationIdProperty":5}', '{"correlationIdProperty":""}'])('accepts %s', async (source) => {
    await expect(open('ByCorrelationId', source)).resolves.toHaveProperty('definition')
  })
})

test.each<[NativeClass, string]>([
  ['IndexStreams', 'text'],
  ['IndexEventsByEventType', 'text'],
  ['CategorizeStreamByPath', ''],
  ['CategorizeEventsByStreamPath', 'middle\n-'],
])('%s hides what was wrong with the configuration %j', async (className, source) => {
  const opened = await withSystemQueries(refuseJavaScript, facts)(source, optionsFor(className))
  expect(opened).toEqual({ kind: 'definition', message: 'Exception has been thrown by the target of an invocation.', wrapped: false })
})

test('what an engine can do besides, it can do behind them too', () => {
  let expected = 0
  const openJavaScript = Object.assign(() => refuseJavaScript(), { expect: () => void expected++ })
  withSystemQueries(openJavaScript, facts).expect?.()
  expect(expected).toBe(1)
})

test('a refused handler type is a fault, JavaScript goes to the engine', async () => {
  const openQuery = withSystemQueries(refuseJavaScript, facts)
  const opened = (handlerType: string) => openQuery('', { ...optionsFor('IndexStreams'), handlerType })
  expect(await opened('foo')).toMatchObject({ message: "'foo' handler type is not supported", wrapped: false })
  expect(await opened('js')).toMatchObject({ message: 'javascript' })
})

test('an emission that is not allowed ends the batch before its event', async () => {
  const query = await open('CategorizeEventsByStreamPath', '-', { emitEnabled: false })
  const outcome = await runOn(query, [queryEvent({ stream: 'plain' }), queryEvent({ stream: 'cart-1' })])
  expect(outcome).toMatchObject({ finished: 1, handled: 1, writes: [] })
  expect(outcome.fault).toEqual({
    kind: 'emit',
    message: "'emit' is not allowed by the projection/configuration/mode",
    wrapped: false,
    event: 1,
  })
})

test('a batch may end early and goes on with the remaining events', async () => {
  const query = await open('IndexStreams', '')
  const streams = ['a', 'b', 'c'].map((stream) => queryEvent({ stream }))
  const first = await runOn(query, streams, { events: 2, milliseconds: 1000 })
  expect(first).toMatchObject({ finished: 2, lastHandled: 1, more: true })
  const second = await query.run(new Map(), { events: 5, milliseconds: 0 })
  expect(second).toMatchObject({ finished: 1, lastHandled: 0, more: false })
  expect(lines(second)).toEqual(['$streams $> 0@c'])
  expect(second.writes[0]?.event).toBe(0)
})

test('three of them ask for links', async () => {
  const flags = ['IndexStreams', 'IndexEventsByEventType'] as const
  const sources = await Promise.all(flags.map(async (className) => (await open(className, '')).definition.sources))
  expect(sources.map(({ options }) => options.includeLinks)).toEqual([true, false])
  expect(sources[0]).toMatchObject({ allStreams: true, allEvents: true, options: { definesFold: true, biState: false } })
})

test('a trace tells of every event', async () => {
  const query = await open('CategorizeEventsByStreamPath', '-')
  const outcome = await query
    .load([queryEvent(), queryEvent({ stream: 'cart-1' })], [2])
    .then(() => query.run(new Map(), { ...allOf, trace: true }))
  expect(outcome.steps).toMatchObject([{ event: 0 }, { event: 1 }])
  expect(outcome.writes).toMatchObject([{ event: 1 }])
})
