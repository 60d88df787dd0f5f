// Converts a feed into the rows of a page of events, and the links to its neighbours.

import type { StreamFeed, StreamFeedEntry } from '../store/feed.ts'
import { visibleLine } from '../../kit/visible-text.ts'

export interface EventRow {
  /** Number in the displayed stream; for a link, the link's own number. */
  readonly number: number
  /** For a resolved link, the type of its target. */
  readonly type: string
  /** ISO 8601. */
  readonly created: string
  readonly preview: string
  /** `target`: e.g. `3@cart-1`. */
  readonly link: { readonly target: string; readonly resolved: boolean } | undefined
}

export interface EventPage {
  /** Newest first. */
  readonly rows: readonly EventRow[]
  /** Whether the page has the stream's last event. */
  readonly isHead: boolean
  /** Addresses of the neighbouring pages. */
  readonly older: string | undefined
  readonly newer: string | undefined
}

/** Characters of data in a row. */
const previewLength = 200

export function eventPage({ headOfStream, links, entries }: StreamFeed): EventPage {
  const linkTo = (relation: string): string | undefined => links.find((link) => link.relation === relation)?.uri
  const newer = linkTo('previous')
  const rows: EventRow[] = []
  // A broken link carries no number: it follows from its neighbour's, or from the page's.
  let next = Number(/\/(\d+)\/forward\/\d+$/.exec(newer ?? '')?.[1] ?? entries.length) - 1
  for (const entry of entries) {
    const row = rowOf(entry, next)
    rows.push(row)
    next = row.number - 1
  }
  return { rows, isHead: headOfStream, older: linkTo('next'), newer }
}

function rowOf(entry: StreamFeedEntry, next: number): EventRow {
  const { eventType, updated: created, title } = entry
  if (eventType === undefined) return { number: next, type: '$>', created, preview: '', link: { target: title, resolved: false } }
  const isLink = entry.positionStreamId !== entry.streamId || entry.positionEventNumber !== entry.eventNumber
  return {
    number: entry.positionEventNumber ?? next,
    type: eventType,
    created,
    preview: onOneLine(entry.data ?? ''),
    link: isLink ? { target: title, resolved: true } : undefined,
  }
}

const onOneLine = (text: string): string =>
  visibleLine(
    text
      .slice(0, previewLength * 2)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, previewLength),
  )

/** Most rows of a live page. */
const liveRows = 200

/**
 * Adds newly appended events to the displayed page.
 *
 * @param head the newest page, just read.
 * @returns the displayed page itself if nothing is new.
 */
export function withNewEvents(shown: EventPage, head: EventPage): EventPage {
  const [top] = shown.rows
  const bottom = head.rows.at(-1)
  if (!bottom || !top || head.older === undefined) return sameRows(shown, head) ? shown : head
  // Events between the two pages are missing, or the stream was recreated.
  if (bottom.number > top.number + 1 || head.rows[0]!.number < top.number) return head
  const met = shown.rows.find(({ number }) => number === bottom.number)
  if (met && !isSameRow(met, bottom)) return head
  const kept = shown.rows.filter(({ number }) => number < bottom.number)
  const rows = [...head.rows, ...kept]
  if (rows.length > liveRows) return head
  return sameRows(shown, { ...head, rows }) ? shown : { ...head, rows, older: kept.length > 0 ? shown.older : head.older }
}

const sameRows = (one: EventPage, other: EventPage): boolean =>
  one.rows.length === other.rows.length && one.rows.every((row, index) => isSameRow(row, other.rows[index]))

/** A store that has got back an earlier content has other events under the same numbers. */
export const isSameRow = (one: EventRow | undefined, other: EventRow | undefined): boolean =>
  one?.number === other?.number && one?.created === other?.created && one?.type === other?.type && one?.preview === other?.preview

/** Parses a title like `3@cart-1`. */
export function placeOfTitle(title: string): { readonly stream: string; readonly number: number } | undefined {
  const [, number, stream] = /^(-?\d+)@(.+)$/su.exec(title) ?? []
  return stream === undefined ? undefined : { stream, number: Number(number) }
}
