// Converts a page of the log into a feed, with log positions in its links (streams-http §13.3).

import type { AllPage, AllRequest, LogPosition } from '../../../streams/streams.ts'
import type { Steps } from '../../../base/time/steps.ts'
import type { EntryOptions, FeedLink } from './entry.ts'
import { entriesOf } from './entry.ts'
import type { AtomFeed } from './feed.ts'
import { presentLinks, timeOf } from './feed.ts'

export function* allFeed(request: AllRequest, page: AllPage, options: EntryOptions): Steps<AtomFeed> {
  const id = `${options.base}/streams/%24all${request.filter ? '/filtered' : ''}`
  return {
    author: options.author,
    title: 'All events',
    id,
    // The server takes the time of the newest entry, if the oldest of a forward page has one.
    updated: timeOf(request.direction === 'forward' && page.entries.at(-1)?.kind === 'broken' ? undefined : page.entries[0]),
    streamId: null,
    headOfStream: false,
    selfUrl: null,
    eTag: null,
    links: allLinks(id, request, page),
    entries: yield* entriesOf(page.entries, options),
  }
}

function allLinks(id: string, { direction, count, filter }: AllRequest, page: AllPage): FeedLink[] {
  const backward = direction === 'backward'
  const towardsOlder = backward ? !page.isEnd : page.from.commit !== 0n
  const towardsNewer = backward || !page.isEnd || page.entries.length > 0
  const [older, newer] = backward ? [page.next, page.back] : [page.back, page.next]
  return presentLinks([
    ['self', id],
    ['first', `${id}/head/backward/${count}`],
    ['last', towardsOlder && `${id}/${'0'.repeat(32)}/forward/${count}`],
    ['next', towardsOlder && `${id}/${printLogPosition(older)}/backward/${count}`],
    ['previous', towardsNewer && `${id}/${printLogPosition(newer)}/forward/${count}`],
    ['metadata', filter === undefined && `${id}/metadata`],
  ])
}

/** Commit and prepare position, 16 upper-case hexadecimal digits each (streams-http §4.2). */
const printLogPosition = ({ commit, prepare }: LogPosition): string => printHalf(commit) + printHalf(prepare)

const printHalf = (half: bigint): string => half.toString(16).toUpperCase().padStart(16, '0')

/** Reads two halves of hexadecimal digits, with blanks around each, not negative. @returns undefined for every other text. */
export function readLogPosition(text: string): LogPosition | undefined {
  if (text.length !== 32) return undefined
  const commit = readHalf(text.slice(0, 16))
  const prepare = readHalf(text.slice(16))
  return commit === undefined || prepare === undefined ? undefined : { commit, prepare }
}

function readHalf(text: string): bigint | undefined {
  const digits = /^[\t-\r ]*([0-9a-fA-F]+)[\t-\r ]*$/.exec(text)?.[1]
  const half = digits === undefined ? undefined : BigInt(`0x${digits}`)
  return half !== undefined && half < 1n << 63n ? half : undefined
}
