// Short cuts for tests and demos: append, read, project and look at states in one call each, as requests to the store.

import { projectionPath, search, streamPath } from './paths.ts'
import type { QueryProblem } from './observe/query-problem.ts'
import { printQueryProblem } from './observe/query-problem.ts'
import type { ScenarioMode } from './scenario/scenario.ts'
import type { AnyEvents, EventIn, EventOf, NewEventIn } from './typed-events.ts'

export interface AppendOptions {
  /** Number of the stream's last event, or what it must be: new, there, or whatever it is. Default: `any`. */
  readonly expectedVersion?: number | 'any' | 'no-stream' | 'stream-exists'
}

export interface ReadOptions {
  /** Number of the first event. Default: 0. */
  readonly from?: number
  /** At most so many events. Default: all. */
  readonly limit?: number
}

export interface ProjectOptions {
  /** Default: `continuous`. */
  readonly mode?: ScenarioMode
  /** Default: true for continuous projections, otherwise false. */
  readonly emit?: boolean
  /** Of one-time projections. Default: false. */
  readonly checkpoints?: boolean
  /** Whether the names of streams that it emits to are recorded. Default: false. */
  readonly track?: boolean
  /** Default: true. */
  readonly enabled?: boolean
}

/**
 * All of them reject with a `RefusedRequest` where the store answers otherwise than they can tell.
 *
 * @typeParam Events the data of each type of event, for `append` and `read`. They are believed and not looked at.
 */
export interface Shortcuts<Events extends object = AnyEvents> {
  /** Appends one event or several at once. @returns the numbers that the first and the last one have. */
  append<T = unknown>(
    stream: string,
    events: NewEventIn<Events, T> | readonly NewEventIn<Events, T>[],
    options?: AppendOptions,
  ): Promise<{ readonly first: number; readonly last: number }>
  /** Events of a stream in their order, links followed; none where there is no such stream. */
  read<T = unknown>(stream: string, options?: ReadOptions): Promise<EventIn<Events, T>[]>
  /** Creates a projection, or gives the one with this name another query; a query that cannot run leaves it faulted. */
  project(name: string, query: string, options?: ProjectOptions): Promise<void>
  /**
   * The state of a projection, or of one of its partitions, as it stands: `settled()` waits until it has handled everything.
   *
   * @returns undefined where there is none yet.
   * @throws RefusedRequest with the reason of the fault where a fault is why the store has no answer.
   */
  state<T = unknown>(name: string, partition?: string): Promise<T | undefined>
}

/** The store answered a short cut with a refusal. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: number
  readonly reason: string
  readonly body: string

  /** @param because what the refusal follows from, as a sentence; it comes first. */
  constructor(request: string, { status, statusText }: Response, body: string, because?: string) {
    const answered = `${request} was answered ${status} ${statusText}${body === '' ? '.' : `: ${body}`}`
    super(because === undefined ? answered : `${because}\n${answered}`)
    this.status = status
    this.reason = statusText
    this.body = body
  }
}

const versions = { any: -2, 'no-stream': -1, 'stream-exists': -4 } as const

/** Events per page that is read. */
const pageSize = 500

export interface ShortcutParts {
  /** Answers requests to any origin, in the name of an administrator. */
  readonly fetch: (request: Request) => Promise<Response>
  /** In front of every path, without a slash at the end. */
  readonly basePath: string
  /** Resolves when the store can take the next request: before that, ids are not made for it. */
  readonly open: () => Promise<void>
  /** Makes ids. */
  readonly uuid: () => string
  /** Why a projection is faulted; undefined while it is not. */
  readonly fault: (projection: string) => Promise<QueryProblem | undefined>
}

