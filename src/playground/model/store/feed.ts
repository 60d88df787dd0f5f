// The members of the server's feeds that the panels read.

/** A page of a stream; what else it has depends on `embed`. Feeds resolve links: an entry shows the target. */
export interface StreamFeed {
  readonly headOfStream: boolean
  readonly links: readonly { readonly uri: string; readonly relation: string }[]
  /** Newest first. */
  readonly entries: readonly StreamFeedEntry[]
}

/** A broken link has only `title` and `updated`. */
export interface StreamFeedEntry {
  /** Number and stream of the event, or of a broken link's target. */
  readonly title: string
  readonly updated: string
  readonly eventId?: string
  readonly eventType?: string
  readonly eventNumber?: number
  readonly streamId?: string
  readonly isJson?: boolean
  readonly data?: string | null
  readonly metaData?: string | null
  /** Of a link in place of its target's. */
  readonly linkMetaData?: string | null
  /** Number and stream of the link, if the entry shows its target. */
  readonly positionEventNumber?: number
  readonly positionStreamId?: string
}
