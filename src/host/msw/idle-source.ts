// Ends the source of requests that msw 3 makes for itself when it loads: it would keep every message of the worker as long as the page lives.

/** The members used here of msw's source of requests from a Service Worker. */
interface WorkerSource {
  /** Pending until the source is started. */
  readonly workerPromise: Promise<unknown>
  terminate(): Promise<void>
}

/**
 * msw's channel to the worker handles each message once the worker of its source is known, which for a source that is not started is never: a
 * page would lose some kilobytes, bodies included, with each request.
 *
 * @param msw the module; without such a source, as earlier ones, it stays as it is.
 */
export async function endIdleSource(msw: { readonly defaultNetworkOptions?: { readonly sources: readonly object[] } }): Promise<void> {
  for (const source of msw.defaultNetworkOptions?.sources ?? [])
    if (isWorkerSource(source) && (await isIdle(source))) await source.terminate()
}

const isWorkerSource = (source: object): source is WorkerSource => 'workerPromise' in source && 'terminate' in source

/** An idle source was never started: an application that has started its own still needs it. */
async function isIdle({ workerPromise }: WorkerSource): Promise<boolean> {
  let isPending = true
  const settled = (): void => void (isPending = false)
  workerPromise.then(settled, settled)
  // A promise that was settled before calls back first.
  await Promise.resolve()
  return isPending
}
