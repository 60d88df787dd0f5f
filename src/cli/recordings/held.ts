// Compares what two stores hold over HTTP: streams event by event, projections with their states, persistent subscriptions.

import { projectionPath, search, segment } from '../../base/paths.ts'
import { isMetastream } from '../../streams/system.ts'
import { definitionOn, projectionsOn } from '../remote/projections.ts'
import type { LogEntry } from '../remote/log.ts'
import { contentOf, numberBehind, readStreamNames, readStreamPage } from '../remote/log.ts'
import type { Remote } from '../remote/remote.ts'
import { listIn, objectIn, successOf } from '../remote/remote.ts'
import { keepSpelling } from './answer.ts'
import { differencesOf } from './differences.ts'
import { createProjectionIds } from './projection-ids.ts'

/** Something that two stores hold otherwise, or that one of them lacks. */
export interface HeldDifference {
  readonly kind: 'stream' | 'projection' | 'subscription'
  /** Of a subscription `stream::group`. */
  readonly name: string
  /** Number of the first event that differs. */
  readonly event?: number
  /** What differs, e.g. `data`, `events`, `state`, `state of cart-1`. */
  readonly what: string
  /** What each has there, printed. */
  readonly one: string
  readonly other: string
}

export interface HeldComparison {
  readonly streams: number
  readonly events: number
  readonly projections: number
  readonly subscriptions: number
  readonly differences: readonly HeldDifference[]
}

/**
 * The users' streams, projections and groups. Times, positions and ids of events are those of a store alone, and do not count; in metadata that
 * projections write, what two runs of one server have otherwise does not either.
 *
 * @param onProgress called with the number of compared streams and of all of them.
 */
export async function compareHeld(one: Remote, other: Remote, onProgress: (streams: number, all: number) => void): Promise<HeldComparison> {
  const differences: HeldDifference[] = []
  const [mine, theirs] = await Promise.all([readStreamNames(one), readStreamNames(other)])
  const names = [...new Set([...mine, ...theirs])].sort()
  const context = { one, other, ids: createProjectionIds({ isEither: true }) }
  let events = 0
  for (const [index, name] of names.entries()) {
    const compared = await compareStreams(context, name)
    events += compared.events
    differences.push(...compared.differences)
    onProgress(index + 1, names.length)
  }
  const projections = await compareNamed('projection', [await projectionsIn(one, mine), await projectionsIn(other, theirs)])
  const subscriptions = await compareNamed('subscription', [await groupsIn(one), await groupsIn(other)])
  differences.push(...projections.differences, ...subscriptions.differences)
  return { streams: names.length, events, projections: projections.count, subscriptions: subscriptions.count, differences }
}

interface Context {
  readonly one: Remote
  readonly other: Remote
  readonly ids: ReturnType<typeof createProjectionIds>
}

async function compareStreams({ one, other, ids }: Context, name: string): Promise<{ events: number; differences: HeldDifference[] }> {
  const [mine, theirs] = [new StreamWalk(one, name), new StreamWalk(other, name)]
  const differences: HeldDifference[] = []
  for (;;) {
    const [left, right] = await Promise.all([mine.next(), theirs.next()])
    if (left === undefined && right === undefined) break
    if (differences.length > 0) continue
    if (left && right) differences.push(...eventDifferences(name, left, right, ids))
  }
  const [left, right] = [mine.summary(), theirs.summary()]
  if (left !== right) differences.unshift({ kind: 'stream', name, what: 'events', one: left, other: right })
  return { events: Math.max(mine.count, theirs.count), differences }
}

/** One event as stores of any address have it. */
interface HeldEvent {
  readonly number: number
  /** Where it leads, if it is a link; the other members are then those of that event. */
  readonly link: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

/** Reads a stream page by page. */
class StreamWalk {
  readonly #remote: Remote
  readonly #stream: string
  #page: LogEntry[] = []
  #from = 0
  #last = -1
  #end: 'missing' | 'deleted' | 'head' | undefined
  count = 0

