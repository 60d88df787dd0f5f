// Shortcuts for tests and demos: each appends, reads, creates a projection or reads a state in one call, as requests to the store.

import { projectionPath, search, streamPath } from '../base/paths.ts'
import type { QueryProblem } from './observe/query-problem.ts'
import { printQueryProblem } from './observe/query-problem.ts'
import type { ScenarioMode } from './scenario/scenario.ts'
import type { AnyEvents, EventIn, EventOf, NewEventIn } from './typed-events.ts'
import { valueOf } from './live/values.ts'

type ExpectedVersion = number | 'any' | 'no-stream' | 'stream-exists'

export interface AppendOptions {
  /** The number of the stream's last event, or whether the stream must be new or exist. Default: `any`. */
  readonly expectedVersion?: ExpectedVersion
}

export interface ReadOptions {
  /** Number of the first event. Default: 0. */
  readonly from?: number
  /** Maximum number of events. Default: all. */
  readonly limit?: number
}

export interface ProjectOptions {
  /** Default: `continuous`. */
  readonly mode?: ScenarioMode
  /** Default: true for continuous projections, otherwise false. */
  readonly emit?: boolean
  /** Whether a one-time projection writes checkpoints. Default: false. */
  readonly checkpoints?: boolean
  /** Whether the projection records the names of the streams it emits to. Default: false. */
  readonly track?: boolean
  /** Default: true. */
  readonly enabled?: boolean
  /** The server's engine that runs it; 2 is that of KurrentDB 26, for new continuous projections. Default: 1. */
  readonly engine?: 1 | 2
}

/**
 * Each rejects with a `RefusedRequest` where the store refuses the request.
 *
 * @typeParam Events the data of each type of event, for `append` and `read`; not checked at run time.
 */
export interface Shortcuts<Events extends object = AnyEvents> {
  /** Appends one event or several at once. @returns the numbers of the first and the last one. */
  append<T = unknown>(
    stream: string,
    events: NewEventIn<Events, T> | readonly NewEventIn<Events, T>[],
    options?: AppendOptions,
  ): Promise<{ readonly first: number; readonly last: number }>
  /** Reads the events of a stream in their order, with links resolved; none if there is no such stream. */
  read<T = unknown>(stream: string, options?: ReadOptions): Promise<EventIn<Events, T>[]>
  /** Creates a projection, or replaces the query of the one with this name; a query that cannot run leaves it faulted. */
  project(name: string, query: string, options?: ProjectOptions): Promise<void>
  /**
   * Reads the current state of a projection, or of one of its partitions; `settled()` waits until it has handled everything.
   *
   * @returns the parsed JSON, the text where the state is none; undefined if there is none yet.
   * @throws RefusedRequest, with the reason of the fault where the projection is faulted.
   */
  state<T = unknown>(name: string, partition?: string): Promise<T | undefined>
}

/** The store refused the request of a shortcut. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: number
  readonly reason: string
  readonly body: string

  /** @param because the cause of the refusal, a sentence that begins the message. */
  constructor(request: string, { status, statusText }: Response, body: string, because?: string) {
    const answered = `${request} was answered ${status} ${statusText}${body === '' ? '.' : `: ${body}`}`
    super(because === undefined ? answered : `${because}\n${answered}`)
    this.status = status
    this.reason = statusText
    this.body = body
  }
}

const versions = { any: -2, 'no-stream': -1, 'stream-exists': -4 } as const

/** Events per page. */
const pageSize = 500

export interface ShortcutParts {
  /** Answers requests to any origin, in the name of an administrator. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Precedes every path; without a slash at the end. */
  readonly basePath: string
  /** Resolves when the store can answer; ids are made after that, so that a repeatable run makes the same ones. */
  readonly open: () => Promise<void>
  readonly uuid: () => string
  /** Why a projection is faulted; undefined while it is not. */
  readonly fault: (projection: string) => Promise<QueryProblem | undefined>
}

export function createShortcuts(parts: ShortcutParts): Shortcuts {
  const { open, uuid } = parts
  const requests = new ShortcutRequests(parts)
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
      const first = await requests.append(stream, posted, expectedVersion)
      return { first, last: first + list.length - 1 }
    },

    async read<T>(stream: string, { from = 0, limit = Number.POSITIVE_INFINITY }: ReadOptions = {}) {
      const found: EventOf<T>[] = []
      for (let next = from; found.length < limit;) {
        const size = Math.min(pageSize, limit - found.length)
        const read = await requests.page(stream, next, size)
        if (!read) break
        // A link whose event is missing has nothing to show.
        const entries = read.entries.toReversed().filter(({ eventId }) => eventId !== undefined)
        for (const entry of entries) found.push(await requests.event<T>(entry))
        // The pages of a stream that hides more events than it has have no end, but they lead nowhere.
        const newer = numberOfNewer(read)
        if (read.headOfStream || newer <= next) break
        next = newer
      }
      return found
    },

    project: (name, query, options) => requests.project(name, query, options),
    state: (name, partition) => requests.state(name, partition),
  }
}

/** Sends the requests that the shortcuts stand for. */
class ShortcutRequests {
  readonly #parts: ShortcutParts

  constructor(parts: ShortcutParts) {
    this.#parts = parts
  }

