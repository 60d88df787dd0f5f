// Keeps the requests that a new Service Worker hands to the page before msw knows that worker: msw would drop them, and they would wait for ever.

/** Messages between msw's script and the page. */
const messages = {
  /** Page to worker: answer this page's requests. */
  activate: 'MOCK_ACTIVATE',
  /** Worker to page: a request to answer. */
  request: 'REQUEST',
  /** Worker to page: the reply to the first question that msw asks a worker, and so the sign that it listens to this one. */
  listening: 'INTEGRITY_CHECK_RESPONSE',
} as const

/**
 * Makes a worker that has taken the page over forward requests at once. msw waits for the worker's activation first, a second in Chromium, and
 * the page's requests would go to the network meanwhile.
 */
export const forwardAtOnce = (worker: ServiceWorker): void => worker.postMessage(messages.activate)

/** Starts to keep requests of any worker but the page's controller, until msw listens to it. */
export function keepEarlyRequests(): { end(): void } {
  // Missing on insecure origins, against its type.
  const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  let known: MessageEventSource | null | undefined = serviceWorker?.controller
  let kept: MessageEvent<unknown>[] = []
  const note = (event: MessageEvent<unknown>): void => {
    if (event.source === known) return
    const type = typeOf(event.data)
    if (type === messages.request) {
      event.stopImmediatePropagation()
      kept.push(event)
    } else if (type === messages.listening) {
      known = event.source
      const ready = kept.filter(({ source }) => source === known)
      kept = kept.filter(({ source }) => source !== known)
      for (const { data, source, ports } of ready)
        serviceWorker!.dispatchEvent(new MessageEvent('message', { data, source, ports: [...ports] }))
    }
  }
  // Listeners of the capture phase run before msw's, whichever came first.
  serviceWorker?.addEventListener('message', note, { capture: true })
  return { end: () => serviceWorker?.removeEventListener('message', note, { capture: true }) }
}

const typeOf = (data: unknown): unknown => (data as { readonly type?: unknown } | null | undefined)?.type
