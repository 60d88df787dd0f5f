// Detects an msw that already runs here, before the store disturbs it: a page has one worker, and a process one set of interceptors, so a
// second msw silences the first.

import { mswRunning } from './problems.ts'

/** Milliseconds to wait for another start of msw to finish. */
const patience = 3000

/** Milliseconds between two checks. */
const checkInterval = 50

/**
 * Sends a request of the page, and detects a Service Worker that asks the page for the answer: msw's does so once this page has started a
 * `setupWorker()`, of any copy and version.
 *
 * @param url the absolute address of the request.
 * @returns the result of `send`.
 * @throws StoreError `setup-msw-running`
 */
export async function sendUnasked<T>(url: string, send: () => Promise<T>): Promise<T> {
  // Missing on insecure origins, against its type.
  const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!serviceWorker?.controller) return await send()
  const asked = Promise.withResolvers<never>()
  const note = ({ data }: MessageEvent<unknown>): void => {
    if (isQuestionAbout(url, data)) asked.reject(mswRunning('setupWorker'))
  }
  serviceWorker.addEventListener('message', note)
  try {
    return await Promise.race([send(), asked.promise])
  } finally {
    serviceWorker.removeEventListener('message', note)
    asked.promise.catch(() => undefined)
  }
}

/**
 * Waits for a start of msw by other code to finish.
 *
 * @param send sends a request of the page to `url`.
 * @throws StoreError `setup-msw-running` once that start has finished.
 */
export async function giveWay(url: string, send: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  while (hasReplacedSockets() && performance.now() - started < patience) {
    await sendUnasked(url, send)
    await new Promise((resolve) => setTimeout(resolve, checkInterval))
  }
}

/** @param message a message of msw's worker has a type and a payload. */
function isQuestionAbout(url: string, message: unknown): boolean {
  const { type, payload } = (message ?? {}) as { readonly type?: unknown; readonly payload?: { readonly url?: unknown } }
  return type === 'REQUEST' && payload?.url === url
}

/**
 * Whether msw has replaced the platform's `WebSocket`, which it does first of all. The one of msw 3 is an enumerable proxy, unlike the
 * platform's; msw 2 leaves its interceptor under a symbol.
 */
export function hasReplacedSockets(scope: object = globalThis): boolean {
  if (Symbol.for('websocket-interceptor') in scope) return true
  const found = Object.getOwnPropertyDescriptor(scope, 'WebSocket')
  const isProxy = (value: unknown) => typeof value === 'function' && /^function \(\) \{\s*\[native code\]\s*\}$/.test(String(value))
  return found?.enumerable === true && isProxy(found.value)
}
