// Converts delivered messages into a feed, with links to acknowledge them and to hand them back (server-http §10.4).

import type { Steps } from '../../base/time/steps.ts'
import type { GroupName, TakenMessage } from '../../subscriptions/subscriptions.ts'
import { messageId } from '../../subscriptions/subscriptions.ts'
import type { EntryOptions, FeedEntry, FeedLink } from '../streams/feed/entry.ts'
import { entryJson, entryOf, linkJson, printEntries } from '../streams/feed/entry.ts'
import { escapeName } from '../pipeline/reply/escape.ts'
import { timeOf } from '../streams/feed/feed.ts'
import { xmlFeeds } from '../streams/feed/late-xml.ts'

export interface MessageFeed {
  readonly author: string
  readonly title: string
  readonly id: string
  readonly updated: string
  readonly links: readonly FeedLink[]
  /** The last delivered first. */
  readonly entries: readonly MessageEntry[]
}

interface MessageEntry {
  readonly entry: FeedEntry
  readonly retries: number
}

export interface MessageFeedOptions {
  readonly entries: EntryOptions
  /** The requested number of messages. */
  readonly count: number
}

/** @param messages in order of delivery. */
export function* messageFeed(
  { stream, name }: GroupName,
  messages: readonly TakenMessage[],
  options: MessageFeedOptions,
): Steps<MessageFeed> {
  const { base, author } = options.entries
  const { count } = options
  const id = `${base}/subscriptions/${escapeName(stream)}/${escapeName(name)}`
  const ids = messages.map(({ read }) => messageId(read)).join(',')
  const entries: MessageEntry[] = []
  for (const message of messages) entries.push(yield* messageEntry(message, id, options.entries))
  const forAll = [
    { uri: `${id}/ack?ids=${ids}`, relation: 'ackAll' },
    { uri: `${id}/nack?ids=${ids}`, relation: 'nackAll' },
  ]
  return {
    author,
    title: `Messages for '${stream}/${name}'`,
    id,
    updated: updatedOf(messages),
    links: [...(messages.length > 0 ? forAll : []), { uri: `${id}/${count}`, relation: 'previous' }, { uri: id, relation: 'self' }],
    entries: entries.toReversed(),
  }
}

/** The time of the last message; the server checks the first one for a broken link, instead of the last. */
const updatedOf = (messages: readonly TakenMessage[]): string =>
  timeOf(messages[0]?.read.kind === 'broken' ? undefined : messages.at(-1)?.read)

/** @param url of the group. */
function* messageEntry({ read, retries }: TakenMessage, url: string, options: EntryOptions): Steps<MessageEntry> {
  const entry = yield* entryOf(read, options)
  const id = messageId(read)
  const settling = [
    { uri: `${url}/ack/${id}`, relation: 'ack' },
    { uri: `${url}/nack/${id}`, relation: 'nack' },
  ]
  return { entry: { ...entry, links: [...entry.links, ...settling] }, retries }
}

/** The feed in JSON, members in the server's order. */
export const messageFeedJson = (feed: MessageFeed): Steps<string> =>
  printEntries(
    {
      title: feed.title,
      id: feed.id,
      updated: feed.updated,
      streamId: null,
      author: { name: feed.author },
      headOfStream: false,
      selfUrl: null,
      eTag: null,
      links: feed.links.map(linkJson),
      entries: feed.entries.map(({ entry, retries }) => entryJson(entry, retries)),
    },
    feed.entries.map(({ entry }) => entry),
  )

/** The feed in Atom; of embedded members only the content has a form in it. */
export const messageFeedXml = async (feed: MessageFeed): Promise<Steps<string>> => (await xmlFeeds()).retriesXml(feed, feed.entries)
