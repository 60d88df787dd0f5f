// One Worker with one query: sends calls, awaits replies, and gives up an overdue or dead Worker.

import { StoreError } from '../../base/errors.ts'
import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'
import type { Call, Replies, ThrownError, WorkerReply } from '../sandbox/protocol.ts'
import type { Silence } from './silence.ts'
import { watchSilence } from './silence.ts'

/** How a call ended; after `overdue` and `dead` the Worker is gone. */
export type ThreadOutcome<Kind extends Call['kind']> =
  | { readonly kind: 'done'; readonly value: Replies[Kind] }
  | { readonly kind: 'overdue'; readonly after: number }
  | { readonly kind: 'dead'; readonly reason: string }

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

/** @param spawn makes a Worker that speaks the protocol. */
export function startThread(spawn: () => QueryWorker, time: RealTime = realTime) {
  const worker = spawnOrExplain(spawn)
  let settle: ((outcome: ThreadOutcome<Call['kind']> | ThrownError) => void) | undefined
  let silence: Silence | undefined
  let dead: string | undefined

  const end = (reason: string, outcome: ThreadOutcome<Call['kind']> | ThrownError = { kind: 'dead', reason }): void => {
    if (dead !== undefined) return
    dead = reason
    worker.terminate()
    settle?.(outcome)
  }
  worker.listen((reply) => {
    if (reply.kind === 'alive') silence?.end(reply.silence)
    else if (reply.kind === 'done') settle?.(reply)
    else end(reply.error.message, reply.error)
  }, end)

  return {
    /** Whether it failed or was terminated; it then answers no calls. */
    get isDead(): boolean {
      return dead !== undefined
    },
    /** Whether a call is under way. */
    get isBusy(): boolean {
      return settle !== undefined
    },
    /**
     * Makes one call at a time. Rejects with an error thrown in the Worker, which no longer is as it should be and ends.
     *
     * @param allowed milliseconds without a sign of life after which the Worker is given up: guest code holds it where no interrupt reaches.
     */
    call: <Kind extends Call['kind']>(call: Call & { readonly kind: Kind }, allowed: number) =>
      new Promise<ThreadOutcome<Kind>>((resolve, reject) => {
        if (dead !== undefined) return resolve({ kind: 'dead', reason: dead })
        const watching = watchSilence(time, allowed, (after) => end('The Worker was overdue.', { kind: 'overdue', after }))
        silence = watching
        worker.keepAlive?.(true)
        settle = (outcome) => {
          settle = undefined
          watching.stop()
          worker.keepAlive?.(false)
          if ('kind' in outcome) resolve(outcome as ThreadOutcome<Kind>)
          else reject(restored(outcome))
        }
        worker.post(call)
      }),
    terminate: (): void => end('The Worker was closed.'),
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
  new StoreError('sandbox-unavailable', `The Worker for a query could not be started: ${said(cause)}`, {
    hint: "Serve the package's worker script from the page's origin; a store with the option queries: 'in-process' needs no Worker.",
    cause,
  })

const said = (cause: unknown): string => {
  const text = messageOf(cause)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

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
