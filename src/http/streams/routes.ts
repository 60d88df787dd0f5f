// Routes of streams, in the server's order of registration (streams-http §3).

import type { StreamRight } from '../../streams/streams.ts'
import type { Exchange, Method, Reply, Route } from '../exchange.ts'
import * as media from './media-types.ts'
import { withoutTrailingSlash } from '../pipeline/reply/redirect.ts'
import { allPage, filteredPage } from './read/all.ts'
import { streamEvent, streamMetadata } from './read/events.ts'
import type { ReadServices } from './read/pages.ts'
import { metadataPage, newestPage, streamPage } from './read/pages.ts'
import type { WriteServices } from './write/writes.ts'
import { append, appendIncoming, remove, writeMetadata } from './write/writes.ts'

export type StreamServices = ReadServices & WriteServices

/** A handler with the stream in the path. */
type Handler = (exchange: Exchange, stream: string) => Promise<Reply>

export function streamRoutes(options: StreamServices): Route[] {
  const backwardPage: Handler = (exchange, stream) => streamPage(exchange, stream, 'backward', options)
  const forwardPage: Handler = (exchange, stream) => streamPage(exchange, stream, 'forward', options)
  const olderMetadata: Handler = (exchange, stream) => metadataPage(exchange, stream, 'backward', options)
  const newerMetadata: Handler = (exchange, stream) => metadataPage(exchange, stream, 'forward', options)
  const event: Handler = (exchange, stream) => streamEvent(exchange, stream, options)
  const metadata: Handler = (exchange, stream) => streamMetadata(exchange, stream, options)
  return [
    posting('/streams/{stream}', 'write', media.writeTypes, (exchange, stream) => append(exchange, stream, options)),
    route('DELETE', '/streams/{stream}', 'delete', media.writeTypes, (exchange, stream) => remove(exchange, stream, options)),
    posting('/streams/{stream}/incoming/{guid}', 'write', media.incomingTypes, (exchange, stream) =>
      appendIncoming(exchange, stream, options),
    ),
    { ...redirect('POST', '/streams/{stream}/', media.writeTypes), reads: media.writeTypes },
    redirect('DELETE', '/streams/{stream}/', media.writeTypes),
    redirect('GET', '/streams/{stream}/', media.writeTypes),
    { ...redirect('POST', '/streams/{stream}/metadata/', media.writeTypes), reads: media.writeTypes },
    redirect('GET', '/streams/{stream}/metadata/', media.eventTypes),

    feed('/streams/{stream}', 'read', (exchange, stream) => newestPage(exchange, stream, options)),
    route('GET', '/streams/{stream}/{event}', 'read', media.eventTypes, event),
    feed('/streams/{stream}/{event}/{count}', 'read', backwardPage),
    feed('/streams/{stream}/{event}/backward/{count}', 'read', backwardPage),
    feed('/streams/{stream}/{event}/forward/{count}', 'read', forwardPage),

    posting('/streams/{stream}/metadata', 'metadataWrite', media.writeTypes, (exchange, stream) =>
      writeMetadata(exchange, stream, options),
    ),
    route('GET', '/streams/{stream}/metadata', 'metadataRead', media.eventTypes, metadata),
    route('GET', '/streams/{stream}/metadata/{event}', 'metadataRead', media.eventTypes, metadata),
    feed('/streams/{stream}/metadata/{event}/{count}', 'metadataRead', olderMetadata),
    feed('/streams/{stream}/metadata/{event}/backward/{count}', 'metadataRead', olderMetadata),
    feed('/streams/{stream}/metadata/{event}/forward/{count}', 'metadataRead', newerMetadata),

    redirect('GET', '/streams/$all/', media.feedTypes),
    ...allRoutes('/streams/$all', (exchange, direction) => allPage(exchange, direction, options)),
    ...allRoutes('/streams/$all/filtered', (exchange, direction) => filteredPage(exchange, direction, options)),
  ]
}

function route(method: Method, path: string, right: StreamRight, writes: readonly string[], handler: Handler): Route {
  return { method, path, access: { right }, writes, handle: (exchange) => handler(exchange, exchange.params['stream'] ?? '') }
}

const feed = (path: string, right: StreamRight, handler: Handler): Route => route('GET', path, right, media.feedTypes, handler)

/** Reads the same types that it writes. */
const posting = (path: string, right: StreamRight, types: readonly string[], handler: Handler): Route => ({
  ...route('POST', path, right, types, handler),
  reads: types,
})

const redirect = (method: Method, path: string, writes: readonly string[]): Route => ({
  method,
  path,
  access: 'anyone',
  writes,
  handle: async (exchange) => withoutTrailingSlash(exchange),
})

function allRoutes(path: string, page: (exchange: Exchange, direction: 'forward' | 'backward') => Promise<Reply>): Route[] {
  const read = (rest: string, direction: 'forward' | 'backward'): Route => ({
    method: 'GET',
    path: path + rest,
    access: { right: 'read', stream: '$all' },
    writes: media.feedTypes,
    handle: (exchange) => page(exchange, direction),
  })
  return [
    read('', 'backward'),
    read('/{position}/{count}', 'backward'),
    read('/{position}/backward/{count}', 'backward'),
    read('/{position}/forward/{count}', 'forward'),
  ]
}
