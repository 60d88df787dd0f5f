// Converts the outcome of a read into a reply: a feed in the negotiated media type, or the reason for its absence.

import type { Freshness } from '../cache.ts'
import { cacheHeaders } from '../cache.ts'
import type { EntryOptions } from './entry.ts'
import { readEmbedLevel } from './entry.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import type { AtomFeed } from './feed.ts'
import { feedJson } from './feed.ts'
import { redirectPage } from './html-page.ts'
import * as media from '../media-types.ts'
import { xmlFeeds } from './late-xml.ts'
import { inSlices } from '../../../base/time/steps.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { withCharset } from '../../pipeline/reply/representations.ts'

/** Larger pages are refused with `tooManyItems` (streams-http §10.2). */
export const largestPage = 4096

/** An answer of the operation itself, with a type but no body (streams-http §2.4). */
export const operationReply = (status: number, reason?: string): Reply => ({
  status,
  ...(reason !== undefined && { reason }),
  type: 'text/plain; charset=utf-8',
})

export const tooManyItems = operationReply(500, 'Read size too big, should be less than 4096 items')
export const notModified = operationReply(304)
/** `$maxAge` reaches back before the year 1 (streams-http §12.4). */
export const unrepresentableAge = operationReply(
  500,
  "The added or subtracted value results in an un-representable DateTime. (Parameter 't')",
)

/** @param single whether the route reads one event. */
export const entryOptions = ({ base, query, facts, responseType }: Exchange, single = false): EntryOptions => ({
  base,
  author: facts.http.author,
  fillsBrokenLinks: facts.streams.fillsBrokenLinks,
  feedTagType: facts.http.tagsFeedsByType ? responseType : media.atomJson,
  level: readEmbedLevel(query.get('embed')),
  single,
})

/** @param noCaching the setting `disableHttpCaching`. */
export async function feedReply(exchange: Exchange, feed: AtomFeed, freshness: Freshness, noCaching: boolean): Promise<Reply> {
  const { responseType } = exchange
  return {
    status: 200,
    type: withCharset(responseType),
    headers: cacheHeaders(freshness, responseType, noCaching),
    body: await printFeed(feed, exchange),
  }
}

async function printFeed(feed: AtomFeed, exchange: Exchange): Promise<string> {
  if (exchange.responseType === media.html) return redirectPage(exchange, feed.streamId ?? '$all')
  const printed = media.isFeedXml(exchange.responseType) ? (await xmlFeeds()).feedXml(feed) : feedJson(feed)
  return await inSlices(printed, createTimeSlice())
}
