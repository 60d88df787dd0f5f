// Handlers that read pages of the log, filtered or not (streams-http §13).

import type { AllOutcome, AllPage, AllRequest, LogFilter } from '../../../streams/streams.ts'
import { knownLast } from '../cache.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import { allFeed, readLogPosition } from '../feed/feed-all.ts'
import { notModified, operationReply } from '../feed/feed-reply.ts'
import { readFilter } from './log-filter.ts'
import { readCount } from '../../pipeline/request/numbers.ts'
import type { Parsed } from '../stream-headers.ts'
import { parseResolveLinks, refused, parsed } from '../stream-headers.ts'
import type { PageQuestion } from './page-reply.ts'
import { pageReply, parseLeaderAndWait } from './page-reply.ts'
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

const page = (exchange: Exchange, question: Parsed<PageQuestion<AllRequest>>, { streams, settings }: ReadServices): Promise<Reply> =>
  pageReply(
    exchange,
    question,
    { read: (request, poll) => streams.readAll(request, poll), feed: allFeed, isImmutable, failure: failureReply },
    settings.disableHttpCaching,
  )

function parsePageRequest(exchange: Exchange, direction: Direction, filter?: LogFilter): Parsed<PageQuestion<AllRequest>> {
  const { position = 'head', count = '20' } = exchange.params
  const from = position === 'head' && direction === 'backward' ? 'head' : readLogPosition(position)
  if (from === undefined) return refused(`Invalid position argument: ${position}`)
  const size = readCount(count)
  if (size === undefined) return refused(`Invalid count argument: ${count}`)
  const links: Parsed<boolean> = filter ? parsed(direction === 'forward') : parseResolveLinks(exchange, false)
  if (links.kind === 'refused') return links
  const others = parseLeaderAndWait(exchange, direction)
  if (others.kind === 'refused') return others
  const { leader, wait } = others.value
  // In a backward filtered read, the server resolves links where the request requires a leader (streams-http §5).
  const resolveLinks = links.value || (filter !== undefined && leader)
  const request: AllRequest = { from, direction, count: size, resolveLinks, unless: knownLast(exchange), ...(filter && { filter }) }
  return parsed({ request, wait })
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
