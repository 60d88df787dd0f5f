// Handlers that read pages of the whole log, filtered or not (streams-http §13).

import type { AllOutcome, AllPage, AllRequest, LogFilter } from '../../streams/streams.ts'
import { knownLast } from './cache.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { allFeed, readLogPosition } from './feed-all.ts'
import { entryOptions, feedReply, largestPage, notModified, operationReply, tooManyItems } from './feed-reply.ts'
import { readFilter } from './log-filter.ts'
import { readCount } from '../pipeline/numbers.ts'
import type { Asked } from './stream-headers.ts'
import { askedLeader, askedLinks, askedLongPoll, refused, value } from './stream-headers.ts'
import type { ReadOptions } from './pages.ts'

type Direction = AllRequest['direction']

/** R15 to R18. */
export const allPage = (exchange: Exchange, direction: Direction, options: ReadOptions): Promise<Reply> =>
  page(exchange, askedPage(exchange, direction), options)

/** R19 to R22: the filter comes from the query and is looked at first. */
export async function filteredPage(exchange: Exchange, direction: Direction, options: ReadOptions): Promise<Reply> {
  const asked = readFilter(exchange.query)
  return asked.kind === 'refused' ? asked.reply : page(exchange, askedPage(exchange, direction, asked.filter), options)
}

interface AskedPage {
  readonly request: AllRequest
  /** Seconds that the client will wait. */
  readonly wait: number | undefined
}

async function page(exchange: Exchange, asked: Asked<AskedPage>, { streams, settings }: ReadOptions): Promise<Reply> {
  if (asked.kind === 'refused') return asked.reply
  const { request, wait } = asked.value
  if (request.count > largestPage) return tooManyItems
  const poll = wait === undefined ? undefined : { milliseconds: wait * 1000, signal: exchange.request.signal }
  const outcome = await streams.readAll(request, poll)
  if (outcome.kind !== 'page') return failureReply(outcome)
  const freshness = { immutable: isImmutable(request, outcome), seconds: outcome.cacheControl, tag: outcome.last }
  return feedReply(exchange, allFeed(request, outcome, entryOptions(exchange)), freshness, settings.disableHttpCaching)
}

function askedPage(exchange: Exchange, direction: Direction, filter?: LogFilter): Asked<AskedPage> {
  const { position = 'head', count = '20' } = exchange.params
  const from = position === 'head' && direction === 'backward' ? 'head' : readLogPosition(position)
  if (from === undefined) return refused(`Invalid position argument: ${position}`)
  const size = readCount(count)
  if (size === undefined) return refused(`Invalid count argument: ${count}`)
  const links: Asked<boolean> = filter ? value(direction === 'forward') : askedLinks(exchange, false)
  if (links.kind === 'refused') return links
  const leader = askedLeader(exchange)
  if (leader.kind === 'refused') return leader
  const wait: Asked<number | undefined> = direction === 'forward' ? askedLongPoll(exchange) : value(undefined)
  if (wait.kind === 'refused') return wait
  // The reference takes a backward filtered read's wish for a leader for one to follow links (streams-http §5).
  const resolveLinks = links.value || (filter !== undefined && leader.value)
  const request: AllRequest = { from, direction, count: size, resolveLinks, unless: knownLast(exchange), ...(filter && { filter }) }
  return value({ request, wait: wait.value })
}

/** Whether the page can never change (streams-http §13.3). */
function isImmutable({ from, direction, count }: AllRequest, page: AllPage): boolean {
  if (direction === 'forward') return page.entries.length === count
  return from !== 'head' && from.commit <= page.last
}

function failureReply(outcome: Exclude<AllOutcome, AllPage>): Reply {
  if (outcome.kind === 'not-modified') return notModified
  const { commit, end } = outcome
  return operationReply(
    500,
    `Requested position ${commit} is greater than writer checkpoint ${end} when requesting to read previous record from TF.`,
  )
}
