// The types of a call: what a carrier hands in, what it gets back, and what a method sees of it.

import type { User } from '../base/user.ts'
import type { GrpcStatus } from './status.ts'

/** A call as it arrives, apart from the protocol that carried it. */
export interface GrpcCall {
  /** `/package.Service/Method`. */
  readonly path: string
  /** Where the client believes the node to be, e.g. `https://localhost:2113`. */
  readonly origin: string
  /** A header by its lower-case name; repeated ones joined with commas. */
  header(name: string): string | undefined
  /** All of them, for a log. */
  headers(): readonly (readonly [name: string, value: string])[]
  /** The bytes of the request as they arrive; reading on asks for more. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborted where the client cancels or goes away. */
  readonly signal: AbortSignal
}

/**
 * The answer: frames of messages, as many in a chunk as were ready together, and in the end its status. Asking for the next chunk says that
 * the one before has gone out. The status has the last message with it, if the
 * method knows it to be the last. A status without either is the whole answer.
 */
export type GrpcAnswer = AsyncGenerator<Uint8Array, GrpcStatus, undefined>

/** A checked call, as a method sees it. */
export interface CallContext {
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined
  readonly origin: string
  header(name: string): string | undefined
  /** The messages of the request, one after the other. */
  readonly messages: AsyncIterator<Uint8Array, undefined>
  /** Aborted where the client cancels or goes away, its deadline passes, or the store closes. */
  readonly signal: AbortSignal
}

/** Ends a call from deep inside: the caller's mistake, with the status that tells of it. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: GrpcStatus

  constructor(status: GrpcStatus) {
    super(status.message)
    this.status = status
  }
}
