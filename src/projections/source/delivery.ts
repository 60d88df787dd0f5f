// Decides whether a record of a source is delivered to the query, and as which event, skipped, or lost (projection-language §5).

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import type { QueryEvent, QueryStep, Sources } from '../../query/query.ts'
import { readMetadata } from '../../streams/metadata/metadata.ts'
import {
  isMetastream,
  isOfUsers,
  isSystemStream,
  linkType,
  metadataType,
  originalOf,
  tombstoneType,
  subjectOf,
} from '../../streams/system.ts'
import { textOf } from '../../base/bytes.ts'
import { emptyId } from '../model/metadata.ts'
import type { Source } from '../model/source.ts'
import { sourceOf } from '../model/source.ts'
import { isValidBody, readBody } from './validation.ts'
import type { LinkFacts } from './links/link-metadata.ts'
import { isTargetReadable, linkFacts } from './links/link-metadata.ts'

/** The target of a record that is a link. */
export type Resolution =
  /** Not a link, or not followed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  /** The stream exists and the event does not, or the link names a number without a stream. */
  | { readonly kind: 'event-gone' }
  | { readonly kind: 'stream-gone'; readonly stream: string }

/** The reader: the projection itself, or the shared live reader for it (projection-language §5.8). */
export type Feed = 'own' | 'live'

export type Delivered =
  | { readonly kind: 'delivered'; readonly event: QueryEvent }
  /** `joins`: whether the live reader may take over at this record, although the query does not get it. */
  | { readonly kind: 'skipped'; readonly joins: boolean }
  /** A link with unreadable metadata: it is lost, with all later records of the same read. */
  | { readonly kind: 'lost' }
  /** A deletion of which the query has heard already, through a link to its event. */
  | { readonly kind: 'repeated'; readonly stream: string; readonly position: Position }
  /** It has no partition. */
  | { readonly kind: 'fault'; readonly message: string }

export interface Selection {
  readonly source: Source
  readonly sources: Sources
  /** Whether only strict JSON passes (26 §6.5). Default: false. */
  readonly checksStrictly?: boolean
}

/** What a query with these sources gets in a release. */
export const selectionOf = (sources: Sources, { checksStrictly }: Pick<LanguageFacts, 'checksStrictly'>): Selection => ({
  source: sourceOf(sources),
  sources,
  checksStrictly,
})

const skipped = { kind: 'skipped', joins: true } as const
const unreadable = { kind: 'skipped', joins: false } as const

/** @param resolution of the record if `needsTarget` says so, otherwise `none`. */
export function deliver(record: RecordedEvent, resolution: Resolution, selection: Selection, feed: Feed): Delivered {
  if (resolution.kind === 'none')
    return fromLog(selection) ? deliverFromLog(record, selection, feed) : deliverFromStream(record, selection, feed)
  const facts = linkFacts(textOrNull(record.metadata))
  if (!isReadable(facts, resolution)) return { kind: 'lost' }
  return deliverLink(record, resolution, facts, selection, feed)
}

/** A link of the type index, whose target its type selects. @param isLate whether a target behind its own was read before. */
export function deliverIndexed(link: RecordedEvent, resolution: Resolution, selection: Selection, isLate: boolean): Delivered {
  const facts = linkFacts(textOrNull(link.metadata))
  if (isLate || !facts.isReadable) return unreadable
  if (facts.marksDeletion) return notify(link, deletionOf(link))
  switch (resolution.kind) {
    case 'event':
      return deletionIn(resolution.event) ? unreadable : deliverEvent(resolution.event, link, facts, selection)
    case 'event-gone':
      return skipped
    default:
      return unreadable
  }
}

/** The deletion that a link in the index of deletions stands for. */
const deletionOf = (link: RecordedEvent): RecordedDeletion => ({
  stream: streamOfLink(link) ?? '',
  kind: textOf(link.data).startsWith(`${maxInt64}@`) ? 'hard' : 'soft',
})

const fromLog = ({ source }: Selection): boolean => source.kind === 'log' || source.kind === 'types'

/**
 * Whether the target of a record matters: whether the reader follows such links and the query may get them. The query never gets links
 * in system streams, which most links in the log are.
 */
export function needsTarget(record: RecordedEvent, selection: Selection, feed: Feed): boolean {
  const { source } = selection
  if (record.type !== linkType || !followsLinks(selection, feed)) return false
  if (source.kind === 'stream' || source.kind === 'streams') return true
  if (mayRepeat(record, selection, feed)) return true
  if (source.kind === 'types' || !source.includeLinks) return false
  return passesLink(record, source) || !isDecided(linkFacts(textOrNull(record.metadata)))
}

/** Whether the link may lead to a deletion of which the query is told with each link to it. */
const mayRepeat = (link: RecordedEvent, selection: Selection, feed: Feed): boolean =>
  fromLog(selection) && isNotified(selection, feed) && isMetastream(streamOfLink(link) ?? '')