  constructor(remote: Remote, stream: string) {
    this.#remote = remote
    this.#stream = stream
  }

  async next(): Promise<HeldEvent | undefined> {
    while (this.#page.length === 0 && this.#end === undefined) await this.#read()
    const entry = this.#page.pop()
    if (!entry) return undefined
    this.count++
    const { title = '', eventType, positionEventNumber, metaData } = entry
    // Broken links do not tell their numbers before release 26.
    this.#last = positionEventNumber ?? this.#last + 1
    const content = await contentOf(this.#remote, entry)
    const data =
      content === undefined ? (entry.data ?? '') : typeof content === 'string' ? content : Buffer.from(content).toString('base64')
    const link = title === `${this.#last}@${this.#stream}` ? '' : title
    return { number: this.#last, link, type: eventType ?? '', data: spelled(data), metadata: metaData ?? '' }
  }

  async #read(): Promise<void> {
    const page = await readStreamPage(this.#remote, this.#stream, this.#from)
    if (typeof page === 'string') return void (this.#end = page)
    // A page lists the newest event first, so the oldest is its last.
    this.#page = [...page.entries]
    const next = numberBehind(page, this.#from)
    if (next === this.#from) this.#end = 'head'
    this.#from = next
  }

  summary(): string {
    if (this.#end === 'deleted') return 'deleted for good'
    return this.#end === 'missing' ? 'no such stream' : `${this.count} ${this.count === 1 ? 'event' : 'events'}`
  }
}

/** JSON with its numbers and texts as they are spelled, without the white space between; other texts as they are. */
function spelled(text: string): string {
  try {
    return JSON.stringify(JSON.parse(keepSpelling(text)))
  } catch {
    return text
  }
}

function* eventDifferences(name: string, one: HeldEvent, other: HeldEvent, ids: Context['ids']): Iterable<HeldDifference> {
  const at = { kind: 'stream', name, event: one.number } as const
  // Those of metadata count what brought a deleted stream back too, which a copy does once more.
  if (one.number !== other.number && !isMetastream(name))
    return yield { ...at, what: 'number', one: String(one.number), other: String(other.number) }
  if (one.link !== other.link) return yield { ...at, what: 'link', one: one.link, other: other.link }
  for (const what of ['type', 'data'] as const) if (one[what] !== other[what]) yield { ...at, what, one: one[what], other: other[what] }
  if (!isSameMetadata(one.metadata, other.metadata, ids))
    yield { ...at, what: 'metadata', one: spelled(one.metadata), other: spelled(other.metadata) }
}

function isSameMetadata(one: string, other: string, ids: Context['ids']): boolean {
  if (spelled(one) === spelled(other)) return true
  const [mine, theirs] = [stampOf(one), stampOf(other)]
  return mine !== undefined && theirs !== undefined && differencesOf(mine, theirs, { known: new Set(), ids }).length === 0
}

/** Metadata that a projection wrote. */
function stampOf(text: string): object | undefined {
  if (!text.includes('"$v"')) return undefined
  try {
    return JSON.parse(keepSpelling(text)) as object
  } catch {
    return undefined
  }
}

/** What there is of a name: texts by what they say. */
type Facts = ReadonlyMap<string, string>

/** Of each name what tells its facts; of projections by the partitions that either store knows. */
interface Named {
  readonly partitions: (name: string) => Promise<readonly string[]>
  readonly facts: (name: string, partitions: readonly string[]) => Promise<Facts>
  readonly names: ReadonlySet<string>
}

async function compareNamed(kind: 'projection' | 'subscription', [one, other]: readonly [Named, Named]) {
  const names = [...new Set([...one.names, ...other.names])].sort()
  const differences: HeldDifference[] = []
  for (const name of names) {
    if (!one.names.has(name) || !other.names.has(name)) {
      const told = ({ names }: Named): string => (names.has(name) ? `a ${kind}` : `no such ${kind}`)
      differences.push({ kind, name, what: kind, one: told(one), other: told(other) })
      continue
    }
    const partitions = [...new Set([...(await one.partitions(name)), ...(await other.partitions(name))])].sort()
    const [left, right] = await Promise.all([one.facts(name, partitions), other.facts(name, partitions)])
    for (const what of new Set([...left.keys(), ...right.keys()])) {
      const [value, wanted] = [left.get(what) ?? '', right.get(what) ?? '']
      if (value !== wanted) differences.push({ kind, name, what, one: value, other: wanted })
    }
  }
  return { count: names.length, differences }
}

/** @param streams names of all streams of the store. */
async function projectionsIn(remote: Remote, streams: readonly string[]): Promise<Named> {
  const all = new Map((await projectionsOn(remote)).map((projection) => [projection.name, projection]))
  return {
    names: new Set(all.keys()),
    partitions: (name) => partitionsOf(remote, name, streams),
    facts: async (name, partitions) => {
      const { mode, isEnabled } = all.get(name)!
      const { query, streamPartitions: _partitions, ...others } = await definitionOn(remote, name)
      const facts = new Map(Object.entries({ mode, isEnabled, ...others }).map(([what, value]) => [what, String(value)]))
      facts.set('query', query)
      const path = projectionPath(name)
      for (const what of ['state', 'result'] as const) facts.set(what, await textOf(remote, `${path}/${what}`))
      for (const partition of partitions)
        for (const what of ['state', 'result'] as const)
          facts.set(`${what} of ${partition}`, await textOf(remote, `${path}/${what}?${search({ partition })}`))
      return facts
    },
  }
}

/** The names that a projection has stored with its checkpoints, and the streams that it reads where each is a partition. */
async function partitionsOf(remote: Remote, name: string, streams: readonly string[]): Promise<readonly string[]> {
  const names: string[] = []
  const walk = new StreamWalk(remote, `$projections-${name}-partitions`)
  for (let event = await walk.next(); event; event = await walk.next()) if (event.type === '$partition') names.push(event.data)
  const { streamPartitions: read } = await definitionOn(remote, name)
  if (!read) return names
  const isRead = (stream: string): boolean =>
    read.streams.includes(stream) || read.categories.some((category) => stream.startsWith(`${category}-`))
  const isAll = read.streams.length + read.categories.length === 0
  return [...names, ...streams.filter((stream) => !isMetastream(stream) && (isAll || isRead(stream)))]
}

async function textOf(remote: Remote, path: string): Promise<string> {
  const response = await remote.ask('GET', path, { headers: { Accept: 'application/json' } })
  return response.ok ? spelled(await response.text()) : `${response.status} ${response.statusText}`
}

interface ListedGroup {
  readonly eventStreamId: string
  readonly groupName: string
}

async function groupsIn(remote: Remote): Promise<Named> {
  const listed = await remote.ask('GET', '/subscriptions', { headers: { Accept: 'application/json' } })
  const groups = (await listIn(
    remote,
    await successOf(listed, `GET ${remote.name}/subscriptions`),
    'GET /subscriptions',
  )) as readonly ListedGroup[]
  const all = new Map(groups.map((group) => [`${group.eventStreamId}::${group.groupName}`, group]))
  return {
    names: new Set(all.keys()),
    partitions: () => Promise.resolve([]),
    facts: async (name) => {
      const { eventStreamId, groupName } = all.get(name)!
      const path = `/subscriptions/${segment(eventStreamId)}/${segment(groupName)}/info`
      const response = await remote.ask('GET', path, { headers: { Accept: 'application/json' } })
      const { config } = (await objectIn(remote, await successOf(response, `GET ${remote.name}${path}`), `GET ${path}`)) as {
        config?: object
      }
      return new Map(Object.entries(config ?? {}).map(([what, value]) => [what, String(value)]))
    },
  }
}
