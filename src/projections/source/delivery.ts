// Decides whether a record of a source is delivered to the query, and as which event, skipped, or lost (projection-language §5).

import type { RecordedEvent } from '../../base/events.ts'
import type { QueryEvent, Sources } from '../../query/query.ts'
import { isMetastream, isSystemStream, linkType, originalOf } from '../../streams/system.ts'
import { textOf } from '../../streams/metadata/text.ts'
import { deletionIn } from './deletion.ts'
import type { Source } from '../model/source.ts'
import { readBody } from './validation.ts'
import type { LinkFacts } from './link-metadata.ts'
import { isTargetReadable, linkFacts } from './link-metadata.ts'

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
  /** It has no partition. */
  | { readonly kind: 'fault'; readonly message: string }

export interface Selection {
  readonly source: Source
  readonly sources: Sources
}

const skipped = { kind: 'skipped', joins: true } as const
const unreadable = { kind: 'skipped', joins: false } as const

/** @param resolution of the record if `needsTarget` says so, otherwise `none`. */
export function deliver(record: RecordedEvent, resolution: Resolution, selection: Selection, feed: Feed): Delivered {
  if (resolution.kind === 'none') return fromLog(selection) ? deliverFromLog(record, selection, feed) : deliverFromStream(record, selection)
  const facts = linkFacts(textOrNull(record.metadata))
  if (!isReadable(facts, resolution)) return { kind: 'lost' }
  return deliverLink(record, resolution, facts, selection, feed)
}

const fromLog = ({ source }: Selection): boolean => source.kind === 'log' || source.kind === 'types'

/**
 * Whether the target of a record matters: whether the reader follows such links and the query may get them. The query never gets links
 * in system streams, which most links in the log are.
 */
export function needsTarget(record: RecordedEvent, selection: Selection, feed: Feed): boolean {
  const { source } = selection
  if (record.type !== linkType || !followsLinks(selection, feed)) return false
  if (source.kind === 'stream' || source.kind === 'streams') return true
  if (source.kind === 'types' || !source.includeLinks) return false
  return passesLink(record, source) || !isDecided(linkFacts(textOrNull(record.metadata)))
}

/** Whether the link is readable without its target. */
const isDecided = ({ isReadable, hasLogPosition }: LinkFacts): boolean => isReadable && hasLogPosition

/** Links are followed in streams always, in the log only by the live reader. */
export const followsLinks = ({ source }: Selection, feed: Feed): boolean =>
  source.kind === 'stream' || source.kind === 'streams' || feed === 'live'

/** A stream of a user, or the metadata of one. */
const isUserStream = (stream: string): boolean => !isSystemStream(stream)
const isUserMetastream = (stream: string): boolean => isMetastream(stream) && isUserStream(originalOf(stream))

function deliverFromLog(record: RecordedEvent, selection: Selection, feed: Feed): Delivered {
  const { source, sources } = selection
  const deletion = deletionIn(record)
  if (deletion && sources.options.handlesDeletedNotifications) return notify(record, deletion.stream, deletion.kind)
  if (source.kind === 'log') {
    if (record.type === linkType && !source.includeLinks) return skipped
    return isUserStream(record.stream) || isUserMetastream(record.stream) ? deliverEvent(record, record, undefined, selection) : skipped
  }
  if (deletion || !isUserStream(record.stream) || (feed === 'live' && record.type === linkType)) return skipped
  return deliverEvent(record, record, undefined, selection)
}

function deliverFromStream(record: RecordedEvent, selection: Selection): Delivered {
  const { source, sources } = selection
  const deletion = deletionIn(record)
  if (deletion) return sources.options.handlesDeletedNotifications ? notify(record, deletion.stream, deletion.kind) : unreadable
  if (source.kind === 'stream' && source.category !== null) return skipped
  return deliverEvent(record, record, undefined, selection)
}

