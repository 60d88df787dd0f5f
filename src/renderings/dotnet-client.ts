// Converts a request into a call of KurrentDB.Client, the vendor's client for .NET, which speaks gRPC.

import { connectionString } from './connection-string.ts'
import type { SentRequest } from './request.ts'
import type { CalledEvent, ExpectedState, StoreCall } from './store-call.ts'
import { storeCallOf } from './store-call.ts'

/** @returns the statements of a program; undefined if no call of the client does the same. */
export function dotnetProgram(sent: SentRequest): string | undefined {
  const call = storeCallOf(sent)
  if (!call || call.kind === 'ping') return undefined
  const isOfStream = 'stream' in call
  const client = isOfStream ? 'KurrentDBClient' : 'KurrentDBProjectionManagementClient'
  return [
    'using KurrentDB.Client;',
    '',
    `var settings = KurrentDBClientSettings.Create(${stringLiteral(connectionString(sent))});`,
    `await using var client = new ${client}(settings);`,
    ...(isOfStream ? streamLines(call) : projectionLines(call)),
  ].join('\n')
}

function streamLines(call: Extract<StoreCall, { readonly stream: string }>): string[] {
  const stream = stringLiteral(call.stream)
  switch (call.kind) {
    case 'append':
      return [
        `await client.AppendToStreamAsync(${stream}, ${expectedCode(call.expected)}, [`,
        ...call.events.map((event) => `    ${eventCode(event)},`),
        ']);',
      ]
    case 'read': {
      const from = { start: 'StreamPosition.Start', end: 'StreamPosition.End' }
      const revision = typeof call.from === 'number' ? `StreamPosition.FromInt64(${call.from})` : from[call.from]
      const direction = call.direction === 'forwards' ? 'Direction.Forwards' : 'Direction.Backwards'
      const links = call.resolveLinks ? ', resolveLinkTos: true' : ''
      return [
        `var events = client.ReadStreamAsync(${direction}, ${stream}, ${revision}, maxCount: ${call.count}${links});`,
        'await foreach (var resolved in events)',
        '    Console.WriteLine($"{resolved.Event.EventType} {System.Text.Encoding.UTF8.GetString(resolved.Event.Data.Span)}");',
      ]
    }
    case 'delete':
      return [`await client.DeleteAsync(${stream}, ${expectedCode(call.expected)});`]
    case 'tombstone':
      return [`await client.TombstoneAsync(${stream}, ${expectedCode(call.expected)});`]
    case 'metadata':
      return [`var result = await client.GetStreamMetadataAsync(${stream});`]
  }
}

function projectionLines(call: Extract<StoreCall, { readonly name: string }>): string[] {
  const name = stringLiteral(call.name)
  switch (call.kind) {
    case 'state':
    case 'result': {
      const partition = call.partition === undefined ? '' : `, ${stringLiteral(call.partition)}`
      return [`var ${call.kind} = await client.Get${call.kind === 'state' ? 'State' : 'Result'}Async(${name}${partition});`]
    }
    case 'create':
      return [
        `var query = ${textLiteral(call.query)};`,
        `await client.CreateContinuousAsync(${name}, query${call.emits && call.tracks ? ', trackEmittedStreams: true' : ''});`,
        // The call that creates has no parameter for it.
        ...(call.emits ? [`await client.UpdateAsync(${name}, query, emitEnabled: true);`] : []),
      ]
    case 'enable':
      return [`await client.EnableAsync(${name});`]
    case 'disable':
      return [`await client.DisableAsync(${name});`]
    case 'reset':
      return [`await client.ResetAsync(${name});`]
  }
}

function eventCode({ id, type, data, metadata }: CalledEvent): string {
  const uuid = id === undefined ? 'Uuid.NewUuid()' : `Uuid.Parse(${stringLiteral(id)})`
  return `new EventData(${uuid}, ${stringLiteral(type)}, ${bytes(data ?? {})}${metadata === undefined ? '' : `, ${bytes(metadata)}`})`
}

const bytes = (value: unknown): string => `${textLiteral(JSON.stringify(value))}u8.ToArray()`

function expectedCode(expected: ExpectedState): string {
  if (typeof expected === 'number') return `StreamState.StreamRevision(${expected})`
  return { any: 'StreamState.Any', 'no-stream': 'StreamState.NoStream', 'stream-exists': 'StreamState.StreamExists' }[expected]
}

/** The escapes of JSON are those of C#, which ends lines at three signs more. */
const stringLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\u0085\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** As it stands, where three quotation marks can be around it: on lines of its own where it has several. */
function textLiteral(text: string): string {
  if (text.includes('"""') || /^"|"$|[\u0085\u2028\u2029]/.test(text)) return stringLiteral(text)
  return text.includes('\n') ? `"""\n${text.replace(/\n$/, '')}\n"""` : `"""${text}"""`
}
