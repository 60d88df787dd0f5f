// Decides which streams the list shows, in which order, and what it says of each.

import type { ListedStream } from '../../engine/observe/listed-streams.ts'

export interface StreamFilter {
  /** Part of the name, in any case. */
  readonly text: string
  /** Whether system streams and metastreams show. */
  readonly system: boolean
}

export const isSystemStream = ({ name }: ListedStream): boolean => name.startsWith('$')

/** Comparing names by their numbers is slow: that many are put in order in a few milliseconds. */
const naturally = 1_000

/**
 * @param streams in order of name.
 * @returns the user's streams first, then those of the system; names with numbers in the order of the numbers, unless there are many.
 */
export function shownStreams(streams: readonly ListedStream[], { text, system }: StreamFilter): readonly ListedStream[] {
  const part = text.trim().toLowerCase()
  const fits = (stream: ListedStream): boolean => (system || !isSystemStream(stream)) && stream.name.toLowerCase().includes(part)
  const shown = streams.filter(fits)
  if (shown.length <= naturally) shown.sort((one, other) => natural.compare(one.name, other.name))
  return system ? shown.sort((one, other) => Number(isSystemStream(one)) - Number(isSystemStream(other))) : shown
}

const natural = new Intl.Collator('en', { numeric: true })

/** What stands beside the name. */
export function badgeOf({ deleted }: ListedStream): string | undefined {
  if (deleted === 'no') return undefined
  return deleted === 'soft' ? 'deleted' : 'tombstone'
}
