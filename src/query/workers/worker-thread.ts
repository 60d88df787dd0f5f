// One Worker: sends it the calls of its queries, awaits the replies, and gives up an overdue or dead Worker.

import { StoreError, saidBy } from '../../base/errors.ts'
import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'
import type { Call, Replies, ThrownError, WorkerReply } from '../sandbox/protocol.ts'
import { Silence } from './silence.ts'

/** How a call ended; after anything but `done` the Worker is gone. */
export type ThreadOutcome<Kind extends Call['kind']> =
  | { readonly kind: 'done'; readonly value: Replies[Kind] }
  /** The call kept the Worker silent for so many milliseconds. */
  | { readonly kind: 'overdue'; readonly after: number }
  /** The Worker ended by itself during the call. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** The Worker was gone before it came to the call. */
  | { readonly kind: 'lost' }

/** A Worker as queries need it, in a browser or in Node. */
export interface QueryWorker {
  post(message: Call): void
  /** @param onFailure receives the reason where the Worker could not start, or ended by itself. */
  listen(onReply: (reply: WorkerReply) => void, onFailure: (reason: string) => void): void
  terminate(): void
  /** @param isNeeded whether a call awaits a reply: in Node the process stays alive until then. */
  keepAlive?(isNeeded: boolean): void
}

export type WorkerThread = ReturnType<typeof startThread>

/** A call that waits for its reply. */
interface Awaited {
  /** Milliseconds of silence, from the reply to the call before. */
  readonly allowed: number
  settle(outcome: ThreadOutcome<Call['kind']> | ThrownError): void
}

/** @param spawn makes a Worker that speaks the protocol. */
export function startThread(spawn: () => QueryWorker, time: RealTime = realTime) {
  const worker = spawnOrExplain(spawn)
  /** In the order in which the Worker takes them; the first one is under way. */
  const calls: Awaited[] = []
  let silence: Silence | undefined
  let isDead = false

  const watchNext = (): void => {
    silence?.stop()
    const next = calls[0]
    silence = next && new Silence(time, next.allowed, (after) => end({ kind: 'overdue', after }))
    worker.keepAlive?.(next !== undefined)
  }
  /** @param outcome of the call under way, which may be to blame. */
  const end = (outcome: ThreadOutcome<Call['kind']> | ThrownError): void => {
    if (isDead) return
    isDead = true
    worker.terminate()
    const [current, ...others] = calls.splice(0)
    watchNext()
    current?.settle(outcome)
    for (const other of others) other.settle({ kind: 'lost' })
  }
  worker.listen(
    (reply) => {
      if (isDead) return
      if (reply.kind === 'alive') silence?.end(reply.silence)
      else if (reply.kind === 'failed') end(reply.error)
      else {
        const current = calls.shift()
        watchNext()
        current?.settle(reply)
      }
    },
    (reason) => end({ kind: 'dead', reason }),
  )

  return {
    /** Whether it failed or was terminated; it then answers no calls. */
    get isDead(): boolean {
      return isDead
    },
    /** Whether a call is under way. */
    get isBusy(): boolean {
      return calls.length > 0
    },
    /**
     * Calls are answered one after the other. Rejects with an error thrown in the Worker, which no longer is as it should be and ends.
     *
     * @param allowed milliseconds without a sign of life after which the Worker is given up: guest code holds it where no interrupt reaches.
     */
    call: <Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, allowed: number) =>
      new Promise<ThreadOutcome<Kind>>((resolve, reject) => {
        if (isDead) return resolve({ kind: 'lost' })
        const settle: Awaited['settle'] = (outcome) =>
          'kind' in outcome ? resolve(outcome as ThreadOutcome<Kind>) : reject(restored(outcome))
        calls.push({ allowed, settle })
        if (calls.length === 1) watchNext()
        worker.post(call)
      }),
    terminate: (): void => end({ kind: 'lost' }),
  }
}

function spawnOrExplain(spawn: () => QueryWorker): QueryWorker {
  try {
    return spawn()
  } catch (cause) {
    throw startFailed(cause)
  }
}

/** The error where the platform does not let Workers start. */
export const workerUnavailable = (cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', `The Worker for a query could not be started: ${saidBy(messageOf(cause))}`, {
    hint: "Serve the package's worker script from the page's origin; a store with the option queries: 'in-process' needs no Worker.",
    cause,
  })

const messageOf = (cause: unknown): string =>
  typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause)

/** The platform's messages about Workers that did not start, by the errors that report them. */
const saidAtStart = new WeakMap<object, string>()

/** The error for a Worker that never came to life: queries may have to run elsewhere. */
export function startFailed(cause: unknown): StoreError {
  const error = workerUnavailable(cause)
  saidAtStart.set(error, messageOf(cause))
  return error
}

/** @returns the platform's message; undefined for errors other than a Worker that did not start. */
export const startFailure = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? saidAtStart.get(error) : undefined

/** Errors lose their class between threads: known codes restore it, others keep name and stack. */
function restored({ name, message, stack, code, hint }: ThrownError): Error {
  if (code === 'sandbox-unavailable' && hint !== undefined) return new StoreError(code, message.replace(` ${hint}`, ''), { hint })
  return Object.assign(new Error(message), { name, stack })
}
