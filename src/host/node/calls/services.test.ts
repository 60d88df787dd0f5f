import { afterEach, describe, expect, test } from 'vitest'
import type { Release } from '../../../base/release/facts.ts'
import { decode } from '../../../grpc/messages/codec.ts'
import type { MessageInit } from '../../../grpc/messages/shapes.ts'
import type { Served } from './raw-client.fixture.ts'
import { admin, arriving, message, text, serveCalls } from './raw-client.fixture.ts'

let served: Served

async function open(release: Release): Promise<void> {
  served = await serveCalls({ release })
}

afterEach(() => served.close())

const packageOf = (service: string): string => `/event_store.client.${service}`

describe('parked messages', () => {
  const groups = packageOf('persistent_subscriptions.PersistentSubscriptions')
  const streamOption = { case: 'streamIdentifier', value: text('orders') } as const

  /** Has a group whose consumer parks so many events. */
  async function park(count: number): Promise<void> {
    const options = {
      groupName: 'g',
      settings: {
        messageTimeout: { case: 'messageTimeoutMs', value: 60_000 },
        maxRetryCount: 5,
        readBatchSize: 5,
        historyBufferSize: 10,
        liveBufferSize: 10,
        minCheckpointCount: 1,
        maxCheckpointCount: 5,
        consumerStrategy: 'RoundRobin',
      },
      streamOption: {
        case: 'stream',
        value: { streamIdentifier: text('orders'), revisionOption: { case: 'start', value: {} } },
      },
    } as const
    await served.client.call(`${groups}/Create`, [message('groups.CreateReq', { options })], admin)
    for (let number = 0; number < count; number++) await served.store.append('orders', { type: 'A', data: { number } })
    const stream = served.client.open(`${groups}/Read`, admin)
    const consumer = { streamOption, groupName: 'g', bufferSize: 10, uuidOption: { content: { case: 'string', value: {} } } } as const
    stream.write(message('groups.ReadReq', { content: { case: 'options', value: consumer } }))
    // A loop that is left would end the stream before the last message is parked.
    const received = arriving(stream)
    for (let seen = 0; seen < count;) {
      const { content } = decode('groups.ReadResp', (await received.next()).value as Buffer)
      if (content.case !== 'event') continue
      const nack = { ids: [content.value.event!.id!], action: 1, reason: 'unwanted' }
      stream.write(message('groups.ReadReq', { content: { case: 'nack', value: nack } }))
      seen += 1
    }
    await expect.poll(parked).toBe(BigInt(count))
    stream.destroy()
  }

  async function parked(): Promise<bigint> {
    const options = { streamOption, groupName: 'g' }
    const { frames } = await served.client.call(`${groups}/GetInfo`, [message('groups.GetInfoReq', { options })], admin)
    return decode('groups.GetInfoResp', frames[0]!).subscriptionInfo!.parkedMessageCount
  }

  type Options = NonNullable<MessageInit<'groups.ParkedReq'>['options']>
  const change = (method: string, options: Options, headers: Record<string, string> = admin) =>
    served.client.call(
      `${groups}/${method}`,
      [message('groups.ParkedReq', { options: { groupName: 'g', streamOption, ...options } })],
      headers,
    )

  test('are truncated in front of a number, and then all of them', async () => {
    await open('26.2')
    await park(3)
    expect(await change('TruncateParked', { stopAtOption: { case: 'stopAt', value: 1n } })).toMatchObject({ status: '0' })
    expect(await parked()).toBe(2n)
    // What is gone does not come back.
    expect(await change('TruncateParked', { stopAtOption: { case: 'stopAt', value: 0n } })).toMatchObject({ status: '0' })
    expect(await parked()).toBe(2n)
    expect(await change('TruncateParked', { stopAtOption: { case: 'noLimit', value: {} } })).toMatchObject({ status: '0' })
    expect(await parked()).toBe(0n)
  })

  test('are not, where the request is wrong', async () => {
    await open('26.2')
    await park(1)
    const stopAtOption = { case: 'noLimit', value: {} } as const
    expect(await change('TruncateParked', { stopAtOption }, {})).toMatchObject({ status: '7' })
    expect(await change('TruncateParked', { groupName: 'other', stopAtOption })).toMatchObject({
      status: '5',
      trailers: { exception: 'persistent-subscription-does-not-exist', 'group-name': 'other' },
    })
    for (const [method, reason] of [
      ['TruncateParked', 'Cannot truncate parked messages at a negative version.'],
      ['ReplayParked', 'Cannot stop replaying parked message at a negative version.'],
    ] as const)
      expect(await change(method, { stopAtOption: { case: 'stopAt', value: -1n } })).toMatchObject({
        status: '13',
        trailers: { exception: 'persistent-subscription-failed', reason },
      })
    expect(await parked()).toBe(1n)
  })

  test.each(['23.10', '26.1'] as const)('cannot be truncated in release %s', async (release) => {
    await open(release)
    expect(await change('TruncateParked', { stopAtOption: { case: 'noLimit', value: {} } })).toMatchObject({
      status: '12',
      message: 'Method is unimplemented.',
    })
  })
})

