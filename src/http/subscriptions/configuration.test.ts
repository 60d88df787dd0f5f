import { describe, expect, test } from 'vitest'
import type { GroupConfiguration } from '../../subscriptions/subscriptions.ts'
import { defaultConfiguration } from '../../subscriptions/subscriptions.ts'
import type { Exchange } from '../exchange.ts'
import { parseConfiguration } from './configuration.ts'

const ask = (body: string, requestType = 'application/json') =>
  parseConfiguration({ requestType, body: async () => new TextEncoder().encode(body) } as unknown as Exchange)

const configured = (changed: Partial<GroupConfiguration>) => ({
  kind: 'configuration',
  configuration: { ...defaultConfiguration, ...changed },
})

describe('a JSON body', () => {
  test('has a field for everything, in any case', async () => {
    const body = {
      RESOLVELINKTOS: true,
      startFrom: 2,
      messageTimeoutMilliseconds: 5000,
      extraStatistics: true,
      MaxRetryCount: 7,
      liveBufferSize: 300,
      bufferSize: 200,
      readBatchSize: 30,
      preferRoundRobin: false,
      checkPointAfterMilliseconds: 1500,
      minCheckPointCount: 3,
      maxCheckPointCount: 60,
      maxSubscriberCount: 4,
      namedConsumerStrategy: 'Pinned',
    }
    expect(await ask(JSON.stringify(body))).toEqual(
      configured({
        resolveLinks: true,
        startFrom: 2n,
        messageTimeout: 5000,
        extraStatistics: true,
        maxRetries: 7,
        liveBufferSize: 300,
        bufferSize: 200,
        readBatchSize: 30,
        checkpointAfter: 1500,
        minCheckpointCount: 3,
        maxCheckpointCount: 60,
        maxSubscribers: 4,
        strategy: 'Pinned',
      }),
    )
  })

  test.each(['', 'nonsense', 'null', '[1]', '5', '{"startFrom": "x"}', '{"maxRetryCount": true}', '{"maxRetryCount": 2147483648}'])(
    'that cannot be used means all defaults: %s',
    async (body) => {
      expect(await ask(body)).toEqual(configured({}))
    },
  )

  test.each([
    ['{maxRetryCount: 4, /* why not */}', { maxRetries: 4 }],
    ['{"maxRetryCount": "4", "resolveLinktos": "true"}', { maxRetries: 4, resolveLinks: true }],
    ['{"maxRetryCount": 4, "MaxRetryCount": 6}', { maxRetries: 6 }],
    ['{"maxRetryCount": 2.5, "bufferSize": 30}', {}],
    ['{"maxRetryCount": "", "extraStatistics": "", "bufferSize": 30}', { bufferSize: 30 }],
    ['{"startFrom": 2.5}', { startFrom: 2n }],
    ['{"startFrom": true}', { startFrom: 1n }],
    ['{"maxRetryCount": null, "bufferSize": null, "resolveLinktos": null}', {}],
    ['{"maxRetryCount": -3, "messageTimeoutMilliseconds": 0}', { maxRetries: -3, messageTimeout: 0 }],
    ['{"startFrom": 9223372036854775807}', { startFrom: 9223372036854775807n }],
    ['{"startFrom": 1, "startPosition": "3"}', { startFrom: 3n }],
    ['{"startPosition": " -1 "}', { startFrom: -1n }],
    ['{"startFrom": -2}', { startFrom: -2n }],
  ])('%s', async (body, changed) => {
    expect(await ask(body)).toEqual(configured(changed))
  })

  test.each([
    ['{"namedConsumerStrategy": "", "preferRoundRobin": true}', 'RoundRobin'],
    ['{"namedConsumerStrategy": ""}', 'DispatchToSingle'],
    ['{"namedConsumerStrategy": null, "preferRoundRobin": false}', 'RoundRobin'],
    ['{"preferRoundRobin": false}', 'RoundRobin'],
    ['{"namedConsumerStrategy": "roundrobin"}', 'roundrobin'],
  ])('%s asks for %s', async (body, strategy) => {
    expect(await ask(body)).toEqual(configured({ strategy }))
  })

  test.each(['abc', '', 'C:1/P:1', '1.0'])('whose start position is "%s" is refused', async (startPosition) => {
    expect(await ask(JSON.stringify({ startPosition }))).toMatchObject({ kind: 'refused', reply: { status: 400, type: 'text/plain' } })
  })

  test('with impossible sizes is refused before its start position is looked at', async () => {
    expect(await ask('{"bufferSize": 0, "startPosition": "abc"}')).toMatchObject({ reply: { body: 'Buffer Size (0) must be positive' } })
  })
})

describe('an XML body', () => {
  const inRoot = (content: string, root = 'SubscriptionConfigData') => `<?xml version="1.0"?><${root}>${content}</${root}>`

  test.each([
    [inRoot('<MaxRetryCount> 4 </MaxRetryCount><ReadBatchSize>15</ReadBatchSize>'), { maxRetries: 4, readBatchSize: 15 }],
    [inRoot('<ResolveLinktos>1</ResolveLinktos><ExtraStatistics>true</ExtraStatistics>'), { resolveLinks: true, extraStatistics: true }],
    [inRoot('<StartFrom>7</StartFrom><Colour>red</Colour>'), {}],
    [inRoot('<StartPosition>7</StartPosition>'), { startFrom: 7n }],
    [inRoot('<NamedConsumerStrategy/>'), { strategy: 'DispatchToSingle' }],
    [inRoot('<NamedConsumerStrategy><![CDATA[Pinned]]></NamedConsumerStrategy>'), { strategy: 'Pinned' }],
  ])('%s', async (body, changed) => {
    expect(await ask(body, 'text/xml')).toEqual(configured(changed))
  })

  test.each([
    'maxRetryCount=4',
    '',
    inRoot('<MaxRetryCount>4</MaxRetryCount>', 'Other'),
    inRoot('<MaxRetryCount>many</MaxRetryCount>'),
    inRoot('<MaxRetryCount>4'),
    inRoot('<ResolveLinktos>yes</ResolveLinktos><MaxRetryCount>4</MaxRetryCount>'),
  ])('that cannot be used means all defaults: %s', async (body) => {
    expect(await ask(body, 'text/xml')).toEqual(configured({}))
  })
})
