// Handlers that read one event of a stream, or its metadata (streams-http §11, §12.3).

import type { EventOutcome, EventRequest, ReadEvent } from '../../../streams/streams.ts'
import { printNumber } from '../../../base/events/events.ts'
import { linkTarget } from '../../../streams/read/link-target.ts'
import { isMetastream, metastreamOf } from '../../../streams/system.ts'
import type { Freshness } from '../cache.ts'
import { cacheHeaders } from '../cache.ts'
import { emptyBody, eventBody } from '../feed/event-body.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import { operationReply, unrepresentableAge } from '../feed/feed-reply.ts'
import * as media from '../media-types.ts'
import { withCharset } from '../../pipeline/reply/representations.ts'
import { readEventNumber } from '../../pipeline/request/numbers.ts'
import type { Parsed } from '../stream-headers.ts'
import { parseRequireLeader, parseResolveLinks, refused, parsed } from '../stream-headers.ts'
import type { ReadServices } from './pages.ts'

/** R5: one event. */
export async function streamEvent(exchange: Exchange, stream: string, options: ReadServices): Promise<Reply> {
  const parameters = parseEventRequest(exchange, stream, true)
  if (parameters.kind === 'refused') return parameters.reply
  return await eventReply(exchange, parameters.value, await options.streams.readEvent(parameters.value), options)
}

/** R10 and R11: one event of the metastream, by default the last. */
export async function streamMetadata(exchange: Exchange, stream: string, options: ReadServices): Promise<Reply> {
  if (isMetastream(stream)) return refused('Stream must be non-empty string and should not be metastream').reply
  const parameters = parseEventRequest(exchange, metastreamOf(stream), false)
  if (parameters.kind === 'refused') return parameters.reply
  return await eventReply(exchange, parameters.value, await options.streams.readEvent(parameters.value), options)
}

function parseEventRequest(exchange: Exchange, stream: string, resolveLinks: boolean): Parsed<EventRequest> {
  const { event = 'head' } = exchange.params
  const number = event === 'head' ? 'head' : readEventNumber(event)
  if (number === undefined) return refused(`'${event}' is not valid event number`)
  const links = parseResolveLinks(exchange, resolveLinks)
  if (links.kind === 'refused') return links
  const leader = parseRequireLeader(exchange)
  if (leader.kind === 'refused') return leader
  return parsed({ stream, number, resolveLinks: links.value })
}

async function eventReply(exchange: Exchange, request: EventRequest, outcome: EventOutcome, { settings }: ReadServices): Promise<Reply> {
  if (outcome.kind === 'no-metadata' || (outcome.kind === 'found' && !leadsNowhere(outcome.entry, request)))
    return {
      status: 200,
      type: typeHeader(exchange),
      headers: cacheHeaders(freshnessOf(outcome, request), exchange.responseType, settings.disableHttpCaching),
      body: outcome.kind === 'found' ? await eventBody(exchange, outcome.entry) : emptyBody(exchange, request.stream),
    }
  return { ...failureReply(outcome), body: emptyBody(exchange, request.stream) }
}

/** An event never changes, but the last one is another with every append. Missing metadata has no tag. */
function freshnessOf(outcome: EventOutcome, { number }: EventRequest): Freshness {
  if (outcome.kind !== 'found') return { immutable: number !== 'head' }
  const { entry, cacheControl } = outcome
  const placed = entry.kind === 'event' ? entry.event : entry.link
  return { immutable: number !== 'head', seconds: cacheControl, tag: BigInt(printNumber(placed.number)) }
}

/** Whether a link has no readable target; for single events, one without a stream has none either (streams-http §15). */
const leadsNowhere = (entry: ReadEvent, { resolveLinks }: EventRequest): boolean =>
  entry.kind === 'broken' || (resolveLinks && entry.kind === 'event' && linkTarget(entry.event).kind === 'number-only')

function failureReply({ kind }: EventOutcome): Reply {
  if (kind === 'deleted') return operationReply(410, 'Deleted')
  return kind === 'unrepresentable-age' ? unrepresentableAge : operationReply(404)
}

const typeHeader = ({ responseType }: Exchange): string => (responseType === media.bytes ? media.bytes : withCharset(responseType))
