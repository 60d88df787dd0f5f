// Chooses where queries run on this platform, and prepares for the first query when a store is used.

import { hasWorkers } from '../../base/platform/features.ts'
// Loaded with the store rather than with the Workers: by then a test may have replaced the platform's timers.
import { realTime } from '../../base/time/real-time.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import { loadEngine } from '../../query/sandbox/load-engine.ts'
import type { CheckingOpenQuery, OpenQuery, QueryOptions } from '../../query/query.ts'
import type { Storage } from '../../storage/storage.ts'
import { orInPage } from './or-in-page.ts'

/**
 * Where the JavaScript of projections runs. `worker`: in Workers, in Node in threads, which queries share, so that an endless loop blocks
 * neither the page nor another query for long. `in-process`: on the thread of the store, which waits while a handler runs.
 */
export type QueryPlace = 'worker' | 'in-process'

export interface PlatformOptions {
  /** Most Workers that queries share. Default: one for each core, 8 at most, for all stores without this option together. */
  readonly mostWorkers?: number
  /** As in `StoreOptions`. */
  readonly queryWorkerUrl?: string
  /** Whether queries may run in the page where no Worker starts. Default: true without `queryWorkerUrl`. */
  readonly mayRunInPage?: boolean
}

/** The default place for queries. Stores that use the same result share its Workers. */
export function openByPlatform(options: PlatformOptions = {}): CheckingOpenQuery {
  let choosing: Promise<CheckingOpenQuery> | undefined
  const choose = (): Promise<CheckingOpenQuery> => {
    choosing ??= inWorkers(options).catch((error: unknown) => {
      // The script may be reachable the next time.
      choosing = undefined
      throw error
    })
    return choosing
  }

  /** The first query reports the error. */
  const ahead = (work: (chosen: CheckingOpenQuery) => void): void => void choose().then(work, () => undefined)

  const open: OpenQuery = async (source, options) => await (await choose())(source, options)
  return Object.assign(open, {
    check: async (source: string, language?: LanguageFacts) => await (await choose()).check(source, language),
    prepare: () => ahead((chosen) => chosen.prepare?.()),
    expect: () => ahead((chosen) => chosen.expect?.()),
  })
}

/** A browser's Workers, or threads of Node; where there are neither, the calling thread. */
async function inWorkers(options: PlatformOptions): Promise<CheckingOpenQuery> {
  const { mostWorkers } = options
  if (hasWorkers()) return await inBrowserWorkers(options)
  const { threadSupport, warnOfQueriesInProcess } = await import('../../query/workers/node-threads.ts')
  const support = threadSupport()
  if (support.kind === 'threads') {
    const { createOpenInWorker } = await import('../../query/workers/in-worker.ts')
    return createOpenInWorker({ mostWorkers, time: realTime, spawn: support.spawn })
  }
  warnOfQueriesInProcess(support.reason)
  return openInProcess
}

async function inBrowserWorkers({
  mostWorkers,
  queryWorkerUrl,
  mayRunInPage = queryWorkerUrl === undefined,
}: PlatformOptions): Promise<CheckingOpenQuery> {
  const [{ createOpenInWorker, startFailure }, { browserWorkers }] = await Promise.all([
    import('../../query/workers/in-worker.ts'),
    import('../../query/workers/browser-workers.ts'),
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

/** Each store of a page finds the same problem. */
function warnOnce(text: string): void {
  if (hasWarned) return
  hasWarned = true
  // eslint-disable-next-line no-console -- everything works, so there is no error to reject with
  console.warn(text)
}

export const openInProcess: CheckingOpenQuery = Object.assign(
  async (source: string, options: QueryOptions) => await (await loadEngine()).openInQuickJs(source, options),
  { check: async (source: string, language?: LanguageFacts) => await (await loadEngine()).openInQuickJs.check(source, language) },
)

/**
 * Loads and compiles the engine once users' events are written, because a query is likely to follow and would wait for that. A store that
 * is only opened or read pays nothing.
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

/** Opens and checks queries in the language of a release. An engine that an application brings may not check: the platform's then does. */
export const inLanguage = (openQuery: OpenQuery, language: LanguageFacts): CheckingOpenQuery => {
  const { check = openAsUsual.check } = openQuery
  const open: OpenQuery = (source, options) => openQuery(source, { ...options, language })
  return Object.assign(open, openQuery, { check: (source: string) => check(source, language) })
}

export const openAsUsual = openByPlatform()

/** By address of the script: stores that name the same one share its Workers. */
const openByScript = new Map<string, CheckingOpenQuery>()

function openWithScript(queryWorkerUrl: string): CheckingOpenQuery {
  const known = openByScript.get(queryWorkerUrl) ?? openByPlatform({ queryWorkerUrl })
  openByScript.set(queryWorkerUrl, known)
  return known
}

/**
 * @param place the store's option `queries`.
 * @param queryWorkerUrl the store's option of that name.
 */
export function openAt(place: QueryPlace, queryWorkerUrl?: string | URL): CheckingOpenQuery {
  if (place === 'in-process') return openInProcess
  return queryWorkerUrl === undefined ? openAsUsual : openWithScript(String(queryWorkerUrl))
}
