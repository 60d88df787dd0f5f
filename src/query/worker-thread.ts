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
   * Calls are answered one after another, in their order. Rejects with what was thrown in the Worker.
   *
   * @param deadline milliseconds, counted from the end of the call before, until the Worker is given up, because guest code holds it
   *   where no interrupt reaches.
   */
  call<Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, deadline: number): Promise<ThreadOutcome<Kind>>
  /** What later calls refer to. */
  send(batch: SentBatch): void
  terminate(): void
}

/** A call that is not answered yet. */
interface Waiting {
  readonly deadline: number
  settle(outcome: ThreadOutcome<Call['kind']> | ThrownError): void
}

/** @param spawn makes the Worker that runs `worker.ts`. */
export function startThread(spawn: () => Worker): WorkerThread {
  const worker = spawnOrExplain(spawn)
  /** The first of them is what the Worker is at. */
  const waiting: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let dead: string | undefined

  function end(reason: string, first: ThreadOutcome<Call['kind']> = { kind: 'dead', reason }): void {
    dead = reason
    worker.terminate()
    clearTimeout(timer)
    const [current, ...others] = waiting.splice(0)
    current?.settle(first)
    for (const { settle } of others) settle({ kind: 'dead', reason })
  }

  function watch(): void {
    clearTimeout(timer)
    const [current] = waiting
    if (!current) return
    const started = performance.now()
    timer = setTimeout(() => end('The Worker was overdue.', { kind: 'overdue', after: performance.now() - started }), current.deadline)
  }

  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const answered = waiting.shift()
    watch()
    answered?.settle(data.kind === 'done' ? data : data.error)
  })
  worker.addEventListener('messageerror', () => end('A reply of the Worker could not be read.'))
  // The event has a message only where the script ran; without one the script could not be loaded.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end(event.message || 'The script of the Worker could not be loaded.')
  })

  return {
    get isDead() {
      return dead !== undefined
    },
    call: <Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, deadline: number) =>
      new Promise<ThreadOutcome<Kind>>((resolve, reject) => {
        if (dead !== undefined) return resolve({ kind: 'dead', reason: dead })
        worker.postMessage(call)
        waiting.push({
          deadline,
          settle(outcome) {
            if ('kind' in outcome) resolve(outcome as ThreadOutcome<Kind>)
            else reject(revived(outcome))
          },
        })
        if (waiting.length === 1) watch()
      }),
    // The numbers are handed over instead of copied.
    send: (batch) => worker.postMessage(batch, [batch.events.numbers]),
    terminate: () => end('The Worker was closed.'),
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
