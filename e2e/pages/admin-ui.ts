// Sends the requests of the official administration pages, in their order and at their pace; shows nothing, remembers every exchange.

/** One request and its outcome. Times are milliseconds of the page's clock. */
export interface AdminExchange {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly started: number
  /** Undefined while the answer is still to come. */
  ended?: number
  status?: number
  body?: string
  /** `ES-Position`: where the debugger starts. */
  position?: string | null
}

export interface AdminRequest {
  readonly method?: string
  readonly path: string
  /** Default: `application/json`, as on nearly all of the pages. */
  readonly accept?: string
  /** Default: `application/json;charset=UTF-8`, as on all pages that name no other. */
  readonly type?: string
  readonly eventType?: string
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: unknown
}

/** The pages that poll: the requests of each, and the pause of each request after an answer. */
const polledPages = {
  dashboard: [
    { path: '/stats', rest: 1000 },
    { path: '/stats/tcp', rest: 1000 },
  ],
  projections: [{ path: '/projections/all-non-transient', rest: 2000 }],
  projection: [
    { path: '/projection/$by_category/statistics', rest: 1000 },
    { path: '/projection/$by_category/state', rest: 1000 },
    { path: '/projection/$by_category/query?config=yes', rest: 1000 },
    { path: '/projection/$by_category/result', rest: 1000 },
  ],
  queries: [{ path: '/projections/any', rest: 2000 }],
  users: [{ path: '/users/', rest: 1000 }],
  subscriptions: [{ path: '/subscriptions', rest: 1000 }],
  admin: [{ path: '/streams/$scavenges?embed=tryharder', rest: 2000 }],
} as const

export type PolledPage = keyof typeof polledPages

/** Seconds that every read of these pages is willing to wait. */
const patience = '5'

export class AdminUi {
  readonly exchanges: AdminExchange[] = []
  readonly base: string
  private credentials = ''
  /** Counts opened and closed pages, so that each can tell whether it is still open. */
  private turn = 0

  constructor(base: string) {
    this.base = base
  }

  /** Keeps the credentials for all further requests, right or wrong, and tries them. */
  signIn(login: string, password: string): Promise<AdminExchange> {
    this.credentials = `Basic ${btoa(`${login}:${password}`)}`
    return this.send({ path: '/info', accept: '*/*' })
  }

  send({ method = 'GET', path, accept = 'application/json', type, eventType, body }: AdminRequest): Promise<AdminExchange> {
    const exchange: AdminExchange = { method, path, started: performance.now() }
    this.exchanges.push(exchange)
    const request = new XMLHttpRequest()
    request.open(method, this.base + path)
    request.setRequestHeader('Accept', accept)
    if (method === 'GET') request.setRequestHeader('ES-LongPoll', patience)
    if (this.credentials) request.setRequestHeader('Authorization', this.credentials)
    if (body !== undefined) request.setRequestHeader('Content-Type', type ?? 'application/json;charset=UTF-8')
    if (eventType) request.setRequestHeader('ES-EventType', eventType)
    return new Promise((answered) => {
      request.addEventListener('loadend', () => {
        const { status, responseText: body } = request
        Object.assign(exchange, { ended: performance.now(), status, body, position: request.getResponseHeader('ES-Position') })
        answered(exchange)
      })
      request.send(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body))
    })
  }

  /** Repeats each request of the page after a pause behind its answer; a failure ends this. */
  open(page: PolledPage): void {
    const turn = ++this.turn
    for (const { path, rest } of polledPages[page]) void this.ask(path, rest, turn)
  }

  /**
   * The page of one stream: read it, wait at the link to new events, read it again. No rest at all: only the server's holding of
   * the second request keeps it from asking as fast as it can.
   */
  async openStream(stream: string): Promise<void> {
    const turn = ++this.turn
    while (this.turn === turn) {
      const { status, body = '' } = await this.send({ path: `/streams/${encodeURIComponent(stream)}?embed=tryharder` })
      if (status !== 200) return
      const { headOfStream, links } = JSON.parse(body) as { headOfStream: boolean; links: { relation: string; uri: string }[] }
      const coming = links.find(({ relation }) => relation === 'previous')
      if (!headOfStream || !coming) return
      await this.send({ path: decodeURIComponent(coming.uri.slice(this.base.length)) })
    }
  }

  /** Sends no more requests; those under way are still answered. */
  close(): void {
    this.turn++
  }

  private async ask(path: string, rest: number, turn: number): Promise<void> {
    while (this.turn === turn) {
      const { status } = await this.send({ path })
      if (status !== 200) return
      await new Promise((rested) => setTimeout(rested, rest))
    }
  }
}

declare global {
  interface Window {
    openAdminUi(base: string): AdminUi
    adminUi: AdminUi
  }
}

window.openAdminUi = (base) => (window.adminUi = new AdminUi(base))
