// Keeps the last exchanges of a store, the source of each answer and the requests that wait for one, and notifies listeners.

import type { Environment } from '../../base/platform/environment.ts'
import type { PlainAnswer, AnswerRequest } from '../../base/answer.ts'

export interface LoggedRequest {
  /** Counts from 1; entries that were pushed out keep theirs. */
  readonly id: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: readonly (readonly [name: string, value: string])[]
  readonly requestBody: string
  /** The body itself, where it is no UTF-8 and the text shows U+FFFD instead. */
  readonly requestBytes?: Uint8Array
  /** Milliseconds since 1970 on the store's clock. */
  readonly started: number
}

export interface LoggedExchange extends LoggedRequest {
  /** Real milliseconds until the answer was there; those of the clock where runs repeat. */
  readonly milliseconds: number
  readonly outcome: ExchangeOutcome
  /** The source of the answer: the store, or the fault rule with this name. */
  readonly answeredBy: 'store' | { readonly fault: string }
}

export type ExchangeOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: string
      /** The body itself, where it is no UTF-8. */
      readonly bytes?: Uint8Array
    }
  /** The client got a network error: the connection was dropped, or strict CORS refused the request for this reason. */
  | { readonly kind: 'dropped'; readonly refusal?: string }
  /** The client gave up before there was an answer. */
  | { readonly kind: 'aborted' }
  /** The environment is broken: `store.fetch` rejected. */
  | { readonly kind: 'failed'; readonly error: string }

export interface RequestLog {
  /** Oldest first. */
  readonly entries: readonly LoggedExchange[]
  /**
   * How many exchanges it keeps, at first the option `requestLog`; fewer where their bodies have more than 50 million characters together.
   * With 0 it keeps none, and bodies are not copied for it.
   */
  size: number
  /** Requests without an answer yet, for example long polls, oldest first. */
  readonly pending: readonly LoggedRequest[]
  /**
   * Calls back after every exchange.
   *
   * @param onStart called when a request arrives.
   * @returns a function that stops the calls.
   */
  subscribe(listener: (exchange: LoggedExchange) => void, onStart?: (request: LoggedRequest) => void): () => void
  clear(): void
}

/** Characters of all bodies: pages of feeds are long, and the whole log has to fit into one text for who reads it. */
const mostCharacters = 50_000_000

/** The last exchanges: so many, and the newest of them whose bodies are not too long together. The newest one is there in any case. */
class KeptExchanges {
  entries: readonly LoggedExchange[] = []
  #characters = 0

  add(exchange: LoggedExchange, size: number): void {
    this.entries = [...this.entries, exchange]
    this.#characters += charactersOf(exchange)
    this.trim(size)
  }

