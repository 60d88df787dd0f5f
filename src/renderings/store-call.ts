// Reads a request as the call that clients have for it: an append, a read, a deletion, a command to a projection or a look at one.

import { isVendorType } from '../base/release/spelling.ts'
import type { SentRequest } from './request.ts'
import { headerOf, serversOwn } from './request.ts'

/** What the writer says of the stream: a number is that of its last event. */
export type ExpectedState = 'any' | 'no-stream' | 'stream-exists' | number

export interface CalledEvent {
  /** Undefined where the request leaves it to the server. */
  readonly id: string | undefined
  readonly type: string
  readonly data: unknown
  readonly metadata: unknown
}

interface OfStream {
  readonly stream: string
}
interface OfProjection {
  readonly name: string
}

/** Names are decoded. */
export type StoreCall =
  | { readonly kind: 'ping' }
  | (OfStream & { readonly kind: 'append'; readonly expected: ExpectedState; readonly events: readonly CalledEvent[] })
  | (OfStream & {
      readonly kind: 'read'
      readonly from: 'start' | 'end' | number
      readonly direction: 'forwards' | 'backwards'
      readonly count: number
      readonly resolveLinks: boolean
    })
  | (OfStream & { readonly kind: 'delete' | 'tombstone'; readonly expected: ExpectedState })
  | (OfStream & { readonly kind: 'metadata' })
  | (OfProjection & { readonly kind: 'enable' | 'disable' | 'reset' })
  | (OfProjection & { readonly kind: 'state' | 'result'; readonly partition: string | undefined })
  | (OfProjection & { readonly kind: 'create'; readonly query: string; readonly emits: boolean; readonly tracks: boolean })

/** @returns undefined for a request that is no call of a client. */
export function storeCallOf(sent: SentRequest): StoreCall | undefined {
  const { pathname, searchParams } = new URL(sent.url)
  const [, resource, encoded = '', ...rest] = pathname.split('/')
  const way = rest.join('/')
  const { method } = sent
  if (method === 'GET' && pathname === '/ping') return { kind: 'ping' }
  const name = decodedName(encoded)
  if (name === undefined || name === '') return undefined
  if (resource === 'streams') return streamCall(sent, name, way)
  if (resource === 'projections' && method === 'POST' && name === 'continuous' && way === '') return creation(sent, searchParams)
  if (resource !== 'projection') return undefined
  if (method === 'GET' && (way === 'state' || way === 'result'))
    return { kind: way, name, partition: searchParams.get('partition') || undefined }
  const [, command] = /^command\/(enable|disable|reset)$/.exec(way) ?? []
  return method === 'POST' && command !== undefined ? { kind: command as 'enable' | 'disable' | 'reset', name } : undefined
}

function streamCall(sent: SentRequest, stream: string, way: string): StoreCall | undefined {
  const { method } = sent
  if (method === 'GET') return way === 'metadata' ? { kind: 'metadata', stream } : readCall(sent, stream, way)
  if (way !== '') return undefined
  if (method === 'POST') return appendCall(sent, stream)
  const expected = expectedOf(sent)
  if (method !== 'DELETE' || expected === undefined) return undefined
  return { kind: serversOwn(sent, 'hardDelete')?.toLowerCase() === 'true' ? 'tombstone' : 'delete', stream, expected }
}

/** A stream's first page holds its last twenty events. */
function readCall(sent: SentRequest, stream: string, way: string): StoreCall | undefined {
  const resolveLinks = serversOwn(sent, 'resolveLinkTos')?.toLowerCase() !== 'false'
  if (way === '') return { kind: 'read', stream, from: 'end', direction: 'backwards', count: 20, resolveLinks }
  // One event alone.
  const [, only] = /^(head|\d+)$/.exec(way) ?? []
  if (only === 'head') return { kind: 'read', stream, from: 'end', direction: 'backwards', count: 1, resolveLinks }
  if (only !== undefined)
    return { kind: 'read', stream, from: only === '0' ? 'start' : Number(only), direction: 'forwards', count: 1, resolveLinks }
  const [, from, direction, count] = /^(head|\d+)\/(forward|backward)\/(\d+)$/.exec(way) ?? []
  if (from === undefined) return undefined
  const isForward = direction === 'forward'
  return {
    kind: 'read',
    stream,
    from: from === 'head' ? 'end' : from === '0' && isForward ? 'start' : Number(from),
    direction: isForward ? 'forwards' : 'backwards',
    count: Number(count),
    resolveLinks,
  }
}

function appendCall(sent: SentRequest, stream: string): StoreCall | undefined {
  const [events, expected] = [eventsOf(sent), expectedOf(sent)]
  return events && expected !== undefined ? { kind: 'append', stream, expected, events } : undefined
}

function expectedOf(sent: SentRequest): ExpectedState | undefined {
  const version = Number(serversOwn(sent, 'expectedVersion') ?? -2)
  if (!Number.isInteger(version)) return undefined
  if (version >= 0) return version
  return ({ '-1': 'no-stream', '-2': 'any', '-4': 'stream-exists' } as const)[String(version) as '-1' | '-2' | '-4']
}

/** Undefined if the body is not JSON, or has no types. */
function eventsOf(sent: SentRequest): CalledEvent[] | undefined {
  const body = typeof sent.body === 'string' ? parsed(sent.body) : undefined
  const type = headerOf(sent, 'content-type')?.split(';')[0]!.trim().toLowerCase()
  if (isVendorType(type, 'events')) return Array.isArray(body) ? listedEvents(body) : undefined
  const eventType = serversOwn(sent, 'eventType')
  if (type !== 'application/json' || body === undefined || eventType === undefined) return undefined
  return [{ id: serversOwn(sent, 'eventId'), type: eventType, data: body, metadata: undefined }]
}

function listedEvents(list: readonly unknown[]): CalledEvent[] | undefined {
  const events = list.map((each) => {
    const { eventId, eventType, data, metadata } = (each ?? {}) as Readonly<Record<string, unknown>>
    return typeof eventType === 'string'
      ? { id: typeof eventId === 'string' ? eventId : undefined, type: eventType, data, metadata }
      : undefined
  })
  return events.every((event) => event !== undefined) ? events : undefined
}

function creation(sent: SentRequest, search: URLSearchParams): StoreCall | undefined {
  const name = search.get('name')
  if (name === null || typeof sent.body !== 'string' || sent.body === '') return undefined
  const isOn = (flag: string): boolean => /^(yes|true|1)$/i.test(search.get(flag) ?? '')
  return { kind: 'create', name, query: sent.body, emits: isOn('emit'), tracks: isOn('trackemittedstreams') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decodedName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
