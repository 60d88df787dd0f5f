// Handlers that read pages of one stream, or of its metastream (streams-http §10).

import { maxInt64 } from '../../../base/events/events.ts'
import type { Settings } from '../../../base/settings.ts'
import type { PageOutcome, PageRequest, StreamPage, Streams } from '../../../streams/streams.ts'
import { isMetastream, metastreamOf } from '../../../streams/system.ts'
import { knownLast } from '../cache.ts'
import { descriptionReply } from '../feed/description.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import { notModified, operationReply, unrepresentableAge } from '../feed/feed-reply.ts'
import { streamFeed } from '../feed/feed.ts'
import * as media from '../media-types.ts'
import { readCount, readEventNumber } from '../../pipeline/request/numbers.ts'
import { streamNotFound } from '../../pipeline/reply/replies.ts'
import type { Parsed } from '../stream-headers.ts'
import { parseResolveLinks, refused, parsed } from '../stream-headers.ts'
import type { PageQuestion } from './page-reply.ts'
import { pageReply, parseLeaderAndWait } from './page-reply.ts'

export interface ReadServices {
  readonly streams: Streams
  readonly settings: Settings
  /** Names of a stream's persistent subscriptions, for the description document. */
  groupsOf(stream: string): Promise<readonly string[]>
}

type Direction = PageRequest['direction']

/** R1: the newest page, with the seed's answer for a missing stream. */
export const newestPage = (exchange: Exchange, stream: string, options: ReadServices): Promise<Reply> =>
  streamPage(exchange, stream, 'backward', options, streamNotFound)

/** R1 to R4: a page, or the description document where that is the negotiated type. */
export async function streamPage(
  exchange: Exchange,
  stream: string,
  direction: Direction,
  options: ReadServices,
  missing = operationReply(404),
): Promise<Reply> {
  if (media.plain(exchange.responseType) === media.description && direction === 'backward')
    return descriptionReply(exchange, stream, await options.groupsOf(stream))
  return await page(exchange, { stream, direction, resolveLinks: true, missing }, options)
}

/** R12 to R14: a page of the metastream. */
export async function metadataPage(exchange: Exchange, stream: string, direction: Direction, options: ReadServices): Promise<Reply> {
  if (isMetastream(stream)) return refused(`Invalid stream name '${stream}'`).reply
  return await page(exchange, { stream: metastreamOf(stream), direction, resolveLinks: false, missing: operationReply(404) }, options)
}

interface PageMode extends Pick<PageRequest, 'stream' | 'direction' | 'resolveLinks'> {
  /** The answer for a missing stream. */
  readonly missing: Reply
}

const page = (exchange: Exchange, mode: PageMode, { streams, settings }: ReadServices): Promise<Reply> =>
  pageReply(
    exchange,
    parsePageRequest(exchange, mode),
    {
      read: (request, poll) => streams.readPage(request, poll),
      feed: streamFeed,
      isImmutable,
      failure: (outcome) => (outcome.kind === 'missing' ? mode.missing : failureReply(outcome)),
    },
    settings.disableHttpCaching,
  )

/** Parses the path and the headers in the server's order (streams-http §10.3). */
function parsePageRequest(exchange: Exchange, { stream, direction, resolveLinks }: PageMode): Parsed<PageQuestion<PageRequest>> {
  const { event = 'head', count = '20' } = exchange.params
  const from = event === 'head' && direction === 'backward' ? 'head' : readEventNumber(event)
  if (from === undefined) return refused(`'${event}' is not valid event number`)
  const size = readCount(count)
  if (size === undefined) return refused(`'${count}' is not valid count. Should be positive integer`)
  const links = parseResolveLinks(exchange, resolveLinks)
  if (links.kind === 'refused') return links
  const others = parseLeaderAndWait(exchange, direction)
  if (others.kind === 'refused') return others
  const request: PageRequest = { stream, from, direction, count: size, resolveLinks: links.value, unless: knownLast(exchange) }
  return parsed({ request, wait: others.value.wait })
}

/** Whether the page can never change (streams-http §16.1); the server counts in 64 bits and lets a sum wrap around. */
function isImmutable({ from, direction, count }: PageRequest, { from: shown, last }: StreamPage): boolean {
  if (from === 'head') return false
  if (direction === 'backward') return last >= shown
  const end = from + BigInt(count)
  return end > maxInt64 || last + 1n >= end
}

function failureReply(outcome: Exclude<PageOutcome, StreamPage | { readonly kind: 'missing' }>): Reply {
  switch (outcome.kind) {
    case 'not-modified':
      return notModified
    case 'deleted':
      return operationReply(410, 'Deleted')
    case 'unrepresentable-age':
      return unrepresentableAge
  }
}