  trim(size: number): void {
    const most = Math.max(size, 0)
    let from = 0
    while (this.entries.length - from > most || (this.#characters > mostCharacters && this.entries.length - from > 1))
      this.#characters -= charactersOf(this.entries[from++]!)
    if (from > 0) this.entries = this.entries.slice(from)
  }
}

const charactersOf = ({ requestBody, outcome }: LoggedExchange): number =>
  requestBody.length + (outcome.kind === 'answered' ? outcome.body.length : 0)

/** The log, and what fills it. */
export interface LoggedAnswers {
  readonly log: RequestLog
  readonly answer: AnswerRequest
  /**
   * Notes a request that something else answers, without bodies.
   *
   * @param describe called only if the log keeps it.
   * @returns a function for its end; `fault` names the rule behind it.
   */
  readonly note: (describe: () => NotedRequest) => (outcome: ExchangeOutcome, fault?: string) => void
}

export type NotedRequest = Pick<LoggedRequest, 'method' | 'url' | 'requestHeaders'>

/**
 * @param size of the log at first.
 * @returns the log, and the answers that fill it.
 */
export function logRequests(
  answer: AnswerRequest,
  size: number,
  { now, report, isRepeatable }: Pick<Environment, 'now' | 'report' | 'isRepeatable'>,
): LoggedAnswers {
  // Real durations would differ from run to run.
  const stopwatch = isRepeatable ? now : () => performance.now()
  const kept = new KeptExchanges()
  const listeners = new Set<(exchange: LoggedExchange) => void>()
  const startListeners = new Set<(request: LoggedRequest) => void>()
  const pending = new Map<number, LoggedRequest>()
  let count = 0

  /** An error of a listener is not one of the request, which is answered all the same. */
  const tell = <News>(listeners: ReadonlySet<(news: News) => void>, news: News): void => {
    for (const listener of listeners) {
      try {
        listener(news)
      } catch (error) {
        report(error)
      }
    }
  }
  const begin = (request: LoggedRequest): void => {
    pending.set(request.id, request)
    tell(startListeners, request)
  }
  const remember = (exchange: LoggedExchange): void => {
    pending.delete(exchange.id)
    kept.add(exchange, size)
    tell(listeners, exchange)
  }

  const log: RequestLog = {
    get entries() {
      return kept.entries
    },
    get size() {
      return size
    },
    set size(most) {
      size = most
      kept.trim(most)
    },
    get pending() {
      return [...pending.values()]
    },
    subscribe(listener, onStart) {
      listeners.add(listener)
      if (onStart) startListeners.add(onStart)
      return () => {
        listeners.delete(listener)
        if (onStart) startListeners.delete(onStart)
      }
    },
    clear() {
      kept.trim(0)
    },
  }

  const logged: AnswerRequest = async (request) => {
    const id = ++count
    const started = now()
    const begun = stopwatch()
    const posted = request.body === null ? noBody : bodyOf(new Uint8Array(await request.clone().arrayBuffer()))
    const sent: LoggedRequest = {
      id,
      method: request.method,
      url: request.url,
      requestHeaders: [...request.headers],
      requestBody: posted.text,
      ...(posted.bytes && { requestBytes: posted.bytes }),
      started,
    }
    begin(sent)
    const entry = (outcome: ExchangeOutcome, answeredBy: LoggedExchange['answeredBy']): LoggedExchange => ({
      ...sent,
      milliseconds: stopwatch() - begun,
      outcome,
      answeredBy,
    })
    try {
      const answered = await answer(request)
      remember(entry(outcomeOf(answered), answered.fault === undefined ? 'store' : { fault: answered.fault }))
      return answered
    } catch (error) {
      const isAborted = request.signal.aborted && error === request.signal.reason
      remember(entry(isAborted ? { kind: 'aborted' } : { kind: 'failed', error: String(error) }, 'store'))
      throw error
    }
  }
  const note: LoggedAnswers['note'] = (describe) => {
    if (size === 0) return () => undefined
    const sent: LoggedRequest = { ...describe(), id: ++count, requestBody: '', started: now() }
    const begun = stopwatch()
    begin(sent)
    return (outcome, fault) => {
      remember({ ...sent, milliseconds: stopwatch() - begun, outcome, answeredBy: fault === undefined ? 'store' : { fault } })
    }
  }
  return { log, answer: (request) => (size > 0 ? logged(request) : answer(request)), note }
}

function outcomeOf(answer: PlainAnswer): ExchangeOutcome {
  if (answer.kind === 'dropped') return { kind: 'dropped', ...(answer.refusal !== undefined && { refusal: answer.refusal }) }
  const { status, statusText, headers, body } = answer
  const { text, bytes } = body ? bodyOf(body) : noBody
  return { kind: 'answered', status, statusText, headers, body: text, ...(bytes && { bytes }) }
}

interface Body {
  readonly text: string
  readonly bytes?: Uint8Array
}

const noBody: Body = { text: '' }
const lossy = new TextDecoder()
const exact = new TextDecoder('utf-8', { fatal: true })

function bodyOf(bytes: Uint8Array): Body {
  try {
    return { text: exact.decode(bytes) }
  } catch {
    return { text: lossy.decode(bytes), bytes }
  }
}
