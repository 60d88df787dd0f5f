// Converts a request into a call of geteventstore-promise, the Node client for HTTP; the vendor's own clients speak gRPC only.

import { isVendorType, sentHeader } from '../../../base/release/spelling.ts'
import { javaScriptLiteral } from '../../kit/javascript-literal.ts'
import type { SentRequest } from './sent-request.ts'

/** @returns a module; undefined if no call of the client sends such a request. */
export function clientCall(sent: SentRequest): string | undefined {
  const { protocol, hostname, port, pathname, searchParams } = new URL(sent.url)
  const call = callOf(sent, pathname, searchParams)
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

/** The client inserts names into paths unescaped, so they stay as sent. */
function callOf(sent: SentRequest, pathname: string, search: URLSearchParams): string | undefined {
  const { method } = sent
  const [, resource, name = '', ...rest] = pathname.split('/')
  const quoted = javaScriptLiteral(name)
  const way = rest.join('/')
  if (method === 'GET' && pathname === '/ping') return 'ping()'
  if (name === '') return undefined
  if (resource === 'streams' && method === 'POST' && way === '') return writeCall(sent, quoted)
  if (resource === 'streams' && method === 'GET') return readCall(quoted, way)
  if (resource === 'streams' && method === 'DELETE' && way === '')
    return `deleteStream(${quoted}${serversOwn(sent, 'hardDelete')?.toLowerCase() === 'true' ? ', true' : ''})`
  if (resource !== 'projection') return undefined
  if (method === 'GET' && (way === 'state' || way === 'result')) {
    const partition = search.get('partition')
    const options = partition ? `, { partition: ${javaScriptLiteral(partition)} }` : ''
    return `projections.${way === 'state' ? 'getState' : 'getResult'}(${quoted}${options})`
  }
  const command = method === 'POST' && Object.hasOwn(commands, way) ? commands[way] : undefined
  return command && `projections.${command}(${quoted})`
}

const commands: Readonly<Record<string, string>> = { 'command/enable': 'start', 'command/disable': 'stop', 'command/reset': 'reset' }

/** A stream's first page holds its last twenty events. */
function readCall(stream: string, way: string): string | undefined {
  if (way === '') return `readEventsBackward(${stream}, 'head', 20)`
  const [, from, direction, count] = /^(head|\d+)\/(forward|backward)\/(\d+)$/.exec(way) ?? []
  if (from === undefined) return undefined
  return `readEvents${direction === 'forward' ? 'Forward' : 'Backward'}(${stream}, ${from === 'head' ? "'head'" : from}, ${count})`
}

function writeCall(sent: SentRequest, stream: string): string | undefined {
  const events = eventsOf(sent)
  if (events === undefined) return undefined
  const version = Number(serversOwn(sent, 'expectedVersion') ?? -2)
  if (!Number.isInteger(version)) return undefined
  return `writeEvents(${stream}, ${javaScriptLiteral(events)}${version === -2 ? '' : `, { expectedVersion: ${version} }`})`
}

/** Events as the client posts them; undefined if the body is not JSON, or has no id to send again. */
function eventsOf(sent: SentRequest): unknown[] | undefined {
  const body = typeof sent.body === 'string' ? parsed(sent.body) : undefined
  const type = headerOf(sent, 'content-type')?.split(';')[0]!.trim().toLowerCase()
  if (isVendorType(type, 'events')) return Array.isArray(body) ? body : undefined
  const eventType = serversOwn(sent, 'eventType')
  const eventId = serversOwn(sent, 'eventId')
  if (type !== 'application/json' || body === undefined || eventType === undefined || eventId === undefined) return undefined
  return [{ eventId, eventType, data: body }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const serversOwn = (sent: SentRequest, name: Parameters<typeof sentHeader>[1]): string | undefined =>
  sentHeader((known) => headerOf(sent, known), name)

const headerOf = ({ headers }: SentRequest, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** The client always sends credentials. Default: those of a fresh store. */
function credentialsOf(sent: SentRequest): { readonly username: string; readonly password: string } {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headerOf(sent, 'authorization') ?? '') ?? []
  const [, username, password] = /^([^:]+):(.+)$/s.exec(decoded(encoded)) ?? []
  return username === undefined || password === undefined ? { username: 'admin', password: 'changeit' } : { username, password }
}

function decoded(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
