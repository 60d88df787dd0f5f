// Ends a call from outside, whatever its method waits for: its deadline, a cancellation, the end of the store.

import type { GrpcStatus } from './status.ts'

/** The ends of one call; the first one counts. */
export class Ends {
  readonly #controller = new AbortController()
  #status: GrpcStatus | undefined
  #interrupt: ((status: GrpcStatus) => void) | undefined

  /** For the method's own waits. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  end(status: GrpcStatus): void {
    if (this.#status) return
    this.#status = status
    // Without a reason, each end would make an error with a stack.
    this.#controller.abort(status)
    this.#interrupt?.(status)
  }

  /** Resolves with the promise's value, or earlier with the status of an end. A race would keep a reaction for every step of a long call. */
  or<Value>(promise: Promise<Value>): Promise<{ readonly ended: GrpcStatus } | { readonly value: Value }> {
    if (this.#status) {
      promise.catch(() => undefined)
      return Promise.resolve({ ended: this.#status })
    }
    return new Promise((resolve, reject) => {
      this.#interrupt = (ended) => resolve({ ended })
      promise.then((value) => resolve({ value }), reject)
    })
  }
}