/** Whether the link is readable without its target. */
const isDecided = ({ isReadable, hasLogPosition }: LinkFacts): boolean => isReadable && hasLogPosition

/** Links are followed in streams always, in the log only by the live reader. */
export const followsLinks = ({ source }: Selection, feed: Feed): boolean =>
  source.kind === 'stream' || source.kind === 'streams' || feed === 'live'

function deliverFromLog(record: RecordedEvent, selection: Selection, feed: Feed): Delivered {
  const { source } = selection
  const deletion = deletionIn(record)
  if (deletion && isNotified(selection, feed)) return notify(record, deletion)
  const isLink = record.type === linkType
  const isSelected =
    source.kind === 'log'
      ? isOfUsers(record.stream) && (!isLink || source.includeLinks)
      : !deletion && !isSystemStream(record.stream) && (!isLink || feed === 'own')
  return isSelected ? deliverEvent(record, record, undefined, selection) : skipped
}

function deliverFromStream(record: RecordedEvent, selection: Selection, feed: Feed): Delivered {
  const { source, sources } = selection
  const deletion = deletionIn(record)
  if (deletion) return sources.options.handlesDeletedNotifications ? notify(record, deletion) : unheard(feed)
  if (source.kind === 'stream' && source.category !== null) return skipped
  return deliverEvent(record, record, undefined, selection)
}

/**
 * The server reads a position from a link's metadata, or else from its target's; a projection does not get a link where that fails.
 */
const isReadable = (facts: LinkFacts, resolution: Resolution): boolean =>
  facts.isReadable && (facts.hasLogPosition || resolution.kind !== 'event' || isTargetReadable(textOrNull(resolution.event.metadata)))

function deliverLink(
  link: RecordedEvent,
  resolution: Exclude<Resolution, { kind: 'none' }>,
  facts: LinkFacts,
  selection: Selection,
  feed: Feed,
): Delivered {
  const { source } = selection
  if (resolution.kind === 'event' && mayRepeat(link, selection, feed)) {
    const deletion = deletionIn(resolution.event)
    if (deletion) return notifyAgain(link, resolution.event, deletion, selection)
  }
  if (source.kind === 'types' || (source.kind === 'log' && !passesLink(link, source))) return skipped
  switch (resolution.kind) {
    case 'event':
      return deliverTarget(link, resolution.event, facts, selection, feed)
    case 'event-gone':
      return deliverHollow(link, facts.marksDeletion ? streamOfLink(link) : null, facts, selection)
    case 'stream-gone':
      // The server's own reader of several streams does not check whether the target's stream is gone.
      if (!facts.marksDeletion && !(source.kind === 'streams' && feed === 'own')) return unreadable
      return deliverHollow(link, resolution.stream, facts, selection)
  }
}

const passesLink = (link: RecordedEvent, source: Extract<Source, { kind: 'log' }>): boolean => source.includeLinks && isOfUsers(link.stream)

function deliverTarget(link: RecordedEvent, target: RecordedEvent, facts: LinkFacts, selection: Selection, feed: Feed): Delivered {
  const deletion = deletionIn(target)
  if (!deletion) return deliverEvent(target, link, facts, selection)
  return isNotified(selection, feed) && !fromLog(selection) ? notify(link, deletion) : unheard(feed)
}

/** A deletion that the query does not hear of. The live reader brings it like any event, so that positions count it. */
const unheard = (feed: Feed): Delivered => (feed === 'live' ? skipped : unreadable)

/** Whether the query hears of the deletion of any stream, those of the system included, from a record or link in any stream. */
export const isToldOfDeletions = (selection: Selection): boolean => fromLog(selection) && isNotified(selection, 'live')

/** Whether the query hears of deletions: without a handler of them only from the live reader, which tells everyone (§5.4). */
function isNotified({ source, sources }: Selection, feed: Feed): boolean {
  if (sources.options.handlesDeletedNotifications) return true
  const { byStreams, byCustomPartitions } = sources
  const isTold = source.kind === 'types' || (source.kind === 'stream' && source.category !== null)
  return feed === 'live' && isTold && byStreams && !byCustomPartitions
}

/** @param record the event itself or the link to it. */
function deliverEvent(event: RecordedEvent, record: RecordedEvent, facts: LinkFacts | undefined, selection: Selection): Delivered {
  const { sources, checksStrictly } = selection
  if (!sources.allEvents && !sources.events.includes(event.type)) return skipped
  const { id, type, stream, number, isJson } = event
  const data = textOrNull(event.data)
  const body = isJson ? readBody(data, checksStrictly) : unread
  if (!body) return skipped
  const metadata = textOrNull(event.metadata)
  const linkMetadata = facts ? textOrNull(record.metadata) : null
  const category = categoryOf(selection)
  return withPartition(
    { id, type, stream, number, isJson, data, body: body.parsed, metadata, linkMetadata, category, record },
    facts,
    selection,
  )
}

