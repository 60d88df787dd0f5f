// Converts a request into a call of @kurrent/kurrentdb-client, the vendor's client for Node, which speaks gRPC.

import { connectionString } from './connection-string.ts'
import { javaScriptLiteral } from './javascript-literal.ts'
import type { SentRequest } from './request.ts'
import type { CalledEvent, ExpectedState, StoreCall } from './store-call.ts'
import { storeCallOf } from './store-call.ts'

/** @returns a module; undefined if no call of the client does the same. */
export function nodeClientModule(sent: SentRequest): string | undefined {
  const call = storeCallOf(sent)
  const lines = call && linesOf(call)
  if (!lines) return undefined
  const imported = call.kind === 'append' ? 'jsonEvent, KurrentDBClient' : 'KurrentDBClient'
  return [
    `import { ${imported} } from '@kurrent/kurrentdb-client'`,
    '',
    `const client = KurrentDBClient.connectionString(${javaScriptLiteral(connectionString(sent))})`,
    ...lines,
  ].join('\n')
}

function linesOf(call: StoreCall): string[] | undefined {
  switch (call.kind) {
    case 'ping':
      return undefined
    case 'append':
      return [
        `await client.appendToStream(${javaScriptLiteral(call.stream)}, [${call.events.map(eventCode).join(', ')}]${options({
          streamState: expectedCode(call.expected),
        })})`,
      ]
    case 'read':
      return [
        `const events = client.readStream(${javaScriptLiteral(call.stream)}${options({
          direction: call.direction === 'backwards' ? "'backwards'" : undefined,
          fromRevision: typeof call.from === 'number' ? `${call.from}n` : call.from === 'end' ? "'end'" : undefined,
          maxCount: String(call.count),
          resolveLinkTos: call.resolveLinks ? 'true' : undefined,
        })})`,
        'for await (const { event } of events) console.log(event?.type, event?.data)',
      ]
    case 'delete':
    case 'tombstone':
      return [
        `await client.${call.kind}Stream(${javaScriptLiteral(call.stream)}${options({ expectedRevision: expectedCode(call.expected) })})`,
      ]
    case 'metadata':
      return [`const { metadata } = await client.getStreamMetadata(${javaScriptLiteral(call.stream)})`]
    default:
      return [projectionLine(call)]
  }
}

function projectionLine(call: Extract<StoreCall, { readonly name: string }>): string {
  const name = javaScriptLiteral(call.name)
  switch (call.kind) {
    case 'state':
    case 'result': {
      const partition = call.partition === undefined ? undefined : javaScriptLiteral(call.partition)
      return `const ${call.kind} = await client.getProjection${call.kind === 'state' ? 'State' : 'Result'}(${name}${options({ partition })})`
    }
    case 'create': {
      const flags = { emitEnabled: call.emits ? 'true' : undefined, trackEmittedStreams: call.emits && call.tracks ? 'true' : undefined }
      return `await client.createProjection(${name}, ${templateLiteral(call.query)}${options(flags)})`
    }
    case 'enable':
    case 'disable':
    case 'reset':
      return `await client.${call.kind}Projection(${name})`
  }
}

const eventCode = ({ id, type, data, metadata }: CalledEvent): string =>
  `jsonEvent(${javaScriptLiteral({ id, type, data: data ?? {}, metadata })})`

/** @returns undefined where it is the client's own default. */
function expectedCode(expected: ExpectedState): string | undefined {
  if (expected === 'any') return undefined
  return typeof expected === 'number' ? `${expected}n` : javaScriptLiteral(expected.replace('-', '_'))
}

/** The last argument of a call; nothing where all is as by default. */
function options(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).flatMap(([name, code]) => (code === undefined ? [] : [`${name}: ${code}`]))
  return given.length === 0 ? '' : `, { ${given.join(', ')} }`
}

const templateLiteral = (text: string): string => `\`${text.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`)}\``
