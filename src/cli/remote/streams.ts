// Appends events to the streams of a server, except those that it has.

import type { RecordedEvent } from '../../base/events/events.ts'
import { isSoftDeleted } from '../../base/events/events.ts'
import { streamPath } from '../../base/paths.ts'
import type { Storage } from '../../storage/storage.ts'
import { isMetastream, originalOf, tombstoneType } from '../../streams/system.ts'
import type { Remote } from './remote.ts'
import { objectIn, successOf } from './remote.ts'
import type { Posting } from './postings.ts'
import { postingsOf } from './postings.ts'
import { shifted } from './shifted-metadata.ts'
import { counted } from '../terminal.ts'

export type PushOutcome = { readonly kind: 'pushed' } | { readonly kind: 'deleted' } | { readonly kind: 'overtaken' }

export interface PushCounts {
  readonly appended: number
  /** The server had them already, by their ids. */
  readonly known: number
  /** Losses of the copy, one sentence each. */
  readonly losses: readonly string[]
}

export interface RemoteStreams {
  /** @param events neighbours of one stream, oldest first. */
  push(events: readonly RecordedEvent[]): Promise<PushOutcome>
  counts(): PushCounts
}

/** Expected version of an append that any other may have come before. */
const anyVersion = -2

/** The state of a stream on the server. */
interface Standing {
  /** Whether the server has the event. */
  readonly has: (event: RecordedEvent) => boolean
  /** Number of its last event. */
  last: number
  /** Whether there is no other writer, so that the number of the last event is known. */
  readonly isOwn: boolean
  isDeleted: boolean
}

export function openRemoteStreams(remote: Remote, storage: Storage): RemoteStreams {
  const standings = new Map<string, Standing>()
  const counts = { appended: 0, known: 0 }
  const lossy = { events: 0, streams: new Set<string>() }

  const standingOf = async (stream: string): Promise<Standing> => {
    let standing = standings.get(stream)
    if (!standing) standings.set(stream, (standing = await lookAt(remote, storage, stream)))
    return standing
  }

  /** Numbers that a stream lacks at its beginning: on the server it begins at 0. */
  const shiftOf = async (stream: string): Promise<number> => {
    const [first] = await storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 1 }))
    if (first && first.number > 0 && first.type !== tombstoneType) lossy.streams.add(stream)
    return first?.type === tombstoneType ? 0 : (first?.number ?? 0)
  }

  const toPost = async (event: RecordedEvent): Promise<RecordedEvent> =>
    isMetastream(event.stream) ? shifted(event, await shiftOf(originalOf(event.stream))) : event

  const post = async (stream: string, standing: Standing, posting: Posting): Promise<PushOutcome> => {
    const path = streamPath(stream)
    const headers = { ...posting.headers, 'ES-ExpectedVersion': String(standing.isOwn ? standing.last : anyVersion) }
    const response = await remote.ask('POST', path, { headers, body: posting.body })
    if (response.status === 410) return { kind: 'deleted' }
    if (response.status === 400 && response.headers.has('ES-CurrentVersion')) return { kind: 'overtaken' }
    await (await successOf(response, `POST ${remote.name}${path}`)).arrayBuffer()
    const first = Number(response.headers.get('Location')?.split('/').at(-1))
    if (first <= standing.last) counts.known += posting.count
    else counts.appended += posting.count
    standing.last = Math.max(standing.last, first + posting.count - 1)
    lossy.events += posting.lossy
    return { kind: 'pushed' }
  }

  const remove = async (stream: string, standing: Standing): Promise<PushOutcome> => {
    const path = streamPath(stream)
    const response = await remote.ask('DELETE', path, { headers: { 'ES-HardDelete': 'true' } })
    if (response.status !== 410) await successOf(response, `DELETE ${remote.name}${path}`)
    standing.isDeleted = true
    return { kind: 'pushed' }
  }

  return {
    async push(events) {
      const { stream } = events[0]!
      const standing = await standingOf(stream)
      const isTombstone = ({ type }: RecordedEvent): boolean => type === tombstoneType
      const missing = events.filter((event) => !isTombstone(event) && !standing.has(event))
      counts.known += events.filter((event) => !isTombstone(event)).length - missing.length
      if (standing.isDeleted && missing.length > 0) {
        // Deleted here as well: there is nothing to carry over.
        return (await storage.read((tx) => tx.head(stream)))?.tombstone ? { kind: 'pushed' } : { kind: 'deleted' }
      }
      if (missing.length > 0 && !isMetastream(stream)) await shiftOf(stream)
      // Where others write, each event is asked for by its id: of a list some may be known.
      const together = standing.isOwn ? undefined : 1
      for (const posting of postingsOf(await Promise.all(missing.map(toPost)), together)) {
        const outcome = await post(stream, standing, posting)
        if (outcome.kind !== 'pushed') return outcome
      }
      return events.some(isTombstone) && !standing.isDeleted ? await remove(stream, standing) : { kind: 'pushed' }
    },
    counts: () => ({ ...counts, losses: lossesOf(lossy) }),
  }
}

