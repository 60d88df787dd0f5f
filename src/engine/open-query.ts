// Chooses where queries run on this platform, and gets ready for the first one when a store is used.

import type { OpenQuery } from '../query/query.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * Where queries run unless a store is told otherwise. Stores that are given the same one share its Workers.
 *
 * @param options `mostWorkers`: how many may live at once. Default: 16, which all stores share that are told nothing.
 */
export function openByPlatform({ mostWorkers }: { readonly mostWorkers?: number } = {}): OpenQuery {
  let inWorker: Promise<OpenQuery> | undefined
  const loadWorkers = (): Promise<OpenQuery> => {
    inWorker ??= import('../query/in-worker.ts').then(
      ({ createOpenInWorker }) => createOpenInWorker({ mostWorkers }),
      (error: unknown) => {
        // It may be reachable the next time.
        inWorker = undefined
        throw error
      },
    )
    return inWorker
  }

  const open: OpenQuery = async (source, options) => {
    if (hasWorkers()) return (await loadWorkers())(source, options)
    const { openInQuickJs } = await import('../query/quickjs.ts')
    return openInQuickJs(source, options)
  }
  return Object.assign(open, {
    prepare() {
      if (!hasWorkers()) return
      void loadWorkers().then(
        (workers) => workers.prepare?.(),
        // The first query says it.
        () => undefined,
      )
    },
  })
}

const hasWorkers = (): boolean => typeof Worker === 'function'

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
