// Converts an event into an entry of a feed, with its fields at each embed level (streams-http §7.3).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { printNumber } from '../../../base/events/events.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { linkTarget } from '../../../streams/read/links.ts'
import type { ReadEvent } from '../../../streams/streams.ts'
import { textOf } from '../../../base/bytes.ts'
import { escapeName } from '../../pipeline/reply/escape.ts'
import type { EventDocument } from './event-data.ts'
import { eventDocument, prettyObject } from './event-data.ts'
import { printUtcTime } from '../../../base/time/moments.ts'

/** From least to most content. */
const embedLevels = ['none', 'content', 'rich', 'body', 'pretty', 'tryharder'] as const
export type EmbedLevel = (typeof embedLevels)[number]

/** @param text value of `?embed=`, case-insensitive; unknown ones mean `none`. */
export const readEmbedLevel = (text: string | undefined): EmbedLevel => embedLevels.find((level) => level === text?.toLowerCase()) ?? 'none'

const reaches = (level: EmbedLevel, least: EmbedLevel): boolean => embedLevels.indexOf(level) >= embedLevels.indexOf(least)

/** An Atom link. */
export interface FeedLink {
  readonly uri: string
  readonly relation: string
}

export interface FeedEntry {
  readonly author: string
  /** Fields of level `rich` and above; undefined below, and for a broken link where it has none. */
  readonly rich: ReturnType<typeof richFields> | ReturnType<typeof brokenFields> | undefined
  readonly title: string
  readonly id: string
  readonly updated: string
  readonly summary: string
  readonly content: EventDocument | undefined
  readonly links: readonly FeedLink[]
}

export interface EntryOptions {
  /** Absolute prefix of links. */
  readonly base: string
  readonly author: string
  /** Whether a link without its event has the fields of an event. */
  readonly fillsBrokenLinks: boolean
  /** The media type of the tag inside of a feed. */
  readonly feedTagType: string
  readonly level: EmbedLevel
  /** Whether the route reads a single event, which shows `content` at every level. */
  readonly single: boolean
}

export function entryOf(read: ReadEvent, options: EntryOptions): FeedEntry {
  const { base, author, level, single } = options
  const place = placeOf(read)
  const id = `${base}/streams/${escapeName(place.stream)}/${place.number}`
  const shown = read.kind === 'broken' ? undefined : read.event
  const hasContent = (single || level === 'content') && read.kind === 'event' && read.event.isJson
  return {
    author,
    rich: embeddedFields(read, options),
    title: `${place.number}@${place.stream}`,
    id,
    updated: printUtcTime((linkOf(read) ?? shown)?.created ?? 0),
    summary: linkOf(read)?.type ?? shown?.type ?? '',
    content: hasContent ? eventDocument(read.event) : undefined,
    links: [
      { uri: id, relation: 'edit' },
      { uri: id, relation: 'alternate' },
    ],
  }
}

/** The fields in the server's order (streams-http §7.3); only subscriptions have a retry count. */
export const entryJson = (entry: FeedEntry, retryCount: number | null = null): JsonDocument => ({
  ...entry.rich,
  title: entry.title,
  id: entry.id,
  updated: entry.updated,
  author: { name: entry.author },
  summary: entry.summary,
  retryCount,
  content: entry.content ?? null,
  links: entry.links.map(linkJson),
})

export const linkJson = ({ uri, relation }: FeedLink) => ({ uri, relation, type: null })

const linkOf = (read: ReadEvent): RecordedEvent | undefined => (read.kind === 'event' ? undefined : read.link)

/** The place in titles and links: for a link the one in its data, whose number may be -1, the target's last event. */
function placeOf(read: ReadEvent): { stream: string; number: string } {
  if (read.kind === 'broken') return { stream: read.stream, number: String(read.number) }
  const target = read.kind === 'resolved' ? linkTarget(read.link) : undefined
  const number = target?.kind === 'target' ? String(target.number) : printNumber(read.event.number)
  return { stream: read.event.stream, number }
}

function embeddedFields(read: ReadEvent, { level, fillsBrokenLinks }: EntryOptions): FeedEntry['rich'] {
  if (!reaches(level, 'rich')) return undefined
  if (read.kind !== 'broken') return richFields(read.event, linkOf(read), level)
  return fillsBrokenLinks ? brokenFields(read.link, level) : undefined
}

/** The fields of no event, at the place of the link. */
function brokenFields(link: RecordedEvent, level: EmbedLevel) {
  const linkMetaData = reaches(level, 'body') ? textOf(link.metadata) : null
  return {
    eventId: '00000000-0000-0000-0000-000000000000',
    eventType: null,
    eventNumber: 0n,
    data: null,
    metaData: null,
    linkMetaData: linkMetaData && shown(linkMetaData, reaches(level, 'pretty')),
    streamId: null,
    isJson: false,
    isMetaData: false,
    isLinkMetaData: Boolean(linkMetaData),
    isRedacted: false,
    positionEventNumber: BigInt(printNumber(link.number)),
    positionStreamId: link.stream,
  }
}

function richFields(event: RecordedEvent, link: RecordedEvent | undefined, level: EmbedLevel) {
  const positioned = link ?? event
  return {
    eventId: event.id,
    eventType: event.type,
    eventNumber: BigInt(printNumber(event.number)),
    ...bodyFields(event, link, level),
    isRedacted: false,
    positionEventNumber: BigInt(printNumber(positioned.number)),
    positionStreamId: positioned.stream,
  }
}

function bodyFields(event: RecordedEvent, link: RecordedEvent | undefined, level: EmbedLevel) {
  if (!reaches(level, 'body')) {
    const none = { data: null, metaData: null, linkMetaData: null }
    return { ...none, streamId: event.stream, isJson: event.isJson, isMetaData: false, isLinkMetaData: false }
  }
  const pretty = reaches(level, 'pretty')
  const { data, isJson } = dataText(event, level)
  const metaData = textOf(event.metadata)
  const linkMetaData = link && textOf(link.metadata)
  return {
    data,
    metaData: metaData === '' ? null : shown(metaData, pretty),
    linkMetaData: linkMetaData === undefined ? null : shown(linkMetaData, pretty),
    streamId: event.stream,
    isJson,
    isMetaData: metaData !== '',
    isLinkMetaData: linkMetaData !== undefined && linkMetaData !== '',
  }
}

const shown = (text: string, pretty: boolean): string => (pretty ? prettyObject(text) : undefined) ?? text

function dataText(event: RecordedEvent, level: EmbedLevel): { data: string | null; isJson: boolean } {
  const text = textOf(event.data)
  if (event.isJson) return { data: shown(text, reaches(level, 'pretty')), isJson: true }
  if (level !== 'tryharder') return { data: null, isJson: false }
  const object = prettyObject(text)
  return { data: object ?? text, isJson: text === '' || object !== undefined }
}
