// Handlers that read pages of the log, filtered or not (streams-http §13).

import type { AllOutcome, AllPage, AllRequest, LogFilter } from '../../../streams/streams.ts'
import { knownLast } from '../cache.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import { allFeed, readLogPosition } from '../feed/feed-all.ts'
import { entryOptions, feedReply, largestPage, notModified, operationReply, tooManyItems } from '../feed/feed-reply.ts'
import { readFilter } from './log-filter.ts'
import { readCount } from '../../pipeline/request/numbers.ts'
import type { Parsed } from '../stream-headers.ts'
import { parseRequireLeader, parseResolveLinks, parseLongPoll, refused, parsed } from '../stream-headers.ts'
import type { ReadServices } from './pages.ts'

type Direction = AllRequest['direction']

/** R15 to R18. */
export const allPage = (exchange: Exchange, direction: Direction, options: ReadServices): Promise<Reply> =>
  page(exchange, parsePageRequest(exchange, direction), options)

/** R19 to R22: checks the filter in the query first. */
export async function filteredPage(exchange: Exchange, direction: Direction, options: ReadServices): Promise<Reply> {
  const parameters = readFilter(exchange)
  return parameters.kind === 'refused'
    ? parameters.reply
    : await page(exchange, parsePageRequest(exchange, direction, parameters.filter), options)
}

interface PageParameters {
  readonly request: AllRequest
  /** Seconds that the client will wait. */
  readonly wait: number | undefined
}

async function page(exchange: Exchange, parameters: Parsed<PageParameters>, { streams, settings }: ReadServices): Promise<Reply> {
  if (parameters.kind === 'refused') return parameters.reply
  const { request, wait } = parameters.value
  if (request.count > largestPage) return tooManyItems
  const poll = wait === undefined ? undefined : { milliseconds: wait * 1000, signal: exchange.request.signal }
  const outcome = await streams.readAll(request, poll)
  if (outcome.kind !== 'page') return failureReply(outcome)
  const freshness = { immutable: isImmutable(request, outcome), seconds: outcome.cacheControl, tag: outcome.last }
  return feedReply(exchange, allFeed(request, outcome, entryOptions(exchange)), freshness, settings.disableHttpCaching)
}

function parsePageRequest(exchange: Exchange, direction: Direction, filter?: LogFilter): Parsed<PageParameters> {
  const { position = 'head', count = '20' } = exchange.params
  const from = position === 'head' && direction === 'backward' ? 'head' : readLogPosition(position)
  if (from === undefined) return refused(`Invalid position argument: ${position}`)
  const size = readCount(count)
  if (size === undefined) return refused(`Invalid count argument: ${count}`)
  const links: Parsed<boolean> = filter ? parsed(direction === 'forward') : parseResolveLinks(exchange, false)
  if (links.kind === 'refused') return links
  const leader = parseRequireLeader(exchange)
  if (leader.kind === 'refused') return leader
  const wait: Parsed<number | undefined> = direction === 'forward' ? parseLongPoll(exchange) : parsed(undefined)
  if (wait.kind === 'refused') return wait
  // In a backward filtered read, the server resolves links where the request requires a leader (streams-http §5).
  const resolveLinks = links.value || (filter !== undefined && leader.value)
  const request: AllRequest = { from, direction, count: size, resolveLinks, unless: knownLast(exchange), ...(filter && { filter }) }
  return parsed({ request, wait: wait.value })
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
