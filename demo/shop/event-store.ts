// A minimal HTTP client of an event store, as any front end would write it with fetch.

export interface NewEvent {
  readonly type: string
  readonly data: unknown
}

export interface StoredEvent {
  readonly stream: string
  readonly number: number
  readonly type: string
  /** Undefined if the event has no JSON data. */
  readonly data: unknown
  /** ISO 8601, as the store prints it. */
  readonly updated: string
}

/** The store refused the request: another writer was faster, or the request was invalid. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface EventStoreOptions {
  readonly baseUrl: string
  readonly login: string
  readonly password: string
}

export type EventStore = ReturnType<typeof connect>

const feedType = 'application/vnd.kurrent.atom+json'
const batchType = 'application/vnd.kurrent.events+json'

export function connect({ baseUrl, login, password }: EventStoreOptions) {
  const authorization = `Basic ${btoa(`${login}:${password}`)}`

  const send = (method: string, path: string, headers: Record<string, string> = {}, rest: RequestInit = {}): Promise<Response> =>
    fetch(`${baseUrl}${path}`, { ...rest, method, headers: { authorization, ...headers } })

  async function must(response: Response, ...statuses: number[]): Promise<Response> {
    if (statuses.includes(response.status)) return response
    throw new Refused(response.status, `${response.status} ${response.statusText} ${await response.text()}`.trim())
  }

  const readPage = async (path: string, headers: Record<string, string> = {}, rest: RequestInit = {}): Promise<StoredEvent[]> => {
    const response = await send('GET', `${path}?embed=body`, { accept: feedType, ...headers }, rest)
    if (response.status === 404) return []
    const { entries } = (await (await must(response, 200)).json()) as { entries: Entry[] }
    return entries.filter((entry) => entry.eventType !== undefined).map(readEntry)
  }

  return {
    /** Writes the events as one batch. @param expected the number of the stream's last event; -1 for a new stream. */
    async append(stream: string, events: readonly NewEvent[], expected: number): Promise<void> {
      const batch = events.map(({ type, data }) => ({ eventId: crypto.randomUUID(), eventType: type, data }))
      const headers = { 'content-type': batchType, 'kurrent-expectedversion': String(expected) }
      await must(await send('POST', `/streams/${encodeURIComponent(stream)}`, headers, { body: JSON.stringify(batch) }), 201)
    },

    /** The last events of a stream, newest first; empty if the stream does not exist. */
    readLast: (stream: string, count: number): Promise<StoredEvent[]> =>
      readPage(`/streams/${encodeURIComponent(stream)}/head/backward/${count}`),

    /** Events from a number on, newest first. Without any, waits for one up to the given seconds. */
    readNext: (stream: string, from: number, { seconds, signal }: Wait): Promise<StoredEvent[]> =>
      readPage(`/streams/${encodeURIComponent(stream)}/${from}/forward/100`, { 'kurrent-longpoll': String(seconds) }, { signal }),

    /** Creates a continuous projection, or updates the query of an existing one. */
    async ensureProjection(name: string, query: string): Promise<void> {
      const type = { 'content-type': 'application/json' }
      const path = `/projection/${encodeURIComponent(name)}`
      const listed = await must(await send('GET', '/projections/continuous'), 200)
      const { projections } = (await listed.json()) as { projections: readonly { readonly name: string }[] }
      const isThere = projections.some((each) => each.name === name)
      const created =
        !isThere &&
        (await send('POST', `/projections/continuous?name=${encodeURIComponent(name)}&emit=no&enabled=yes`, type, { body: query }))
      // Refused with 409 where another tab was faster.
      if (created && created.status !== 409) return void (await must(created, 201))
      const current = await must(await send('GET', `${path}/query`), 200)
      if ((await current.text()) !== query) await must(await send('PUT', `${path}/query`, type, { body: query }), 200)
    },
  }
}

export interface Wait {
  readonly seconds: number
  readonly signal: AbortSignal
}

interface Entry {
  readonly eventType?: string
  readonly eventNumber: number
  readonly streamId: string
  readonly data?: string | null
  readonly isJson: boolean
  readonly updated: string
}

const readEntry = ({ streamId, eventNumber, eventType, data, isJson, updated }: Entry): StoredEvent => ({
  stream: streamId,
  number: eventNumber,
  type: eventType ?? '',
  data: isJson && data ? JSON.parse(data) : undefined,
  updated,
})
