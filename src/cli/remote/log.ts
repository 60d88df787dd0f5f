// Reads the log of a server page by page, as lines of events.

import { readEntry } from '../../engine/scenario/event-lines.ts'
import { streamPath } from '../../base/paths.ts'
import { Failure } from '../failure.ts'
import type { Remote } from './remote.ts'
import { successOf } from './remote.ts'
import type { SourceEvent } from '../files/source-events.ts'
import { writerOf } from '../files/provenance.ts'
import { isOfUsers, linkType } from '../../streams/system.ts'

/** Where the log begins, as feeds spell it. */
export const startOfLog = '0'.repeat(32)

const pageSize = 500

const headers = { Accept: 'application/vnd.eventstore.atom+json', 'ES-ResolveLinkTos': 'false' }

export interface LogPage {
  /** Events that belong to users, and are not left out. */
  readonly events: readonly SourceEvent[]
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined
  /** Where this page ends, in the server's own measure. */
  readonly commit: number
}

/** An entry of a feed at embed level `body`; a broken link lacks these members, or has null in their place. */
export interface LogEntry {
  readonly title?: string
  readonly streamId?: string | null
  readonly eventNumber?: number
  /** Of the link, where the entry shows the event that it leads to. */
  readonly positionEventNumber?: number
  readonly eventType?: string
  readonly data?: string | null
  readonly metaData?: string | null
  readonly isJson?: boolean
}

/** A page, newest entry first. */
export interface LogFeed {
  readonly entries: readonly LogEntry[]
  readonly headOfStream?: boolean
  readonly links: readonly { readonly relation: string; readonly uri: string }[]
}

/** @returns the end of the log in the server's own measure. */
export async function remoteEnd(remote: Remote): Promise<number> {
  const feed = await feedOf(remote, '/streams/$all/head/backward/1')
  return commitOf(linkOf(feed, 'previous') ?? startOfLog)
}

/** @param writers ids of projections whose events are left out. */
export async function readLogPage(remote: Remote, from: string, writers: ReadonlySet<number>): Promise<LogPage> {
  const path = `/streams/$all/${from}/forward/${pageSize}?embed=`
  const feed = await feedOf(remote, `${path}body`)
  const next = feed.entries.length === 0 ? undefined : linkOf(feed, 'previous')
  const events: SourceEvent[] = []
  let reading: Promise<Texts> | undefined
  const texts = () => (reading ??= textsOf(remote, `${path}tryharder`))
  for (const entry of feed.entries.toReversed()) {
    if (typeof entry.streamId !== 'string' || !isOfUsers(entry.streamId) || isOf(entry, writers)) continue
    events.push({ read: readEntry({ ...entry }, await writtenContentOf(remote, entry, texts)), line: events.length + 1 })
  }
  return { events, next: next === from ? undefined : next, commit: commitOf(next ?? from) }
}

const isOf = ({ metaData }: LogEntry, writers: ReadonlySet<number>): boolean => {
  const writer = writerOf({ metadata: metaData ?? '' })
  return writer !== undefined && writers.has(writer)
}

/** Data as texts, also those that are no JSON, by the titles of their entries. */
type Texts = ReadonlyMap<string | undefined, string>

const textsOf = async (remote: Remote, path: string): Promise<Texts> =>
  new Map((await feedOf(remote, path)).entries.flatMap(({ title, data }) => (data == null ? [] : [[title, data]])))

/** An event that is asked for by itself is followed where it is a link, and missing where metadata hide it: then its text has to do. */
async function writtenContentOf(remote: Remote, entry: LogEntry, texts: () => Promise<Texts>): Promise<string | Uint8Array | undefined> {
  if (isShown(entry)) return undefined
  const text = async (): Promise<string | undefined> => (await texts()).get(entry.title)
  // An object, which leads nowhere, would be spelled anew.
  if (entry.eventType === linkType && !(await text())?.trimStart().startsWith('{')) return await text()
  return (await contentOf(remote, entry)) ?? (await text())
}

const isShown = ({ data, isJson }: LogEntry): boolean => isJson === true || data != null

/** LogFeeds leave out data that are no JSON: they are asked for one by one. @returns undefined where the entry has them. */
export async function contentOf(remote: Remote, entry: LogEntry): Promise<string | Uint8Array | undefined> {
  const { streamId, eventNumber } = entry
  if (isShown(entry) || typeof streamId !== 'string' || !Number.isSafeInteger(eventNumber)) return undefined
  const path = `${streamPath(streamId)}/${eventNumber}`
  const response = await remote.ask('GET', path, { headers: { Accept: 'application/octet-stream' } })
  // Metadata hide such an event from readers of the stream, but not of the log.
  if (response.status === 404 || response.status === 410) return undefined
  const bytes = new Uint8Array(await (await successOf(response, `GET ${path}`)).arrayBuffer())
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes
  }
}

async function feedOf(remote: Remote, path: string): Promise<LogFeed> {
  const asked = await remote.ask('GET', path, { headers })
  // LogFeeds can be switched off on servers.
  if (asked.status === 404) throw new Failure(`${remote.name} has no feeds: is it an event store, with AtomPub over HTTP switched on?`)
  return await readFeed(remote, path, asked)
}

/** @throws Failure where the answer is no feed. */
async function readFeed(remote: Remote, path: string, asked: Response): Promise<LogFeed> {
  const response = await successOf(asked, `GET ${remote.name}${path}`)
  const feed = (await response.json().catch(() => undefined)) as Partial<LogFeed> | undefined
  if (Array.isArray(feed?.entries) && Array.isArray(feed?.links)) return feed as LogFeed
  throw new Failure(`${remote.name} is no event store: GET ${path} is no feed.`)
}

/** @returns the position in a link's path. */
function linkOf({ links }: LogFeed, wanted: string): string | undefined {
  const link = links.find(({ relation }) => relation === wanted)
  return link && /\/([0-9a-f]{32})\/(?:for|back)ward\/\d+$/i.exec(link.uri)?.[1]
}

const commitOf = (position: string): number => Number(BigInt(`0x${position.slice(0, 16)}`))

/** @returns a page of a stream, oldest event last; or why there is none. */
export async function readStreamPage(remote: Remote, stream: string, from: number): Promise<LogFeed | 'missing' | 'deleted'> {
  const path = `${streamPath(stream)}/${from}/forward/${pageSize}?embed=body`
  const asked = await remote.ask('GET', path, { headers })
  if (asked.status === 404) return 'missing'
  return asked.status === 410 ? 'deleted' : await readFeed(remote, path, asked)
}

/** @returns the number behind a page of a stream; that of the page itself where nothing follows. */
export function numberBehind({ links, headOfStream }: LogFeed, from: number): number {
  const uri = headOfStream === true ? undefined : links.find(({ relation }) => relation === 'previous')?.uri
  return Math.max(from, Number(/\/(\d+)\/forward\/\d+$/.exec(uri ?? '')?.[1] ?? from))
}

/** @returns the names of the users' streams and of their metastreams that have an event in the log, sorted. */
export async function readStreamNames(remote: Remote): Promise<readonly string[]> {
  const names = new Set<string>()
  for (let from: string | undefined = startOfLog; from !== undefined;) {
    const feed: LogFeed = await feedOf(remote, `/streams/$all/${from}/forward/${pageSize}?embed=rich`)
    for (const { streamId } of feed.entries) if (typeof streamId === 'string' && isOfUsers(streamId)) names.add(streamId)
    const next = feed.entries.length === 0 ? undefined : linkOf(feed, 'previous')
    from = next === from ? undefined : next
  }
  return [...names].sort()
}