function lossesOf({ events, streams }: { readonly events: number; readonly streams: ReadonlySet<string> }): string[] {
  const losses: string[] = []
  if (events > 0)
    losses.push(`${counted(events, 'event')} lost metadata: the interface takes none beside bytes or JSON in a spelling of its own.`)
  if (streams.size === 1) losses.push('1 stream lacks its first events here, and begins at 0 on the server.')
  else if (streams.size > 0) losses.push(`${counted(streams.size, 'stream')} lack their first events here, and begin at 0 on the server.`)
  return losses
}

/** Asks for the newest event on the server: where this store has that event, the server has all events up to it. */
async function lookAt(remote: Remote, storage: Storage, stream: string): Promise<Standing> {
  const newest = await pageOf(remote, stream, 'head/backward/1')
  const unknown = { has: () => false, last: -1, isOwn: !isMetastream(stream), isDeleted: false }
  if (newest === 'deleted') return { ...unknown, isDeleted: true }
  if (newest === 'missing') {
    if (isMetastream(stream) || !(await isSoftDeletedOn(remote, stream))) return unknown
    // A deleted stream hides its events, but appending one that it has changes nothing.
    return { ...unknown, isOwn: false, last: (await isSoftDeletedHere(storage, stream)) ? Number.MAX_SAFE_INTEGER : -1 }
  }
  const last = lastOf(newest)
  const id = newest.entries[0]?.eventId
  const [place] = id === undefined ? [] : await storage.read((tx) => tx.firstWithId([id]))
  // Deletion and revival write metadata of their own, which this store does not know.
  if (!isMetastream(stream) && place?.stream === stream) return { ...unknown, has: ({ number }) => number <= place.number, last }
  const ids = await idsOf(remote, stream)
  return { ...unknown, has: (event) => ids.has(event.id), last, isOwn: false }
}

async function isSoftDeletedOn(remote: Remote, stream: string): Promise<boolean> {
  const response = await remote.ask('GET', `${streamPath(stream)}/metadata`, { headers: { Accept: 'application/json' } })
  return response.ok && /"\$tb"\s*:\s*9223372036854775807\b/.test(await response.text())
}

const isSoftDeletedHere = async (storage: Storage, stream: string): Promise<boolean> =>
  isSoftDeleted(await storage.read((tx) => tx.head(stream)))

interface Page {
  readonly headOfStream: boolean
  readonly eTag?: string | null
  readonly entries: readonly { readonly eventId?: string; readonly positionEventNumber?: number }[]
}

/** The tag of the newest page begins with the number of the last event. */
function lastOf({ eTag, entries }: Page): number {
  const digits = /^(\d+);/.exec(eTag ?? '')?.[1]
  return digits === undefined ? (entries[0]?.positionEventNumber ?? -1) : Number(digits)
}

async function pageOf(remote: Remote, stream: string, rest: string): Promise<Page | 'missing' | 'deleted'> {
  const path = `${streamPath(stream)}/${rest}?embed=rich`
  const headers = { Accept: 'application/vnd.eventstore.atom+json', 'ES-ResolveLinkTos': 'false' }
  const response = await remote.ask('GET', path, { headers })
  if (response.status === 404) return 'missing'
  if (response.status === 410) return 'deleted'
  return (await objectIn(remote, await successOf(response, `GET ${remote.name}${path}`), `GET ${path}`, ['entries'])) as Page
}

/** More than a page; asked for only where a stream on the server has events that this store does not know. */
const pageSize = 500

async function idsOf(remote: Remote, stream: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let from = 0; ; from += pageSize) {
    const page = await pageOf(remote, stream, `${from}/forward/${pageSize}`)
    if (typeof page === 'string') return ids
    for (const { eventId } of page.entries) if (eventId !== undefined) ids.add(eventId.toLowerCase())
    if (page.headOfStream || page.entries.length === 0) return ids
  }
}
