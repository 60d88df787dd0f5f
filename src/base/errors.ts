// The one error class for a broken environment, with a message, a hint and a code to branch on.

import { isObject } from './platform/realms.ts'

export type StoreErrorCode =
  | 'setup-worker-missing'
  | 'setup-worker-failed'
  | 'setup-worker-lost'
  | 'setup-outside-page'
  | 'setup-started-twice'
  | 'setup-msw-missing'
  | 'setup-msw-failed'
  | 'setup-msw-running'
  | 'storage-unavailable'
  | 'storage-full'
  | 'storage-damaged'
  | 'storage-evicted'
  | 'storage-newer'
  | 'storage-closed'
  | 'storage-in-use'
  | 'sandbox-unavailable'
  | 'browser-unsupported'
  | 'projection-faulted'
  | 'contents-replaced'
  | 'part-missing'
  | 'platform-unsupported'
  | 'under-test'
  | 'invalid-options'
  | 'invalid-scenario'
  | 'invalid-snapshot'

/**
 * Thrown where the environment is broken: no IndexedDB, a missing worker script, a sandbox that cannot start. Outcomes of rules are values,
 * never errors.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** The remedy, as a full sentence. */
  readonly hint: string

  constructor(code: StoreErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(`${message} ${options.hint}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}

/**
 * Recognises the error by its name and code instead of its class, so that errors of other copies of the library and other realms match.
 *
 * @param code limits the test to errors with this code.
 */
export const isStoreError = (error: unknown, code?: StoreErrorCode): error is StoreError =>
  isObject(error) && 'name' in error && error.name === 'StoreError' && 'code' in error && (code === undefined || error.code === code)

/** The platform's words about a cause, as the end of a sentence: some end with a full stop of their own. */
export function saidBy(cause: unknown): string {
  const text = String(cause)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
