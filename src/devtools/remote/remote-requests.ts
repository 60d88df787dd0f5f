// The request log of a served store, as its control routes tell it: without credentials, and bodies as text.

import type { ExchangeOutcome, LoggedExchange, LoggedRequest, RequestLog } from '../../engine/observe/request-log.ts'
import { singleFlight } from '../../playground/model/timing/single-flight.ts'
import type { ControlClient } from './control-client.ts'
import { queryOf } from './control-client.ts'
import type { loggedRequest, pendingRequest } from '../../control/logged-request.ts'

/** As many as the server keeps at most. */
const most = 1000

type PrintedRequest = ReturnType<typeof pendingRequest>
type PrintedExchange = ReturnType<typeof loggedRequest>

interface PrintedLog {
  readonly requests: readonly PrintedExchange[]
  /** Id of the oldest that the server keeps. */
  readonly first?: number
  readonly pending: readonly PrintedRequest[]
}

export class RemoteRequests implements RequestLog {
  readonly #control: ControlClient
  readonly #listeners = new Set<(exchange: LoggedExchange) => void>()
  readonly #startListeners = new Set<(request: LoggedRequest) => void>()
  entries: readonly LoggedExchange[] = []
  pending: readonly LoggedRequest[] = []
  #asksForAll = false
  /** The server decides. */
  size = most

  constructor(control: ControlClient) {
    this.#control = control
  }

  subscribe(listener: (exchange: LoggedExchange) => void, onStart?: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener)
    if (onStart) this.#startListeners.add(onStart)
    return () => {
      this.#listeners.delete(listener)
      if (onStart) this.#startListeners.delete(onStart)
    }
  }

  clear(): void {
    this.entries = []
    void this.#control.send('DELETE', '/requests').catch(() => undefined)
  }

  /** @param isWhole whether to ask for all, which may be long: a server that was started again counts anew. */
  refresh(isWhole: boolean): Promise<void> {
    this.#asksForAll ||= isWhole
    return this.#look()
  }

  readonly #look = singleFlight(async () => {
    const asksForAll = this.#asksForAll
    this.#asksForAll = false
    this.#take(await this.#ask(asksForAll ? 0 : (this.entries.at(-1)?.id ?? 0)), asksForAll ? [] : this.entries)
  })

  #ask(after: number): Promise<PrintedLog> {
    return this.#control.get<PrintedLog>(`/requests${queryOf({ after })}`)
  }

  #take({ requests, first = Number.POSITIVE_INFINITY, pending }: PrintedLog, before: readonly LoggedExchange[]): void {
    const answered = requests.map(exchangeOf)
    const known = new Set(this.pending.map(({ id }) => id))
    // Others are forgotten there: there are too many, or a client has cleared the log.
    this.entries = [...before, ...answered].filter(({ id }) => id >= first)
    this.pending = pending.map(requestOf)
    for (const request of this.pending.filter(({ id }) => !known.has(id))) for (const listener of this.#startListeners) listener(request)
    for (const exchange of answered) for (const listener of this.#listeners) listener(exchange)
  }
}

const requestOf = ({ id, method, url, started, headers, body }: PrintedRequest): LoggedRequest => ({
  id,
  method,
  url,
  requestHeaders: Object.entries(headers),
  requestBody: body,
  started: Date.parse(started),
})

const exchangeOf = (printed: PrintedExchange): LoggedExchange => ({
  ...requestOf(printed),
  milliseconds: printed.milliseconds,
  outcome: outcomeOf(printed),
  answeredBy: printed.answeredBy === 'store' ? 'store' : { fault: printed.answeredBy },
})

function outcomeOf({ outcome, response, error }: PrintedExchange): ExchangeOutcome {
  switch (outcome) {
    case 'answered': {
      const { status, reason, headers, body } = response!
      return { kind: 'answered', status, statusText: reason, headers: Object.entries(headers), body }
    }
    case 'dropped':
      return { kind: 'dropped', ...(error !== undefined && { refusal: error }) }
    case 'aborted':
      return { kind: 'aborted' }
    case 'failed':
      return { kind: 'failed', error: error ?? '' }
  }
}
