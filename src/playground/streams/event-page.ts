// Converts a feed into the rows of a page of events, and into the links to the pages beside it.

/** Text as a feed carries it: JSON as JSON, other data as it is. */
export interface EventRow {
  /** In the stream that is shown: of a link, its own. */
  readonly number: number
  /** Of a link that leads somewhere, the type of its target. */
  readonly type: string
  /** ISO 8601. */
  readonly created: string
  readonly preview: string
  readonly link: RowLink | undefined
}

export interface RowLink {
  /** E.g. `3@cart-1`. */
  readonly target: string
  readonly resolved: boolean
}

export interface EventPage {
  /** Newest first. */
  readonly rows: readonly EventRow[]
  /** Whether it ends with the stream's last event. */
  readonly isHead: boolean
  /** Addresses of other pages. */
  readonly older: string | undefined
  readonly newer: string | undefined
}

/** A feed with `embed=tryharder`, as far as it is read here. Feeds follow links: an entry shows the target. */
export interface StreamFeed {
  readonly headOfStream: boolean
  readonly links: readonly { readonly uri: string; readonly relation: string }[]
  readonly entries: readonly StreamFeedEntry[]
}

/** Of a broken link only the members below `title` are there. */
export interface StreamFeedEntry {
  readonly eventType?: string
  readonly eventNumber?: number
  readonly streamId?: string
  readonly data?: string | null
  /** Of the link, where the entry shows its target. */
  readonly positionEventNumber?: number
  readonly positionStreamId?: string
  /** Number and stream of what is shown, or of what a broken link names. */
  readonly title: string
  readonly updated: string
}

/** Characters of data that a row shows. */
const previewLength = 200

export function eventPage({ headOfStream, links, entries }: StreamFeed): EventPage {
  const linkTo = (relation: string): string | undefined => links.find((link) => link.relation === relation)?.uri
  const newer = linkTo('previous')
  const rows: EventRow[] = []
  // A broken link does not say which number it has: it is the one after its neighbour's, or the first on the page.
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
  text
    .slice(0, previewLength * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, previewLength)

/** How many rows a live page keeps at most. */
const liveRows = 200

/**
 * The page that is shown, with what has been appended since.
 *
 * @param head the newest page, read again.
 * @returns the page that is shown itself where nothing is new.
 */
export function withNewEvents(shown: EventPage, head: EventPage): EventPage {
  const [top] = shown.rows
  const bottom = head.rows.at(-1)
  if (!bottom || !top || head.older === undefined) return sameRows(shown, head) ? shown : head
  // Events between the two pages are missing, or the stream began anew.
  if (bottom.number > top.number + 1 || head.rows[0]!.number < top.number) return head
  const kept = shown.rows.filter(({ number }) => number < bottom.number)
  const rows = [...head.rows, ...kept]
  if (rows.length > liveRows) return head
  return sameRows(shown, { ...head, rows }) ? shown : { ...head, rows, older: kept.length > 0 ? shown.older : head.older }
}

const sameRows = (one: EventPage, other: EventPage): boolean =>
  one.rows.length === other.rows.length && one.rows.every(({ number }, index) => number === other.rows[index]!.number)

/** The place that a title such as `3@cart-1` names. */
export function placeOfTitle(title: string): { readonly stream: string; readonly number: number } | undefined {
  const [, number, stream] = /^(-?\d+)@(.+)$/su.exec(title) ?? []
  return stream === undefined ? undefined : { stream, number: Number(number) }
}
