// Chooses where queries run on this platform, and gets ready for the first one when a store is used.

// Loaded with the store, and not with the Workers: a test may have replaced the platform's timers by then.
import { realTime } from '../base/real-time.ts'
import { loadEngine } from '../query/sandbox/load-engine.ts'
import type { OpenQuery } from '../query/query.ts'
import type { Storage } from '../storage/storage.ts'
import { orInPage } from './or-in-page.ts'

/**
 * Where the JavaScript of projections runs. `worker`: each query in a Worker of its own, or a thread of Node, so that an endless loop holds
 * nothing else up. `in-process`: on the thread of the store, which waits while a handler runs.
 */
export type QueryPlace = 'worker' | 'in-process'

export interface PlatformOptions {
  /** How many Workers may live at once. Default: 16, which all stores share that are told nothing. */
  readonly mostWorkers?: number
  /** As the option of a store. */
  readonly queryWorkerUrl?: string
  /** Whether queries may run in the page where no Worker can be started. Default: unless it is said where the Worker's script lies. */
  readonly mayRunInPage?: boolean
}

/** Where queries run unless a store is told otherwise. Stores that are given the same one share its Workers. */
export function openByPlatform(options: PlatformOptions = {}): OpenQuery {
  let choosing: Promise<OpenQuery> | undefined
  const choose = (): Promise<OpenQuery> => {
    choosing ??= inWorkers(options).catch((error: unknown) => {
      // It may be reachable the next time.
      choosing = undefined
      throw error
    })
    return choosing
  }

  const open: OpenQuery = async (source, options) => (await choose())(source, options)
  return Object.assign(open, {
    prepare() {
      void choose().then(
        (chosen) => chosen.prepare?.(),
        // The first query says it.
        () => undefined,
      )
    },
  })
}

/** A browser's Workers, or threads of Node; where there are neither, the calling thread. */
async function inWorkers(options: PlatformOptions): Promise<OpenQuery> {
  const { mostWorkers } = options
  if (typeof Worker === 'function') return inBrowserWorkers(options)
  const { threadSupport, warnOfQueriesInProcess } = await import('../query/workers/node-threads.ts')
  const support = threadSupport()
  if (support.kind === 'threads') {
    const { createOpenInWorker } = await import('../query/workers/in-worker.ts')
    return createOpenInWorker({ mostWorkers, time: realTime, spawn: support.spawn })
  }
  warnOfQueriesInProcess(support.reason)
  return openInProcess
}

async function inBrowserWorkers({
  mostWorkers,
  queryWorkerUrl,
  mayRunInPage = queryWorkerUrl === undefined,
}: PlatformOptions): Promise<OpenQuery> {
  const [{ createOpenInWorker, startFailure }, { browserWorkers }] = await Promise.all([
    import('../query/workers/in-worker.ts'),
    import('../query/workers/browser-workers.ts'),
  ])
  const { spawn, explain } = browserWorkers(queryWorkerUrl)
  return orInPage({
    inWorkers: createOpenInWorker({ mostWorkers, time: realTime, spawn }),
    inPage: openInProcess,
    mayRunInPage,
    startFailure,
    explain,
    warn: warnOnce,
  })
}

let hasWarned = false

/** A page may have several stores, which all find out by themselves. */
function warnOnce(text: string): void {
  if (hasWarned) return
  hasWarned = true
  // eslint-disable-next-line no-console -- everything works, and nobody waits for an error
  console.warn(text)
}

export const openInProcess: OpenQuery = async (source, options) => {
  const { openInQuickJs } = await loadEngine()
  return openInQuickJs(source, options)
}

/**
 * Who writes events is likely to ask a query about them, and the first one of a page would wait for loading and compiling: a store that
 * is only opened, or only read, pays for neither.
 *
 * @returns a function that ends the wait for the first event.
 */
export function prepareOnceUsed(storage: Pick<Storage, 'onCommit'>, { prepare }: OpenQuery): () => void {
  if (!prepare) return () => undefined
  const stop = storage.onCommit(({ streams }) => {
    if (!streams?.some((name) => !name.startsWith('$'))) return
    stop()
    prepare()
  })
  return stop
}

export const openAsUsual = openByPlatform()

/** By the address of their script: stores that name the same one share its Workers. */
const openByScript = new Map<string, OpenQuery>()

function openWithScript(queryWorkerUrl: string): OpenQuery {
  const known = openByScript.get(queryWorkerUrl) ?? openByPlatform({ queryWorkerUrl })
  openByScript.set(queryWorkerUrl, known)
  return known
}

/**
 * @param place of a store's option `queries`.
 * @param queryWorkerUrl of the option with that name.
 */
export function openAt(place: QueryPlace, queryWorkerUrl?: string | URL): OpenQuery {
  if (place === 'in-process') return openInProcess
  return queryWorkerUrl === undefined ? openAsUsual : openWithScript(String(queryWorkerUrl))
}
