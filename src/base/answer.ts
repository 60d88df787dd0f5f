// What a store answers, as plain data, and the platform's Response that pages get of it.

export type PlainAnswer = Answered | Dropped

export interface Answered {
  readonly kind: 'answered'
  readonly status: number
  /** Empty for the usual phrase of the status. */
  readonly statusText: string
  /** With names in lower case, sorted, as a Response lists them. */
  readonly headers: readonly AnswerHeader[]
  /** Undefined where there is none: some statuses allow not even an empty one. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** Name of the fault rule that answered in place of the store. */
  readonly fault?: string
}

/** The client gets a network error. */
export interface Dropped {
  readonly kind: 'dropped'
  readonly fault?: string
  /** Why strict CORS refused the request, which a page is not told. */
  readonly refusal?: string
}

export type AnswerHeader = readonly [name: string, value: string]

export type AnswerRequest = (request: Request) => Promise<PlainAnswer>

export const headerOf = ({ headers }: Answered, name: string): string | null => headers.find(([other]) => other === name)?.[1] ?? null

/** @param headers by their names in lower case. */
export const sortedHeaders = (headers: Readonly<Record<string, string>>): readonly AnswerHeader[] =>
  Object.keys(headers)
    .toSorted()
    .map((name) => [name, headers[name]!])

export function toResponse(answer: PlainAnswer): Response {
  if (answer.kind === 'dropped') return Response.error()
  const { status, statusText, headers, body = null } = answer
  const response = new Response(body, { status, statusText })
  // Node's constructor takes half a microsecond longer for a list of pairs.
  for (const [name, value] of headers) response.headers.append(name, value)
  return response
}

/** Reads the whole body. */
export async function fromResponse(response: Response): Promise<PlainAnswer> {
  if (response.type === 'error') return { kind: 'dropped' }
  const { status, statusText, headers } = response
  const body = response.body === null ? undefined : new Uint8Array(await response.arrayBuffer())
  return { kind: 'answered', status, statusText, headers: [...headers], body }
}

/** What a host writes to a socket: plain answers of stores, responses of what lies around them. */
export type AnswerOrRespond = (request: Request) => Promise<PlainAnswer | Response>

/** The plain answers behind fetch functions. */
const plain = new WeakMap<AnswerOrRespond, AnswerRequest>()

export function respondWith(answer: AnswerRequest): (request: Request) => Promise<Response> {
  const fetch = async (request: Request): Promise<Response> => toResponse(await answer(request))
  plain.set(fetch, answer)
  return fetch
}

/** The answers before they become responses, where they are a store's own: that saves a third of the time of a page over a port. */
export const plainly = (fetch: AnswerOrRespond): AnswerOrRespond => plain.get(fetch) ?? fetch