/**
 * The reference reads a position from a link's metadata, or else from its target's; a projection does not get a link where that fails.
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
  if (source.kind === 'types' || (source.kind === 'log' && !passesLink(link, source))) return skipped
  switch (resolution.kind) {
    case 'event':
      return deliverTarget(link, resolution.event, facts, selection)
    case 'event-gone':
      return deliverHollow(link, facts.marksDeletion ? streamOfLink(link) : null, facts, selection)
    case 'stream-gone':
      // The reference's own reader of several streams does not check whether the target's stream is gone.
      if (!facts.marksDeletion && !(source.kind === 'streams' && feed === 'own')) return unreadable
      return deliverHollow(link, resolution.stream, facts, selection)
  }
}

const passesLink = (link: RecordedEvent, source: Extract<Source, { kind: 'log' }>): boolean =>
  source.includeLinks && (isUserStream(link.stream) || isUserMetastream(link.stream))

function deliverTarget(link: RecordedEvent, target: RecordedEvent, facts: LinkFacts, selection: Selection): Delivered {
  const deletion = deletionIn(target)
  if (!deletion) return deliverEvent(target, link, facts, selection)
  return selection.sources.options.handlesDeletedNotifications && !fromLog(selection)
    ? notify(link, deletion.stream, deletion.kind)
    : unreadable
}

/** @param record the event itself or the link to it. */
function deliverEvent(event: RecordedEvent, record: RecordedEvent, facts: LinkFacts | undefined, selection: Selection): Delivered {
  const { sources } = selection
  if (!sources.allEvents && !sources.events.includes(event.type)) return skipped
  const data = textOrNull(event.data)
  const body = event.isJson ? readBody(data) : unread
  if (!body) return skipped
  return withPartition(
    {
      id: event.id,
      type: event.type,
      stream: event.stream,
      number: event.number,
      isJson: event.isJson,
      data,
      body: body.parsed,
      metadata: textOrNull(event.metadata),
      linkMetadata: facts ? textOrNull(record.metadata) : null,
      category: categoryOf(selection),
      record,
    },
    facts,
    selection,
  )
}

const unread = { parsed: undefined }

/** Id of hollow events and of notifications of deleted streams. */
const emptyId = '00000000-0000-0000-0000-000000000000'

/** Stands for the unreadable target of a link. */
function deliverHollow(link: RecordedEvent, stream: string | null, facts: LinkFacts, selection: Selection): Delivered {
  if (!selection.sources.allEvents) return skipped
  return withPartition(
    {
      id: emptyId,
      type: null,
      stream,
      number: -1,
      isJson: false,
      data: null,
      metadata: null,
      linkMetadata: textOrNull(link.metadata),
      category: categoryOf(selection),
      record: link,
    },
    facts,
    selection,
  )
}

/** The call of `$deleted` for a partition (projection-language §8.5). */
const notify = (record: RecordedEvent, partition: string, deleted: 'soft' | 'hard'): Delivered => ({
  kind: 'delivered',
  event: {
    id: emptyId,
    type: null,
    stream: partition,
    number: -1,
    isJson: false,
    data: null,
    metadata: null,
    linkMetadata: null,
    category: null,
    partition,
    deleted,
    record,
  },
})

/** With foreachStream the reader decides the partition: the stream in the link's metadata, or else the event's (§7.1). */
function withPartition(event: QueryEvent, facts: LinkFacts | undefined, { sources }: Selection): Delivered {
  if (!sources.byStreams || sources.byCustomPartitions) return { kind: 'delivered', event }
  const stream = facts?.origin ?? event.stream
  if (stream === null) return { kind: 'fault', message: 'Object reference not set to an instance of an object.' }
  return { kind: 'delivered', event: { ...event, partition: isMetastream(stream) ? originalOf(stream) : stream } }
}

const categoryOf = ({ source }: Selection): string | null => (source.kind === 'stream' ? source.category : null)

const textOrNull = (data: string | Uint8Array): string | null => (data.length === 0 ? null : textOf(data))

const streamOfLink = (link: RecordedEvent): string | null => /@(.*)$/su.exec(textOf(link.data))?.[1] ?? null
