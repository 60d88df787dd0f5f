// Finds out whether msw already works for somebody else here, before anything of theirs is touched: a page has one worker, and a process one
// set of interceptors, and whoever comes second silences the first.

import { mswRunning } from './problems.ts'

/** Milliseconds for another start of msw that has begun and is not done. */
const patience = 3000

/** Milliseconds between two looks. */
const lookAgain = 50

/**
 * Sends a request of the page, and watches whether a Service Worker asks the page for the answer, as msw's does where a `setupWorker()` of
 * this page was started, whichever copy and version it comes from.
 *
 * @param url absolute: the address of the request.
 * @returns what was sent for.
 * @throws StoreError `setup-msw-running`
 */
export async function sendUnasked<T>(url: string, send: () => Promise<T>): Promise<T> {
  // Typed as if it were everywhere; insecure origins have none.
  const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!serviceWorker?.controller) return send()
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
 * Waits for a start of msw that somebody else has begun.
 *
 * @param send sends a request of the page to `url`.
 * @throws StoreError `setup-msw-running` when that start is done.
 */
export async function giveWay(url: string, send: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  while (hasReplacedSockets() && performance.now() - started < patience) {
    await sendUnasked(url, send)
    await new Promise((resolve) => setTimeout(resolve, lookAgain))
  }
}

/** @param message a message of msw's worker has a type and a payload. */
function isQuestionAbout(url: string, message: unknown): boolean {
  const { type, payload } = (message ?? {}) as { readonly type?: unknown; readonly payload?: { readonly url?: unknown } }
  return type === 'REQUEST' && payload?.url === url
}

/**
 * Whether msw has put its own `WebSocket` in the place of the platform's, which it does at the very start. That of msw 3 is an enumerable
 * proxy, which the platform's is not; msw 2 leaves its interceptor under a symbol.
 */
export function hasReplacedSockets(scope: object = globalThis): boolean {
  if (Symbol.for('websocket-interceptor') in scope) return true
  const found = Object.getOwnPropertyDescriptor(scope, 'WebSocket')
  const isProxy = (value: unknown) => typeof value === 'function' && /^function \(\) \{\s*\[native code\]\s*\}$/.test(String(value))
  return found?.enumerable === true && isProxy(found.value)
}
