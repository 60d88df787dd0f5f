// Pages of the list of groups: reads the parameters, and puts links around the groups of a page's streams (26 §4).

import type { GroupStatistics } from '../../subscriptions/subscriptions.ts'
import type { Exchange, QueryParameters } from '../exchange.ts'
import { readInt64 } from '../pipeline/request/numbers.ts'
import type { Representations } from '../pipeline/reply/representations.ts'
import { objectXml } from '../xml/object-xml.ts'
import { linkElement, summaryElements, summaryJson } from './statistics.ts'

interface Page {
  readonly kind: 'page'
  /** Both count streams. */
  readonly offset: number
  readonly count: number
}

/** @returns undefined where the query asks for no page. */
export function readPage(query: QueryParameters): Page | { readonly kind: 'refused'; readonly text: string } | undefined {
  const [offsetText, countText] = [query.get('offset'), query.get('count')]
  if (offsetText === undefined && countText === undefined) return undefined
  const count = readInteger(countText ?? '')
  if (count === undefined || count <= 0) return { kind: 'refused', text: `Count "${countText ?? ''}" must be a positive integer` }
  const offset = offsetText === undefined ? 0 : readInteger(offsetText)
  if (offset === undefined || offset < 0) return { kind: 'refused', text: `Offset "${offsetText}" must be a non-negative integer` }
  return { kind: 'page', offset, count }
}

/** In 32 bits. */
function readInteger(text: string): number | undefined {
  const value = readInt64(text)
  return value !== undefined && BigInt.asIntN(32, value) === value ? Number(value) : undefined
}

export function pageOfSummaries(groups: readonly GroupStatistics[], exchange: Exchange, { offset, count }: Page): Representations {
  const streams = [...Map.groupBy(groups, ({ stream }) => stream).values()]
  const total = streams.length
  const shown = streams.slice(offset, offset + count).flat()
  const link = (from: number, rel: string) => ({ href: `${exchange.base}/subscriptions?offset=${from}&count=${count}`, rel })
  const links = [
    link(offset, 'self'),
    link(0, 'first'),
    ...(offset > 0 ? [link(Math.max(0, offset - count), 'previous')] : []),
    ...(offset + count < total ? [link(offset + count, 'next')] : []),
  ]
  return {
    json: { links, offset, count, total, subscriptions: summaryJson(shown, exchange) },
    xml: objectXml({
      name: 'PagedSubscriptionInfo',
      content: [
        { name: 'Links', content: links.map(linkElement) },
        { name: 'Offset', content: String(offset) },
        { name: 'Count', content: String(count) },
        { name: 'Total', content: String(total) },
        { name: 'Subscriptions', content: summaryElements(shown, exchange) },
      ],
    }),
  }
}
