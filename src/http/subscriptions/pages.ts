// Pages of the list of groups: reads the parameters, and puts links around the groups of a page (26 §4).

import type { GroupStatistics, StreamsOfPage } from '../../subscriptions/subscriptions.ts'
import type { Exchange, QueryParameters } from '../exchange.ts'
import { readInt64 } from '../pipeline/request/numbers.ts'
import type { Representations } from '../pipeline/reply/representations.ts'
import { objectXml } from '../xml/object-xml.ts'
import { linkElement, summaryElements, summaryJson } from './statistics.ts'

interface Page extends StreamsOfPage {
  readonly kind: 'page'
}

/** @returns undefined where the query asks for no page. */
export function readPage(query: QueryParameters): Page | { readonly kind: 'refused'; readonly text: string } | undefined {
  const [offsetText, countText] = [query.get('offset'), query.get('count')]
  if (offsetText === undefined && countText === undefined) return undefined
  const offset = offsetText === undefined ? 0 : readInteger(offsetText)
  if (offset === undefined || offset < 0) return { kind: 'refused', text: `Offset "${offsetText}" must be a non-negative integer` }
  const count = readInteger(countText ?? '')
  if (count === undefined || count <= 0) return { kind: 'refused', text: `Count "${countText ?? ''}" must be a positive integer` }
  return { kind: 'page', offset, count }
}

/** In 32 bits. */
function readInteger(text: string): number | undefined {
  const value = readInt64(text)
  return value !== undefined && BigInt.asIntN(32, value) === value ? Number(value) : undefined
}

/** @param found the groups of the page's streams, and the number of streams on all pages. */
export function pageOfSummaries(
  { groups, streams: total }: { readonly groups: readonly GroupStatistics[]; readonly streams: number },
  exchange: Exchange,
  { offset, count }: StreamsOfPage,
): Representations {
  const link = (from: number, rel: string) => ({ href: `${exchange.base}/subscriptions?offset=${from}&count=${count}`, rel })
  const links = [
    link(offset, 'self'),
    link(0, 'first'),
    ...(offset > 0 ? [link(Math.max(0, offset - count), 'previous')] : []),
    ...(offset + count < total ? [link(offset + count, 'next')] : []),
  ]
  return {
    json: { links, offset, count, total, subscriptions: summaryJson(groups, exchange) },
    xml: objectXml({
      name: 'PagedSubscriptionInfo',
      content: [
        { name: 'Links', content: links.map(linkElement) },
        ...numberElements({ offset, count, total }),
        { name: 'Subscriptions', content: summaryElements(groups, exchange) },
      ],
    }),
  }
}

/** What a page is while the subsystem is stopped. */
export const noPage: Representations = {
  json: { links: null, offset: 0, count: 0, total: 0, subscriptions: null },
  xml: objectXml({ name: 'PagedSubscriptionInfo', content: numberElements({ offset: 0, count: 0, total: 0 }) }),
}

function numberElements({ offset, count, total }: StreamsOfPage & { readonly total: number }): { name: string; content: string }[] {
  return [
    { name: 'Offset', content: String(offset) },
    { name: 'Count', content: String(count) },
    { name: 'Total', content: String(total) },
  ]
}
