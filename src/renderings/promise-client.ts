// Converts a request into a call of geteventstore-promise, the Node client for HTTP.

import { javaScriptLiteral } from './javascript-literal.ts'
import type { SentRequest } from './request.ts'
import { credentialsOf } from './request.ts'
import type { StoreCall } from './store-call.ts'
import { storeCallOf } from './store-call.ts'

/** @returns a module; undefined if no call of the client sends such a request. */
export function promiseClientModule(sent: SentRequest): string | undefined {
  const { protocol, hostname, port, pathname } = new URL(sent.url)
  const store = storeCallOf(sent)
  // The client inserts names into paths unescaped, so they stay as sent.
  const call = store && callOf(store, javaScriptLiteral(pathname.split('/')[2] ?? ''))
  if (call === undefined) return undefined
  const { username, password } = credentialsOf(sent)
  return [
    "import { HTTPClient } from 'geteventstore-promise'",
    '',
    'const client = new HTTPClient({',
    ...(protocol === 'https:' ? ["  protocol: 'https',"] : []),
    `  hostname: ${javaScriptLiteral(hostname)},`,
    `  port: ${port || (protocol === 'https:' ? 443 : 80)},`,
    `  credentials: { username: ${javaScriptLiteral(username)}, password: ${javaScriptLiteral(password)} },`,
    '})',
    `const result = await client.${call}`,
  ].join('\n')
}

function callOf(call: StoreCall, name: string): string | undefined {
  switch (call.kind) {
    case 'ping':
      return 'ping()'
    case 'append':
      return writeCall(call, name)
    case 'read': {
      const from = call.from === 'end' ? "'head'" : call.from === 'start' ? 0 : call.from
      return `readEvents${call.direction === 'forwards' ? 'Forward' : 'Backward'}(${name}, ${from}, ${call.count})`
    }
    case 'delete':
      return `deleteStream(${name})`
    case 'tombstone':
      return `deleteStream(${name}, true)`
    case 'enable':
      return `projections.start(${name})`
    case 'disable':
      return `projections.stop(${name})`
    case 'reset':
      return `projections.reset(${name})`
    case 'state':
    case 'result': {
      const options = call.partition === undefined ? '' : `, { partition: ${javaScriptLiteral(call.partition)} }`
      return `projections.${call.kind === 'state' ? 'getState' : 'getResult'}(${name}${options})`
    }
    default:
      return undefined
  }
}

/** The client posts a list; without an id an event would be another one each time. */
function writeCall({ events, expected }: Extract<StoreCall, { kind: 'append' }>, name: string): string | undefined {
  if (events.some(({ id }) => id === undefined)) return undefined
  const posted = events.map(({ id, type, data, metadata }) => ({ eventId: id, eventType: type, data, metadata }))
  const version = typeof expected === 'number' ? expected : { any: -2, 'no-stream': -1, 'stream-exists': -4 }[expected]
  return `writeEvents(${name}, ${javaScriptLiteral(posted)}${version === -2 ? '' : `, { expectedVersion: ${version} }`})`
}
