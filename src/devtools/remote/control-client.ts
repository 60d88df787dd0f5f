// Asks the control routes of a served store, from a page of its port.

import type { StoreErrorCode } from '../../base/errors.ts'
import { StoreError } from '../../base/errors.ts'
import { serverSentEvents } from './server-sent-events.ts'

/** The body of a refusal (docs/guides/control.md). */
interface Problem {
  readonly code: string
  readonly detail: string
  readonly projections?: readonly string[]
}

/** A control route refused. */
export class RefusedControl extends Error {
  override readonly name = 'RefusedControl'
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem) {
    super(problem.detail)
    this.status = status
    this.problem = problem
  }
}

/** Problems that a store in the page would throw too, with these codes. */
const sameErrors: readonly StoreErrorCode[] = ['invalid-options', 'invalid-scenario', 'invalid-snapshot', 'projection-faulted']

/** The store is not there any more: what reads it then ends, as with a store that was closed. */
const unreachable = (message: string, cause?: unknown): StoreError =>
  new StoreError('storage-closed', message, { hint: 'Start it again; the page then goes on.', cause })

export class ControlClient {
  /** Where the control routes begin, without a slash at the end. */
  readonly address: string

  constructor(address: string) {
    this.address = address
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.ask('GET', path)).json()) as T
  }

  /** @returns the answer; undefined where it has no body. */
  async send<T = void>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const response = await this.ask(method, path, body === undefined ? {} : { body: JSON.stringify(body) })
    return (response.status === 204 ? undefined : await response.json()) as T
  }

  /** @throws RefusedControl; StoreError of the problem's code, or `storage-closed` where no store answers. */
  async ask(
    method: string,
    path: string,
    { body, signal }: { readonly body?: string; readonly signal?: AbortSignal } = {},
  ): Promise<Response> {
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const response = await reached(fetch(this.address + path, { method, headers, body, signal }), signal)
    if (response.ok) return response
    const problem = (await response.json()) as Problem
    if (problem.code === 'no-such-store') throw unreachable(problem.detail)
    const code = sameErrors.find((known) => known === problem.code)
    if (code) throw new StoreError(code, problem.detail, { hint: '' })
    throw new RefusedControl(response.status, problem)
  }

  /** The messages of an answer in server-sent events. @throws what the server says at an early end. */
  async *messages<T>(path: string, body: object, signal?: AbortSignal): AsyncGenerator<T, void> {
    const response = await this.ask('POST', path, { body: JSON.stringify(body), ...(signal && { signal }) })
    for await (const { event, data } of serverSentEvents(response)) {
      if (event === 'ended') throw new Error((JSON.parse(data) as Problem).detail)
      yield JSON.parse(data) as T
    }
  }
}

/** @throws the signal's reason where it aborts; StoreError `storage-closed` where there is no answer. */
export async function reached(asked: Promise<Response>, signal?: AbortSignal): Promise<Response> {
  try {
    return await asked
  } catch (error) {
    signal?.throwIfAborted()
    throw unreachable('The server does not answer.', error)
  }
}

/** `?name=value` of those that are given. */
export function queryOf(given: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) query.append(name, String(each))
  return query.size === 0 ? '' : `?${query}`
}
