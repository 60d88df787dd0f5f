// One Worker with one query: sends calls, waits for replies, and gives up on a Worker that is overdue or dead.

import { StoreError } from '../base/errors.ts'
import type { Call, Replies, Reply, SentBatch, ThrownError } from './protocol.ts'

/** How a call ended; after `overdue` and `dead` the Worker is gone. */
export type ThreadOutcome<Kind extends Call['kind']> =
  | { readonly kind: 'done'; readonly value: Replies[Kind] }
  | { readonly kind: 'overdue'; readonly after: number }
  | { readonly kind: 'dead'; readonly reason: string }

export interface WorkerThread {
  /** Whether it has failed or was terminated, and answers no call any more. */
  readonly isDead: boolean
  /**
   * One call at a time. Rejects with what was thrown in the Worker.
   *
   * @param deadline milliseconds until the Worker is given up, because guest code holds it where no interrupt reaches.
   */
  call<Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, deadline: number): Promise<ThreadOutcome<Kind>>
  /** What later calls refer to; also while one is under way. */
  send(batch: SentBatch): void
  terminate(): void
}

/** @param spawn makes the Worker that runs `worker.ts`. */
export function startThread(spawn: () => Worker): WorkerThread {
  const worker = spawnOrExplain(spawn)
  let settle: ((outcome: ThreadOutcome<Call['kind']> | ThrownError) => void) | undefined
  let dead: string | undefined

  const die = (reason: string): void => {
    dead = reason
    worker.terminate()
    settle?.({ kind: 'dead', reason })
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => settle?.(data.kind === 'done' ? data : data.error))
  worker.addEventListener('messageerror', () => die('A reply of the Worker could not be read.'))
  // The event has a message only where the script ran; without one the script could not be loaded.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    die(event.message || 'The script of the Worker could not be loaded.')
  })

  return {
    get isDead() {
      return dead !== undefined
    },
    call: <Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, deadline: number) =>
      new Promise<ThreadOutcome<Kind>>((resolve, reject) => {
        if (dead !== undefined) return resolve({ kind: 'dead', reason: dead })
        const started = performance.now()
        const timer = setTimeout(() => {
          worker.terminate()
          dead = 'The Worker was overdue.'
          settle?.({ kind: 'overdue', after: performance.now() - started })
        }, deadline)
        settle = (outcome) => {
          settle = undefined
          clearTimeout(timer)
          if ('kind' in outcome) resolve(outcome as ThreadOutcome<Kind>)
          else reject(revived(outcome))
        }
        worker.postMessage(call)
      }),
    // The numbers are handed over instead of copied.
    send: (batch) => worker.postMessage(batch, [batch.events.numbers]),
    terminate() {
      dead = 'The Worker was closed.'
      worker.terminate()
      settle?.({ kind: 'dead', reason: dead })
    },
  }
}

function spawnOrExplain(spawn: () => Worker): Worker {
  try {
    return spawn()
  } catch (cause) {
    throw workerUnavailable(cause)
  }
}

/** A page that does not let Workers start. */
export const workerUnavailable = (cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', 'The Worker for a query could not be started.', {
    hint: "Serve the package's worker script from the page's origin, and allow it: a content security policy needs worker-src 'self'.",
    cause,
  })

/** Threads lose classes: what is known by its code gets its class back, anything else keeps name and stack. */
function revived({ name, message, stack, code, hint }: ThrownError): Error {
  if (code === 'sandbox-unavailable' && hint !== undefined) return new StoreError(code, message.replace(` ${hint}`, ''), { hint })
  return Object.assign(new Error(message), { name, stack })
}
