// Converts an event into an entry of a feed, with its fields at each embed level (streams-http §7.3).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { printNumber, shownNumber } from '../../../base/events/events.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { linkTarget } from '../../../streams/read/link-target.ts'
import type { ReadEvent } from '../../../streams/streams.ts'
import { textOf } from '../../../base/bytes.ts'
import { escapeName } from '../../pipeline/reply/escape.ts'
import type { EventDocument } from './event-data.ts'
import { eventDocument, prettyObject, printed } from './event-data.ts'
import { printUtcTime } from '../../../base/time/moments.ts'
import type { Steps } from '../../../base/time/steps.ts'

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
  /** Characters of the event's data and metadata: long ones are printed in steps. */
  readonly length: number
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

/** What of an event is printed or parsed anew. */
interface Converted {
  /** From level `pretty` on. */
  readonly pretty?: PrettyTexts | undefined
  readonly content?: EventDocument | undefined
}

/** Lets others run while it converts long content. */
export function* entryOf(read: ReadEvent, options: EntryOptions): Steps<FeedEntry> {
  const { level, single } = options
  const hasContent = (single || level === 'content') && read.kind === 'event' && read.event.isJson
  return entryWith(read, options, {
    pretty: reaches(level, 'pretty') ? yield* prettyTexts(read) : undefined,
    content: hasContent ? yield* eventDocument(read.event) : undefined,
  })
}

function entryWith(read: ReadEvent, options: EntryOptions, { pretty, content }: Converted): FeedEntry {
  const { base, author } = options
  const place = placeOf(read)
  const id = `${base}/streams/${escapeName(place.stream)}/${place.number}`
  const shown = read.kind === 'broken' ? undefined : read.event
  return {
    author,
    rich: embeddedFields(read, options, pretty),
    title: `${place.number}@${place.stream}`,
    id,
    updated: printUtcTime((linkOf(read) ?? shown)?.created ?? 0),
    summary: linkOf(read)?.type ?? shown?.type ?? '',
    content,
    links: [
      { uri: id, relation: 'edit' },
      { uri: id, relation: 'alternate' },
    ],
    length: shown ? shown.data.length + shown.metadata.length : 0,
  }
}

/** Those of a page. */
export function* entriesOf(read: readonly ReadEvent[], options: EntryOptions): Steps<FeedEntry[]> {
  const { level, single } = options
  // Most pages show texts as they are stored.
  if (!single && level !== 'content' && !reaches(level, 'pretty')) return read.map((each) => entryWith(each, options, {}))
  const entries: FeedEntry[] = []
  for (const each of read) entries.push(yield* entryOf(each, options))
  return entries
}

/** @returns the text of a document with these entries. */
export const printEntries = (document: JsonDocument, entries: readonly FeedEntry[]): Steps<string> =>
  printed(
    document,
    entries.reduce((sum, { length }) => sum + length, 0),
  )

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

/** The printed object of each text of an event and its link that begins with one. */
type PrettyTexts = ReadonlyMap<string, string | undefined>

function* prettyTexts(read: ReadEvent): Steps<PrettyTexts> {
  const texts = new Map<string, string | undefined>()
  const ofEvent = read.kind === 'broken' ? [] : [read.event.data, read.event.metadata]
  for (const text of [...ofEvent, linkOf(read)?.metadata ?? ''].map(textOf))
    if (!texts.has(text)) texts.set(text, yield* prettyObject(text))
  return texts
}

/** @param pretty from level `pretty` on. */
function embeddedFields(read: ReadEvent, { level, fillsBrokenLinks }: EntryOptions, pretty: PrettyTexts | undefined): FeedEntry['rich'] {
  if (!reaches(level, 'rich')) return undefined
  if (read.kind !== 'broken') return richFields({ event: read.event, link: linkOf(read), level, pretty })
  return fillsBrokenLinks ? brokenFields(read.link, level, pretty) : undefined
}

/** The fields of no event, at the place of the link. */
function brokenFields(link: RecordedEvent, level: EmbedLevel, pretty: PrettyTexts | undefined) {
  const linkMetaData = reaches(level, 'body') ? textOf(link.metadata) : null
  return {
    eventId: '00000000-0000-0000-0000-000000000000',
    eventType: null,
    eventNumber: 0n,
    data: null,
    metaData: null,
    linkMetaData: linkMetaData && shown(linkMetaData, pretty),
    streamId: null,
    isJson: false,
    isMetaData: false,
    isLinkMetaData: Boolean(linkMetaData),
    isRedacted: false,
    positionEventNumber: shownNumber(link.number),
    positionStreamId: link.stream,
  }
}

interface Embedded {
  readonly event: RecordedEvent
  readonly link: RecordedEvent | undefined
  readonly level: EmbedLevel
  readonly pretty: PrettyTexts | undefined
}

function richFields(embedded: Embedded) {
  const { event, link } = embedded
  const positioned = link ?? event
  return {
    eventId: event.id,
    eventType: event.type,
    eventNumber: shownNumber(event.number),
    ...bodyFields(embedded),
    isRedacted: false,
    positionEventNumber: shownNumber(positioned.number),
    positionStreamId: positioned.stream,
  }
}

function bodyFields({ event, link, level, pretty }: Embedded) {
  if (!reaches(level, 'body')) {
    const none = { data: null, metaData: null, linkMetaData: null }
    return { ...none, streamId: event.stream, isJson: event.isJson, isMetaData: false, isLinkMetaData: false }
  }
  const { data, isJson } = dataText(event, level, pretty)
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

const shown = (text: string, pretty: PrettyTexts | undefined): string => pretty?.get(text) ?? text

function dataText(event: RecordedEvent, level: EmbedLevel, pretty: PrettyTexts | undefined): { data: string | null; isJson: boolean } {
  const text = textOf(event.data)
  if (event.isJson) return { data: shown(text, pretty), isJson: true }
  if (level !== 'tryharder') return { data: null, isJson: false }
  const object = pretty?.get(text)
  return { data: object ?? text, isJson: text === '' || object !== undefined }
}