  /** @returns the number of the first event. */
  async append(stream: string, events: readonly object[], expected: ExpectedVersion): Promise<number> {
    const version = typeof expected === 'number' ? expected : versions[expected]
    const path = streamPath(stream)
    const headers = { 'Content-Type': 'application/vnd.eventstore.events+json', 'ES-ExpectedVersion': String(version) }
    const response = await this.#ask('POST', path, headers, JSON.stringify(events))
    if (response.status !== 201) return await refuse(`POST ${path}`, response, wrongVersion(stream, expected, response))
    return Number(response.headers.get('Location')?.split('/').at(-1))
  }

  /** @returns undefined if there is no such stream. */
  async page(stream: string, from: number, count: number): Promise<Page | undefined> {
    const path = `${streamPath(stream)}/${from}/forward/${count}`
    const response = await this.#ask('GET', `${path}?embed=body`, { Accept: 'application/vnd.eventstore.atom+json' })
    if (response.status === 404) return undefined
    return response.ok ? ((await response.json()) as Page) : await refuse(`GET ${path}`, response)
  }

  async event<T>(entry: PageEntry): Promise<EventOf<T>> {
    return {
      stream: entry.streamId!,
      number: entry.eventNumber!,
      id: entry.eventId!,
      type: entry.eventType!,
      data: (entry.isJson ? valueOf(entry.data ?? '') : await this.#rawText(entry)) as T,
      metadata: valueOf(entry.metaData ?? ''),
      at: entry.updated,
    }
  }

  async project(name: string, query: string, options: ProjectOptions = {}): Promise<void> {
    const { mode = 'continuous', checkpoints = false, track = false, enabled = true, engine } = options
    const emit = options.emit ?? mode === 'continuous'
    const flags = {
      name,
      type: 'JS',
      emit,
      checkpoints,
      trackemittedstreams: track,
      enabled,
      ...(engine && { engineversion: String(engine) }),
    }
    const headers = { 'Content-Type': 'text/plain' }
    const created = await this.#ask('POST', `/projections/${mode.replace('-', '')}?${search(flags)}`, headers, query)
    if (created.status !== 409) return created.ok ? undefined : await refuse(`POST /projections/${mode}`, created)
    const path = `${projectionPath(name)}/query`
    const changed = await this.#ask('PUT', `${path}?${search({ emit, trackemittedstreams: track })}`, headers, query)
    return changed.ok ? undefined : await refuse(`PUT ${path}`, changed)
  }

  async state<T>(name: string, partition = ''): Promise<T | undefined> {
    const path = `${projectionPath(name)}/state`
    const response = await this.#ask('GET', partition === '' ? path : `${path}?${search({ partition })}`)
    if (!response.ok) return await refuse(`GET ${path}`, response, await this.#causeOf(name, response))
    // A state that is a text has no quotes.
    return valueOf(await response.text()) as T | undefined
  }

  #ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
    const { fetch, basePath } = this.#parts
    return fetch(new Request(`http://store${basePath}${path}`, { method, headers, body }))
  }

  /** Feeds leave out data that are not JSON. */
  async #rawText({ streamId, eventNumber }: PageEntry): Promise<string | undefined> {
    const path = `${streamPath(streamId!)}/${eventNumber}`
    const response = await this.#ask('GET', path, { Accept: 'application/octet-stream' })
    return response.ok ? (await response.text()) || undefined : await refuse(`GET ${path}`, response)
  }

  /** The response has no reason: a server's clients see a time-out where a projection has no running core. */
  async #causeOf(name: string, { status }: Response): Promise<string | undefined> {
    if (status === 404) return `There is no projection "${name}".`
    const problem = await this.#parts.fault(name)
    return problem && `The projection "${name}" is faulted: ${printQueryProblem(problem)}`
  }
}

const refuse = async (request: string, response: Response, because?: string): Promise<never> => {
  throw new RefusedRequest(request, response, await response.text(), because)
}

/** Where another writer was first: the version of the stream, which the server tells in a header. */
function wrongVersion(stream: string, expected: ExpectedVersion, { headers }: Response): string | undefined {
  const current = headers.get('ES-CurrentVersion')
  if (current === null) return undefined
  return `The stream "${stream}" ${current === '-1' ? 'has no event' : `is at version ${current}`}, and the expected version is ${expected}.`
}

interface Page {
  readonly headOfStream: boolean
  /** Newest first. */
  readonly entries: readonly PageEntry[]
  readonly links: readonly { readonly uri: string; readonly relation: string }[]
}

/** Where the page of newer events begins; -1 without one. */
function numberOfNewer({ links }: Page): number {
  const uri = links.find(({ relation }) => relation === 'previous')?.uri
  return Number(uri?.split('/').at(-3) ?? -1)
}

/** A broken link lacks the members that are optional here. */
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

/** `Array.isArray` does not narrow read-only lists. */
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/** A server silently drops numbers and booleans in a list of events (streams-http §8.4). */
function storable(content: unknown): unknown {
  if (content === undefined || typeof content === 'string' || (typeof content === 'object' && content !== null)) return content
  throw new TypeError(
    `The data and metadata of an event are objects, lists or texts, not ${typeof content === 'object' ? 'null' : typeof content}.`,
  )
}