test('a group whose messages may wait for ever is listed', async () => {
  await open('26.1')
  const groups = packageOf('persistent_subscriptions.PersistentSubscriptions')
  const settings = {
    messageTimeout: { case: 'messageTimeoutTicks', value: 2n ** 63n - 1n },
    readBatchSize: 5,
    historyBufferSize: 10,
    consumerStrategy: 'RoundRobin',
  } as const
  const value = { streamIdentifier: text('orders'), revisionOption: { case: 'start', value: {} } } as const
  const options = { groupName: 'patient', settings, streamOption: { case: 'stream', value } } as const
  expect(await served.client.call(`${groups}/Create`, [message('groups.CreateReq', { options })], admin)).toMatchObject({ status: '0' })
  const all = message('groups.ListReq', { options: { listOption: { case: 'listAllSubscriptions', value: {} } } })
  const listed = await served.client.call(`${groups}/List`, [all], admin)
  expect(listed.status).toBe('0')
  expect(decode('groups.ListResp', listed.frames[0]!).subscriptions).toMatchObject([
    { groupName: 'patient', messageTimeoutMilliseconds: 2 ** 31 - 1 },
  ])
})

test.each([
  ['23.10', false, false],
  ['26.1', false, true],
  ['26.2', true, true],
] as const)(
  'release %s tells clients whether it truncates parked messages and appends to many streams',
  async (release, truncates, many) => {
    await open(release)
    const { frames } = await served.client.call(`${packageOf('server_features.ServerFeatures')}/GetSupportedMethods`, [
      message('Empty', {}),
    ])
    const { methods, eventStoreServerVersion } = decode('features.SupportedMethods', frames[0]!)
    expect(eventStoreServerVersion.startsWith(release)).toBe(true)
    const names = methods.map(({ methodName, serviceName }) => `${serviceName}/${methodName}`)
    expect(names.includes('event_store.client.persistent_subscriptions.persistentsubscriptions/truncateparked')).toBe(truncates)
    expect(names.includes('kurrentdb.protocol.v2.streams.streamsservice/appendrecords')).toBe(many)
    expect(names).toContain('event_store.client.streams.streams/batchappend')
  },
)

describe('a projection', () => {
  const projections = packageOf('projections.Projections')
  const query = 'fromAll().when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })'

  async function create(engineVersion: number, continuous: { emitEnabled?: boolean; trackEmittedStreams?: boolean } = {}) {
    const mode = { case: 'continuous', value: { name: 'p', ...continuous } } as const
    return await served.client.call(
      `${projections}/Create`,
      [message('projections.CreateReq', { options: { mode, query, engineVersion } })],
      admin,
    )
  }

  /** As the event has it that defines the projection. */
  async function definedEngine(): Promise<unknown> {
    const [definition] = await served.store.read('$projections-p')
    return (definition!.data as { engineVersion?: number }).engineVersion
  }

  async function statistics() {
    const options = { mode: { case: 'name', value: 'p' } } as const
    const { frames } = await served.client.call(`${projections}/Statistics`, [message('projections.StatisticsReq', { options })], admin)
    return decode('projections.StatisticsResp', frames[0]!).details!
  }

  test.each([
    ['26.1', 0, 1, false],
    ['26.1', 1, 1, false],
    ['26.1', -1, 1, false],
    ['26.1', 3, 3, false],
    ['26.1', 2, 2, true],
    ['23.10', 2, undefined, false],
  ] as const)('of release %s that asks for engine %i is defined with %s', async (release, asked, defined, isSecond) => {
    await open(release)
    await served.store.append('orders', { type: 'A', data: {} })
    expect(await create(asked)).toMatchObject({ status: '0' })
    await served.store.settled()
    expect(await definedEngine()).toBe(defined)
    // The second engine shows no position.
    expect((await statistics()).position === '').toBe(isSecond)
    expect(await served.store.state('p')).toEqual({ n: 1 })
  })

  test('of the second engine that tracks its streams is refused, and not created', async () => {
    await open('26.1')
    expect(await create(2, { emitEnabled: true, trackEmittedStreams: true })).toMatchObject({ status: '2' })
    expect(await create(1, { emitEnabled: true, trackEmittedStreams: true })).toMatchObject({ status: '0' })
  })
})