export function createShortcuts({ fetch, basePath, open, uuid, fault }: ShortcutParts): Shortcuts {
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
    fetch(new Request(`http://store${basePath}${path}`, { method, headers, body }))

  const refuse = async (request: string, response: Response, because?: string): Promise<never> => {
    throw new RefusedRequest(request, response, await response.text(), because)
  }

  /** A projection without a core does not answer: clients of a server see a time-out, whatever the reason. */
  const causeOf = async (name: string, { status }: Response): Promise<string | undefined> => {
    if (status === 404) return `There is no projection "${name}".`
    const problem = await fault(name)
    return problem && `The projection "${name}" is faulted: ${printQueryProblem(problem)}`
  }

  /** A page of raw entries, oldest first; undefined where there is no such stream. */
  const page = async (stream: string, from: number, count: number): Promise<Page | undefined> => {
    const path = `${streamPath(stream)}/${from}/forward/${count}`
    const response = await ask('GET', `${path}?embed=body`, { Accept: 'application/vnd.eventstore.atom+json' })
    if (response.status === 404) return undefined
    return response.ok ? ((await response.json()) as Page) : refuse(`GET ${path}`, response)
  }

  /** Feeds leave out what is no JSON. */
  const rawText = async ({ streamId, eventNumber }: PageEntry): Promise<string | undefined> => {
    const path = `${streamPath(streamId!)}/${eventNumber}`
    const response = await ask('GET', path, { Accept: 'application/octet-stream' })
    return response.ok ? (await response.text()) || undefined : refuse(`GET ${path}`, response)
  }

  const eventOf = async <T>(entry: PageEntry): Promise<EventOf<T>> => ({
    stream: entry.streamId!,
    number: entry.eventNumber!,
    id: entry.eventId!,
    type: entry.eventType!,
    data: (entry.isJson ? valueOf(entry.data ?? '') : await rawText(entry)) as T,
    metadata: valueOf(entry.metaData ?? ''),
    at: entry.updated,
  })

  return {
    async append(stream, events, { expectedVersion = 'any' } = {}) {
      await open()
      const list = isList(events) ? events : [events]
      const posted = list.map(({ type, data, metadata, id = uuid() }) => ({
        eventId: id,
        eventType: type,
        data: storable(data),
        metadata: storable(metadata),
      }))
      const version = typeof expectedVersion === 'number' ? expectedVersion : versions[expectedVersion]
      const path = streamPath(stream)
      const headers = { 'Content-Type': 'application/vnd.eventstore.events+json', 'ES-ExpectedVersion': String(version) }
      const response = await ask('POST', path, headers, JSON.stringify(posted))
      if (response.status !== 201) return refuse(`POST ${path}`, response)
      const first = Number(response.headers.get('Location')?.split('/').at(-1))
      return { first, last: first + list.length - 1 }
    },

    async read<T>(stream: string, { from = 0, limit = Number.POSITIVE_INFINITY }: ReadOptions = {}) {
      const found: EventOf<T>[] = []
      for (let next = from; found.length < limit;) {
        const size = Math.min(pageSize, limit - found.length)
        const read = await page(stream, next, size)
        if (!read) break
        // A link that leads nowhere has no event to show.
        const entries = read.entries.toReversed().filter(({ eventId }) => eventId !== undefined)
        for (const entry of entries) found.push(await eventOf<T>(entry))
        if (read.headOfStream) break
        next += size
      }
      return found
    },

    async project(name, query, options = {}) {
      const { mode = 'continuous', checkpoints = false, track = false, enabled = true } = options
      const emit = options.emit ?? mode === 'continuous'
      const flags = { name, type: 'JS', emit, checkpoints, trackemittedstreams: track, enabled }
      const created = await ask('POST', `/projections/${mode.replace('-', '')}?${search(flags)}`, { 'Content-Type': 'text/plain' }, query)
      if (created.status !== 409) return created.ok ? undefined : refuse(`POST /projections/${mode}`, created)
      const path = `${projectionPath(name)}/query`
      const changed = await ask('PUT', `${path}?${search({ emit, trackemittedstreams: track })}`, { 'Content-Type': 'text/plain' }, query)
      return changed.ok ? undefined : refuse(`PUT ${path}`, changed)
    },

    async state(name, partition = '') {
      const path = `${projectionPath(name)}/state`
      const response = await ask('GET', partition === '' ? path : `${path}?${search({ partition })}`)
      if (!response.ok) return refuse(`GET ${path}`, response, await causeOf(name, response))
      const text = await response.text()
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}

interface Page {
  readonly headOfStream: boolean
  /** Newest first. */
  readonly entries: readonly PageEntry[]
}

/** What a broken link has none of may be missing. */
interface PageEntry {
  readonly eventId?: string
  readonly eventType?: string
  readonly eventNumber?: number
  readonly streamId?: string
  readonly data?: string | null
  readonly metaData?: string | null
  readonly isJson?: boolean
  readonly updated: string
}

/** `Array.isArray` forgets what it knows about read-only lists. */
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/** A server keeps nothing of numbers and truth values in a list of events (streams-http §8.4): better to say so. */
function storable(content: unknown): unknown {
  if (content === undefined || typeof content === 'string' || (typeof content === 'object' && content !== null)) return content
  throw new TypeError(
    `The data and metadata of an event are objects, lists or texts, not ${typeof content === 'object' ? 'null' : typeof content}.`,
  )
}

function valueOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
