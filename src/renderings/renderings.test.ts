import { expect, test } from 'vitest'
import { renderings } from './renderings.ts'
import type { Rendering } from './renderings.ts'
import type { SentRequest } from './request.ts'

const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'
const request = (method: string, path: string, headers: SentRequest['headers'] = [], body = ''): SentRequest => ({
  method,
  url: `http://localhost:2113${path}`,
  headers,
  body,
})
const codeOf = (wanted: Rendering['id'], sent: SentRequest): string | undefined => renderings.find(({ id }) => id === wanted)!.code(sent)
const call = (wanted: 'node' | 'dotnet', sent: SentRequest): string =>
  codeOf(wanted, sent)!
    .split('\n')
    .slice(wanted === 'node' ? 3 : 4)
    .join('\n')

const single: SentRequest['headers'] = [
  ['Content-Type', 'application/json'],
  ['Kurrent-EventType', 'ItemAdded'],
  ['Kurrent-EventId', id],
]

test('a program is whole: packages, connection, call', () => {
  const sent = request(
    'POST',
    '/streams/cart-1',
    [...single, ['ES-ExpectedVersion', '3'], ['Authorization', `Basic ${btoa("ops:it's")}`]],
    '{"price":5}',
  )
  expect(codeOf('node', sent)).toBe(`import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client'

const client = KurrentDBClient.connectionString('kurrentdb://ops:it%27s@localhost:2113?tls=false')
await client.appendToStream('cart-1', [jsonEvent({
  id: '${id}',
  type: 'ItemAdded',
  data: {
    price: 5,
  },
})], { streamState: 3n })`)
  expect(codeOf('dotnet', sent)).toBe(`using KurrentDB.Client;

var settings = KurrentDBClientSettings.Create("kurrentdb://ops:it%27s@localhost:2113?tls=false");
await using var client = new KurrentDBClient(settings);
await client.AppendToStreamAsync("cart-1", StreamState.StreamRevision(3), [
    new EventData(Uuid.Parse("${id}"), "ItemAdded", """{"price":5}"""u8.ToArray()),
]);`)
})

const list = [
  { eventType: 'A', data: 'a "text"' },
  { eventId: id, eventType: 'B', metadata: { by: 'me' } },
]

test.each<[SentRequest, string, string]>([
  [
    request('GET', '/streams/caf%C3%A9'),
    "const events = client.readStream('café', { direction: 'backwards', fromRevision: 'end', maxCount: 20, resolveLinkTos: true })\n",
    'var events = client.ReadStreamAsync(Direction.Backwards, "café", StreamPosition.End, maxCount: 20, resolveLinkTos: true);\n',
  ],
  [
    request('GET', '/streams/a/0/forward/5', [['ES-ResolveLinkTos', 'False']]),
    "const events = client.readStream('a', { maxCount: 5 })\n",
    'var events = client.ReadStreamAsync(Direction.Forwards, "a", StreamPosition.Start, maxCount: 5);\n',
  ],
  [
    request('GET', '/streams/a/7', [['ES-ResolveLinkTos', 'False']]),
    "const events = client.readStream('a', { fromRevision: 7n, maxCount: 1 })\n",
    'var events = client.ReadStreamAsync(Direction.Forwards, "a", StreamPosition.FromInt64(7), maxCount: 1);\n',
  ],
  [
    request('GET', '/streams/a/head', [['ES-ResolveLinkTos', 'False']]),
    "const events = client.readStream('a', { direction: 'backwards', fromRevision: 'end', maxCount: 1 })\n",
    'var events = client.ReadStreamAsync(Direction.Backwards, "a", StreamPosition.End, maxCount: 1);\n',
  ],
  [
    request('GET', '/streams/a/7/backward/5', [['ES-ResolveLinkTos', 'False']]),
    "const events = client.readStream('a', { direction: 'backwards', fromRevision: 7n, maxCount: 5 })\n",
    'var events = client.ReadStreamAsync(Direction.Backwards, "a", StreamPosition.FromInt64(7), maxCount: 5);\n',
  ],
  [
    request('POST', '/streams/a', [['Content-Type', 'application/vnd.eventstore.events+json']], JSON.stringify(list)),
    "await client.appendToStream('a', [jsonEvent({\n  type: 'A',\n  data: 'a \"text\"',\n}), jsonEvent({\n",
    'await client.AppendToStreamAsync("a", StreamState.Any, [\n    new EventData(Uuid.NewUuid(), "A", "\\"a \\\\\\"text\\\\\\"\\""u8.ToArray()),\n',
  ],
  [request('DELETE', '/streams/a'), "await client.deleteStream('a')", 'await client.DeleteAsync("a", StreamState.Any);'],
  [
    request('DELETE', '/streams/a', [
      ['Kurrent-HardDelete', 'true'],
      ['Kurrent-ExpectedVersion', '-1'],
    ]),
    "await client.tombstoneStream('a', { expectedRevision: 'no_stream' })",
    'await client.TombstoneAsync("a", StreamState.NoStream);',
  ],
  [
    request('GET', '/streams/a/metadata'),
    "const { metadata } = await client.getStreamMetadata('a')",
    'var result = await client.GetStreamMetadataAsync("a");',
  ],
  [
    request(
      'POST',
      '/projections/continuous?name=totals&emit=yes&trackemittedstreams=yes',
      [],
      'fromAll()\n  .when({ A: () => `${1}` })\n',
    ),
    "await client.createProjection('totals', `fromAll()\n  .when({ A: () => \\`\\${1}\\` })\n`, { emitEnabled: true, trackEmittedStreams: true })",
    'var query = """\nfromAll()\n  .when({ A: () => `${1}` })\n""";\nawait client.CreateContinuousAsync("totals", query, trackEmittedStreams: true);\nawait client.UpdateAsync("totals", query, emitEnabled: true);',
  ],
  [
    request('GET', '/projection/totals/state?partition=a%20b'),
    "const state = await client.getProjectionState('totals', { partition: 'a b' })",
    'var state = await client.GetStateAsync("totals", "a b");',
  ],
  [
    request('GET', '/projection/totals/result'),
    "const result = await client.getProjectionResult('totals')",
    'var result = await client.GetResultAsync("totals");',
  ],
  [
    request('POST', '/projection/totals/command/disable'),
    "await client.disableProjection('totals')",
    'await client.DisableAsync("totals");',
  ],
])('%o as calls of the vendor’s clients', (sent, node, dotnet) => {
  const [ofNode, ofDotnet] = [call('node', sent), call('dotnet', sent)]
  expect(ofNode.slice(0, node.length)).toBe(node)
  expect(ofDotnet.slice(0, dotnet.length)).toBe(dotnet)
})

test.each([
  request('GET', '/users'),
  request('GET', '/ping'),
  request('GET', '/streams/%'),
  request('POST', '/streams/a', single, 'no JSON'),
  request('POST', '/streams/a', [...single, ['ES-ExpectedVersion', 'x']], '{}'),
  request('POST', '/streams/a', [['Content-Type', 'application/vnd.kurrent.events+json']], '[{"data":1}]'),
  request('POST', '/projection/totals/command/constructor'),
])('%o has no call of theirs, and a command all the same', (sent) => {
  expect(codeOf('node', sent)).toBeUndefined()
  expect(codeOf('dotnet', sent)).toBeUndefined()
  expect(codeOf('curl', sent)).toContain('curl ')
  expect(codeOf('fetch', sent)).toContain('await fetch(')
})
