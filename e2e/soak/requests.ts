// Sends generated requests to a store and checks that each is answered as the server may answer it, and that the store stays whole.

import type { Store } from '../../src/index.ts'
import { createStore } from '../../src/index.ts'
import type { PartOptions, PartReport } from './part.ts'
import { choices } from './random.ts'
import type { GeneratedRequest } from './request-generator.ts'
import { generateRequest, soakedRoutes } from './request-generator.ts'
import { serverErrors } from './server-errors.ts'

export interface RequestOptions extends PartOptions {
  readonly requests: number
}

export interface RequestFigures {
  readonly sent: number
  /** Requests that no client can build: forbidden methods and header values. */
  readonly unbuilt: number
  readonly statuses: ReadonlyMap<number, number>
  /** How often each kind of 500 was given. */
  readonly errors: ReadonlyMap<string, number>
  readonly streams: number
  readonly faults: readonly string[]
}

/** Requests to one store: then the next one begins, so that what they write stays small. */
const requestsPerStore = 2000
/** Requests under way at once. */
const beside = 8
/** Milliseconds in which each is answered: on a busy machine a thread for a query alone may take half a minute to start. */
const patience = 120_000
const mostFaults = 20

export async function soakRequests({ requests, seed, until, say }: RequestOptions): Promise<RequestFigures> {
  const random = choices(seed)
  const run = new RequestRun()
  for (let left = requests; left > 0 && Date.now() < until && run.faults.length < mostFaults; left -= requestsPerStore) {
    await run.onStore(random.below(2 ** 31), Math.min(left, requestsPerStore))
    if (requests > requestsPerStore) say(`${run.sent} requests, ${run.errors.size} kinds of 500, ${run.faults.length} faults`)
  }
  return run
}

class RequestRun implements RequestFigures {
  sent = 0
  unbuilt = 0
  streams = 0
  readonly statuses = new Map<number, number>()
  readonly errors = new Map<string, number>()
  readonly faults: string[] = []
  readonly #routes = soakedRoutes()

  async onStore(seed: number, requests: number): Promise<void> {
    const random = choices(seed)
    const prototypes = prototypeNames()
    const tell = (error: unknown): void => void this.faults.push(`seed ${seed}: unhandled or reported: ${withCause(error)}`)
    process.on('unhandledRejection', tell)
    const store = createStore({ environment: { report: tell, log: () => undefined } })
    try {
      for (let left = requests; left > 0; left -= beside) {
        const some = Array.from({ length: Math.min(left, beside) }, () => generateRequest(random, this.#routes))
        await Promise.all(some.map((request) => this.#send(store, request)))
      }
      await this.#checkStreams(store, seed)
      if (prototypeNames() !== prototypes) this.faults.push(`seed ${seed}: prototypes have changed`)
    } finally {
      await store.close()
      process.off('unhandledRejection', tell)
    }
  }

  async #send(store: Store, generated: GeneratedRequest): Promise<void> {
    const request = build(generated)
    if (!request) return void (this.unbuilt += 1)
    this.sent += 1
    const shown = `${generated.method} ${generated.path.slice(0, 200)} ${JSON.stringify(generated.headers)}`
    try {
      const response = await answered(store.fetch(request))
      const body = await response.text()
      this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1)
      if (response.status < 500) return
      const error = serverErrors.find(({ isGiven }) => isGiven(generated, response.statusText, body))
      if (response.status === 500 && error) this.errors.set(error.kind, (this.errors.get(error.kind) ?? 0) + 1)
      else this.faults.push(`${shown}: ${response.status} ${response.statusText} ${body.slice(0, 100)}`)
    } catch (error) {
      this.faults.push(`${shown}: ${String(error)}`)
    }
  }

  /** The numbers of each stream begin at 0 and follow each other, those of events that a scavenge dropped among them. */
  async #checkStreams(store: Store, seed: number): Promise<void> {
    const { events, dropped } = await store.snapshot()
    const places: readonly { readonly stream: string; readonly number: number }[] = [
      // A tombstone has the largest number there is.
      ...events.filter(({ type }) => type !== '$streamDeleted'),
      ...dropped,
    ]
    for (const [stream, of] of Map.groupBy(places, (place) => place.stream)) {
      this.streams += 1
      const numbers = of.map(({ number }) => number).toSorted((one, other) => one - other)
      if (numbers.some((number, index) => number !== index)) this.faults.push(`seed ${seed}: the numbers of ${stream} have a gap`)
    }
  }
}

const withCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? `${String(error)} (${error.cause.message})` : String(error)

/** @returns undefined if no client can send such a request. */
function build({ method, path, headers, body }: GeneratedRequest): Request | undefined {
  try {
    return new Request(`http://localhost:2113${path}`, { method, headers, ...(body !== undefined && { body }) })
  } catch {
    return undefined
  }
}

async function answered(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error('not answered')), patience)))
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The members of prototypes, which requests could pollute. */
const prototypeNames = (): string =>
  [Object, Array, Function, String, Map, Request, Response, Headers, URL]
    .map(({ prototype }) => Object.getOwnPropertyNames(prototype).join())
    .join(' ')

/** The tables of the document. */
export const requestReport = ({ sent, unbuilt, statuses, errors, streams, faults }: RequestFigures): PartReport => ({
  faults,
  tables: {
    requests: {
      head: ['Requests', 'Times'],
      rows: [
        ['sent and answered', sent],
        ['not sent, because no client can build them', unbuilt],
        ...[...statuses]
          .toSorted(([one], [other]) => one - other)
          .map(([status, times]): [string, number] => [`answered ${status}`, times]),
        ['streams whose numbers were followed without a gap', streams],
        ['unanswered, answered with another 500, rejections unhandled, prototypes changed, numbers with gaps', faults.length],
      ],
    },
    'server-errors': {
      head: ['Kind of 500 that the server gives', 'Rule', 'Times'],
      rows: serverErrors.map(({ kind, rule }) => [kind, rule, errors.get(kind) ?? 0]),
    },
  },
})
