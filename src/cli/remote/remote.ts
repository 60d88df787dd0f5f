// Sends requests to a server: one place for credentials, unreachable hosts and refusals.

import { isError, isRecord } from '../../base/platform/realms.ts'
import type { Credentials } from './credentials.ts'
import { Failure } from '../failure.ts'

export interface Remote {
  /** The server and its base path, without credentials: the key of stored progress. */
  readonly name: string
  /**
   * @param path behind the server's base path.
   * @throws Failure where the server cannot be reached or refuses the credentials.
   */
  ask(method: string, path: string, options?: Ask): Promise<Response>
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** The server and its base path, without credentials. */
export const remoteName = (url: URL): string => `${url.origin}${url.pathname.replace(/\/+$/, '')}`

/** What a request carries that names its user. */
export const authorizationOf = (user: Credentials | undefined): Readonly<Record<string, string>> =>
  user ? { Authorization: `Basic ${toBase64(`${user.login}:${user.password}`)}` } : {}

/** Milliseconds: servers give up on their own requests much earlier. */
const longestSilence = 30_000

/**
 * @param user undefined sends no credentials.
 * @param patience milliseconds in which an answer has to begin, and to go on.
 */
export function connectTo(url: URL, user: Credentials | undefined, patience = longestSilence): Remote {
  const name = remoteName(url)
  const authorization = authorizationOf(user)
  return {
    name,
    async ask(method, path, { headers, body } = {}) {
      const response = await reach(name, async () => {
        const silence = new Silence(patience)
        const { signal } = silence
        const init: RequestInit = { method, headers: { ...authorization, ...headers }, body, redirect: 'error', signal }
        try {
          return await whole(await fetch(name + path, init), () => silence.broken())
        } finally {
          silence.over()
        }
      })
      if (response.status === 401 || response.status === 403) throw new Failure(refusal(`${name} refuses ${method} ${path}`, user))
      return response
    },
  }
}

/** Ends a request whose server takes it and then says nothing. */
class Silence {
  readonly #patience: number
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(patience: number) {
    this.#patience = patience
    this.broken()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The server has said something: the time begins again. */
  broken(): void {
    this.over()
    const seconds = this.#patience / 1000
    this.#timer = setTimeout(() => this.#controller.abort(new Error(`it has not answered for ${seconds} seconds`)), this.#patience)
  }

  over(): void {
    clearTimeout(this.#timer)
  }
}

/** Read to its end, so that a server that goes away in the middle of an answer is one that cannot be reached. */
async function whole({ status, statusText, headers, body }: Response, onPart: () => void): Promise<Response> {
  onPart()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of body ?? []) {
    onPart()
    parts.push(part)
  }
  return new Response(parts.length === 0 ? null : new Blob(parts), { status, statusText, headers })
}

const toBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** Servers answer a wrong password and missing rights alike. */
const refusal = (what: string, user: Credentials | undefined): string =>
  user === undefined
    ? `${what}: give an administrator's credentials, with --user NAME:PASSWORD or in RILLBOX_USER.`
    : `${what} to "${user.login}": the password is wrong, or this user is no administrator.`

/** @throws Failure where the server cannot be reached. */
export async function reach<Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const cause = isError(error) && isError(error.cause) ? error.cause : error
    const why = isError(cause) ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
    throw new Failure(`${name} cannot be reached: ${why.trim()}.`, { cause: error })
  }
}

/**
 * @param what the request, as in `GET /projections/any`.
 * @param lists members that have to be lists.
 * @returns the object in an answer. @throws Failure where the answer is none, or lacks a list, as those of other servers do.
 */
export async function objectIn(
  { name }: Pick<Remote, 'name'>,
  response: Response,
  what: string,
  lists: readonly string[] = [],
): Promise<object> {
  const document = await valueIn(response)
  if (!isRecord(document)) throw new Failure(`${name} is no event store: ${what} is no JSON object.`)
  for (const list of lists) if (!Array.isArray(document[list])) throw new Failure(`${name} is no event store: ${what} has no "${list}".`)
  return document
}

/** @returns the list in an answer. @throws Failure where the answer is none. */
export async function listIn({ name }: Pick<Remote, 'name'>, response: Response, what: string): Promise<readonly unknown[]> {
  const document = await valueIn(response)
  if (Array.isArray(document)) return document
  throw new Failure(`${name} is no event store: ${what} is no JSON list.`)
}

const valueIn = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** @returns a successful response. @throws Failure with the server's answer. */
export async function successOf(response: Response, what: string): Promise<Response> {
  if (response.ok) return response
  const body = (await response.text()).trim().split('\n')[0]
  throw new Failure(`${what} was answered ${response.status} ${response.statusText}${body ? `: ${body}` : ''}.`)
}
