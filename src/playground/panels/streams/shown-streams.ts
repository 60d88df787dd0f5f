// Decides which streams the list shows, their order and their badges.

import type { ListedStream } from '../../../engine/observe/listed-streams.ts'
import { streams as texts } from '../../strings/english/streams.ts'

export const isSystemStream = ({ name }: ListedStream): boolean => name.startsWith('$')

/** Most streams to sort by the numbers in their names, which is slow. */
const mostSorted = 1_000

/**
 * @param streams in order of name.
 * @param filter `text`: part of the name, in any case; `system`: whether the list includes system streams and metastreams.
 * @returns the user's streams, then the system's, sorted by the numbers in their names unless there are many.
 */
export function shownStreams(
  streams: readonly ListedStream[],
  { text, system }: { readonly text: string; readonly system: boolean },
): readonly ListedStream[] {
  const part = text.trim().toLowerCase()
  const fits = (stream: ListedStream): boolean => (system || !isSystemStream(stream)) && stream.name.toLowerCase().includes(part)
  const shown = streams.filter(fits)
  if (shown.length <= mostSorted) shown.sort((one, other) => natural.compare(one.name, other.name))
  return system ? shown.sort((one, other) => Number(isSystemStream(one)) - Number(isSystemStream(other))) : shown
}

const natural = new Intl.Collator('en', { numeric: true })

/** Badge beside the name of a deleted stream. */
export function badgeOf({ deleted }: ListedStream): string | undefined {
  if (deleted === 'no') return undefined
  return deleted === 'soft' ? texts.softDeleted : texts.tombstone
}
