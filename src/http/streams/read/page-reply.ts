// What pages of a stream and of the log share: the headers that ask for one, and the steps from the question to the reply.

import { inSlices } from '../../../base/time/steps.ts'
import type { Steps } from '../../../base/time/steps.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import type { Poll } from '../../../streams/streams.ts'
import type { EntryOptions } from '../feed/entry.ts'
import { entryOptions, feedReply, largestPage, tooManyItems } from '../feed/feed-reply.ts'
import type { AtomFeed } from '../feed/feed.ts'
import type { Parsed } from '../stream-headers.ts'
import { parseLongPoll, parseRequireLeader, parsed } from '../stream-headers.ts'

/** The question for a page, as path and headers ask it. */
export interface PageQuestion<Request> {
  readonly request: Request
  /** Seconds that the client will wait. */
  readonly wait: number | undefined
}

/** Reads the headers behind that for links, in the server's order; requests forward may wait. */
export function parseLeaderAndWait(
  exchange: Exchange,
  direction: 'forward' | 'backward',
): Parsed<{ readonly leader: boolean; readonly wait: number | undefined }> {
  const leader = parseRequireLeader(exchange)
  if (leader.kind === 'refused') return leader
  const wait: Parsed<number | undefined> = direction === 'forward' ? parseLongPoll(exchange) : parsed(undefined)
  return wait.kind === 'refused' ? wait : parsed({ leader: leader.value, wait: wait.value })
}

interface Page {
  readonly kind: 'page'
  readonly last: bigint
  readonly cacheControl: bigint | undefined
}

type PageIn<Outcome> = Extract<Outcome, Page>

/** How one kind of page is read and shown. */
export interface PageKind<Request, Outcome> {
  readonly read: (request: Request, poll: Poll | undefined) => Promise<Outcome>
  readonly feed: (request: Request, page: PageIn<Outcome>, options: EntryOptions) => Steps<AtomFeed>
  /** Whether the page can never change. */
  readonly isImmutable: (request: Request, page: PageIn<Outcome>) => boolean
  readonly failure: (outcome: Exclude<Outcome, Page>) => Reply
}

/** @param noCaching the setting `disableHttpCaching`. */
export async function pageReply<Request extends { readonly count: number }, Outcome extends { readonly kind: string }>(
  exchange: Exchange,
  question: Parsed<PageQuestion<Request>>,
  kind: PageKind<Request, Outcome>,
  noCaching: boolean,
): Promise<Reply> {
  if (question.kind === 'refused') return question.reply
  const { request, wait } = question.value
  if (request.count > largestPage) return tooManyItems
  const poll = wait === undefined ? undefined : { milliseconds: wait * 1000, signal: exchange.request.signal }
  const outcome = await kind.read(request, poll)
  if (!isPage(outcome)) return kind.failure(outcome as Exclude<Outcome, Page>)
  const freshness = { immutable: kind.isImmutable(request, outcome), seconds: outcome.cacheControl, tag: outcome.last }
  const feed = await inSlices(kind.feed(request, outcome, entryOptions(exchange)), createTimeSlice())
  return await feedReply(exchange, feed, freshness, noCaching)
}

const isPage = <Outcome extends { readonly kind: string }>(outcome: Outcome): outcome is PageIn<Outcome> => outcome.kind === 'page'