describe('records for many streams', () => {
  const method = '/kurrentdb.protocol.v2.streams.StreamsService/AppendRecords'
  type Checks = Readonly<Record<string, bigint>>

  const record = (stream: string, name = 'Placed') => ({
    stream,
    schema: { format: 1, name },
    data: new TextEncoder().encode('{}'),
    recordId: crypto.randomUUID(),
  })
  const checksOf = (checks: Checks) =>
    Object.entries(checks).map(([stream, expectedState]) => ({ type: { case: 'streamState', value: { stream, expectedState } } }) as const)
  const append = (checks: Checks, name?: string, headers: Readonly<Record<string, string>> = admin) =>
    served.client.call(method, [message('v2.AppendRecordsRequest', { records: [record('a', name)], checks: checksOf(checks) })], headers)

  /** What tells a client of .NET which error it is, and the details of that. */
  function detailsOf(trailers: Readonly<Record<string, unknown>>) {
    const [info, ...details] = decode('Status', Buffer.from(trailers['grpc-status-details-bin'] as string, 'base64')).details
    expect(info!.typeUrl).toBe('type.googleapis.com/google.rpc.ErrorInfo')
    return { ...decode('ErrorInfo', info!.value), details }
  }

  function violationsOf(trailers: Readonly<Record<string, unknown>>) {
    const { reason, domain, details } = detailsOf(trailers)
    expect([reason, domain]).toEqual(['APPEND_CONSISTENCY_VIOLATION', 'streams'])
    expect(details[0]!.typeUrl).toMatch(/AppendConsistencyViolationErrorDetails$/)
    return decode('v2.errors.ConsistencyViolation', details[0]!.value).violations.map(({ checkIndex, type }) => {
      if (type.case !== 'streamState') return undefined
      const { stream, expectedState, actualState } = type.value
      return [checkIndex, stream, expectedState, actualState]
    })
  }

  test('say how a stream was deleted, that of a record included', async () => {
    await open('26.2')
    for (const stream of ['a', 'soft']) await served.store.append(stream, { type: 'A' })
    const remove = (stream: string, hard: string) =>
      served.store.direct(new Request(`http://store/streams/${stream}`, { method: 'DELETE', headers: { 'ES-HardDelete': hard } }))
    await Promise.all([remove('a', 'true'), remove('soft', 'false')])
    const { status, trailers } = await append({ soft: -4n, missing: 3n })
    expect(status).toBe('9')
    expect(violationsOf(trailers)).toEqual([
      [0, 'soft', -4n, -5n],
      [1, 'missing', 3n, -1n],
      [2, 'a', -2n, -6n],
    ])
  })

  test.each<readonly [string, Checks, string]>([
    ['a check for any state', { b: -2n }, 'Placed'],
    ['a check for a state that there is not', { b: -3n }, 'Placed'],
    ['a check without a stream', { '': -1n }, 'Placed'],
    ['a type with a blank', {}, 'Order placed'],
    ['a type that is not normalized', {}, 'A\u030A'],
  ])('are refused with %s', async (_, checks, name) => {
    await open('26.2')
    const { status, trailers } = await append(checks, name)
    expect(status).toBe('3')
    expect(detailsOf(trailers)).toMatchObject({ reason: 'BAD_REQUEST', domain: 'server' })
  })

  test.each([
    [1, '{ "by": "ann", "$schema.name": "Placed", "$schema.format": "Json" }'],
    [4, '{ "by": "ann", "$schema.format": "Bytes", "$schema.name": "Placed" }'],
  ])('show their properties as metadata, with the format %s', async (format, metadata) => {
    await open('26.2')
    const records = [
      { ...record('a'), schema: { format, name: 'Placed' }, properties: { by: { kind: { case: 'stringValue', value: 'ann' } } } },
    ] as const
    await served.client.call(method, [message('v2.AppendRecordsRequest', { records: [...records] })], admin)
    expect((await served.store.snapshot()).events.find(({ stream }) => stream === 'a')).toMatchObject({ metadata, isJson: format === 1 })
  })

  test('are refused with two checks of one stream', async () => {
    await open('26.2')
    const checks = [...checksOf({ b: -1n }), ...checksOf({ b: -4n })]
    const body = message('v2.AppendRecordsRequest', { records: [record('a')], checks })
    expect(await served.client.call(method, [body], admin)).toMatchObject({ status: '3' })
  })

  test('need the right to read what is only checked', async () => {
    await open('26.2')
    const metadata = { method: 'POST', headers: { 'Content-Type': 'application/json', 'ES-EventId': crypto.randomUUID() } }
    await served.store.direct(new Request('http://store/streams/b/metadata', { ...metadata, body: '{"$acl":{"$r":"ann"}}' }))
    expect(await append({ b: -1n }, undefined, {})).toMatchObject({ status: '7' })
    expect(await append({ c: -1n }, undefined, {})).toMatchObject({ status: '0' })
  })
})