const unread = { parsed: undefined }

/** The members of events that stand for something else. */
const hollow = {
  id: emptyId,
  type: null,
  number: -1,
  isJson: false,
  data: null,
  metadata: null,
  linkMetadata: null,
  category: null,
} as const

/** Stands for the unreadable target of a link. */
function deliverHollow(link: RecordedEvent, stream: string | null, facts: LinkFacts, selection: Selection): Delivered {
  if (!selection.sources.allEvents) return skipped
  const event = { ...hollow, stream, linkMetadata: textOrNull(link.metadata), category: categoryOf(selection), record: link }
  return withPartition(event, facts, selection)
}

interface RecordedDeletion {
  /** The deleted stream. */
  readonly stream: string
  readonly kind: 'soft' | 'hard'
}

/** Recognizes records that delete a stream, softly by metadata or hard by a tombstone (projection-language §5.4). */
export function deletionIn(event: RecordedEvent): RecordedDeletion | undefined {
  if (!isMetastream(event.stream)) return event.type === tombstoneType ? { stream: event.stream, kind: 'hard' } : undefined
  return event.type === metadataType && hidesEverything(event) ? { stream: originalOf(event.stream), kind: 'soft' } : undefined
}

/** Looks for the digits first: most metadata do not contain them. */
const hidesEverything = ({ data }: RecordedEvent): boolean =>
  textOf(data).includes(maxInt64.toString()) && readMetadata({ data, isJson: true }).truncateBefore === maxInt64

/** The notification of a partition's deletion: the call of `$deleted`, if there is one (projection-language §8.5). */
const notify = (record: RecordedEvent, deletion: RecordedDeletion): Delivered => ({
  kind: 'delivered',
  event: notificationOf(record, deletion),
})

export const notificationOf = (record: RecordedEvent, { stream, kind }: RecordedDeletion): QueryEvent => ({
  ...hollow,
  stream,
  partition: stream,
  deleted: kind,
  record,
})

/** The live reader tells of a deletion again with each link to it: at the link's position, or with types at that of the deletion. */
const notifyAgain = (link: RecordedEvent, target: RecordedEvent, deletion: RecordedDeletion, { source }: Selection): Delivered =>
  source.kind === 'types' ? { kind: 'repeated', stream: deletion.stream, position: target.position } : notify(link, deletion)

/** With foreachStream the reader decides the partition: the stream in the link's metadata, or else the event's (§7.1). */
function withPartition(event: QueryEvent, facts: LinkFacts | undefined, { sources }: Selection): Delivered {
  if (!sources.byStreams || sources.byCustomPartitions) return { kind: 'delivered', event }
  const stream = facts?.origin ?? event.stream
  if (stream === null) return { kind: 'fault', message: 'Object reference not set to an instance of an object.' }
  return { kind: 'delivered', event: { ...event, partition: subjectOf(stream) } }
}

const categoryOf = ({ source }: Selection): string | null => (source.kind === 'stream' ? source.category : null)

const textOrNull = (data: string | Uint8Array): string | null => (data.length === 0 ? null : textOf(data))

const streamOfLink = (link: RecordedEvent): string | null => /@(.*)$/su.exec(textOf(link.data))?.[1] ?? null

/** Why an event did not reach a handler. */
export type SkipReason =
  /** The query does not read its stream. */
  | 'stream-not-read'
  /** No handler for its type, and no `$any`. */
  | 'type-not-handled'
  /** Flagged as JSON, but its data are not. */
  | 'data-not-json'
  /** `partitionBy` gave no partition. */
  | 'no-partition'
  /** Links and system events that this kind of source leaves out. */
  | 'not-delivered'
  /** An earlier event faulted the query. */
  | 'after-fault'

/** What decides about events that no handler gets. */
export interface SkipRules extends Pick<Selection, 'checksStrictly'> {
  readonly sources: Pick<Sources, 'allEvents' | 'events'>
}

/**
 * @param event itself, not the link through which it was read.
 * @param delivered the reader's decision; undefined if the event was not read.
 * @param skipped the query's reason, if the event reached the query.
 */
export function skipReason(
  event: Pick<RecordedEvent, 'type' | 'isJson' | 'data'>,
  delivered: Delivered | undefined,
  skipped: QueryStep['skipped'],
  { sources, checksStrictly }: SkipRules,
): SkipReason {
  if (!delivered) return 'stream-not-read'
  if (skipped === 'no-partition') return 'no-partition'
  if (skipped === 'unhandled-type' || (!sources.allEvents && !sources.events.includes(event.type))) return 'type-not-handled'
  if (delivered.kind === 'delivered') return 'after-fault'
  return event.isJson && !isValidBody(event.data.length === 0 ? null : textOf(event.data), checksStrictly)
    ? 'data-not-json'
    : 'not-delivered'
}
