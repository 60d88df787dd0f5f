// Converts a page into a feed: title, links and the other members around the entries (streams-http §7.2, §10.7).

import type { PageRequest, ReadEvent, StreamPage } from '../../../streams/streams.ts'
import { entityTag } from '../cache.ts'
import type { FeedEntry, EntryOptions, FeedLink } from './entry.ts'
import { entriesOf, entryJson, linkJson, printEntries } from './entry.ts'
import { escapeName } from '../../pipeline/reply/escape.ts'
import { printUtcTime } from '../../../base/time/moments.ts'
import type { Steps } from '../../../base/time/steps.ts'

export interface AtomFeed {
  readonly author: string
  readonly title: string
  readonly id: string
  readonly updated: string
  readonly streamId: string | null
  readonly headOfStream: boolean
  readonly selfUrl: string | null
  readonly eTag: string | null
  readonly links: readonly FeedLink[]
  readonly entries: readonly FeedEntry[]
}

/** The time of a page without entries, or with a broken link as the deciding one. */
const noTime = '0001-01-01T00:00:00Z'

/** @param base absolute prefix of links. */
export function* streamFeed(request: PageRequest, page: StreamPage, options: EntryOptions): Steps<AtomFeed> {
  const { stream, direction } = request
  const id = `${options.base}/streams/${escapeName(stream)}`
  const isHead = request.from === 'head'
  const backward = direction === 'backward'
  return {
    author: options.author,
    title: `Event stream '${stream}'`,
    id,
    updated: timeOf(backward ? page.entries[0] : page.entries.at(-1)),
    streamId: stream,
    headOfStream: backward ? isHead : page.isEnd,
    selfUrl: backward ? id : null,
    eTag: isHead ? entityTag(page.last, options.feedTagType) : null,
    links: streamLinks(id, request, page),
    entries: yield* entriesOf(page.entries, options),
  }
}

/** The time of the event in an entry: for a link, its target's. */
export const timeOf = (entry: ReadEvent | undefined): string =>
  !entry || entry.kind === 'broken' ? noTime : printUtcTime(entry.event.created)

/** @param id URL of the stream. */
function streamLinks(id: string, { direction, count }: PageRequest, page: StreamPage): FeedLink[] {
  const size = BigInt(count)
  const { from, last, isEnd } = page
  const backward = direction === 'backward'
  const towardsOlder = backward ? !isEnd : from >= 1n
  const newestSeen = backward ? from : from + size - 1n
  const towardsNewer = backward || !isEnd || page.entries.length > 0
  const pageAt = (number: bigint, way: string): string => `${id}/${number}/${way}/${count}`
  return presentLinks([
    ['self', id],
    ['first', `${id}/head/backward/${count}`],
    ['last', towardsOlder && pageAt(0n, 'forward')],
    ['next', towardsOlder && pageAt(backward ? from - size : from - 1n, 'backward')],
    ['previous', towardsNewer && pageAt((newestSeen < last ? newestSeen : last) + 1n, 'forward')],
    ['metadata', `${id}/metadata`],
  ])
}

/** Drops the relations that a page lacks. */
export const presentLinks = (relations: readonly (readonly [relation: string, uri: string | false])[]): FeedLink[] =>
  relations.flatMap(([relation, uri]) => (uri === false ? [] : [{ uri, relation }]))

/** The feed in JSON, members in the server's order. */
export const feedJson = (feed: AtomFeed): Steps<string> =>
  printEntries(
    {
      title: feed.title,
      id: feed.id,
      updated: feed.updated,
      streamId: feed.streamId,
      author: { name: feed.author },
      headOfStream: feed.headOfStream,
      selfUrl: feed.selfUrl,
      eTag: feed.eTag,
      links: feed.links.map(linkJson),
      entries: feed.entries.map((entry) => entryJson(entry)),
    },
    feed.entries,
  )
