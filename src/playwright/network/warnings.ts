// Notices Service Workers of the application under test, which would answer in place of the test's store.

import type { BrowserContext, ConsoleMessage, Request as PageRequest, Response as PageResponse } from '@playwright/test'

export type Warn = (text: string) => void

/** The warning that Playwright itself prints in a page whose worker it blocks. */
const blocked = 'Service Worker registration blocked by Playwright'

/** The requests that the store has received from Service Workers: a worker that passes a request on answers with what the store has said. */
export class PassedOn {
  readonly #counts = new Map<string, number>()

  note(request: PageRequest): void {
    if (request.serviceWorker() === null) return
    const key = keyOf(request)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** Whether the store has received the request that a page has sent; each one counts once. */
  take(request: PageRequest): boolean {
    const key = keyOf(request)
    const count = this.#counts.get(key) ?? 0
    if (count > 0) this.#counts.set(key, count - 1)
    return count > 0
  }
}

const keyOf = (request: PageRequest): string => `${request.method()} ${request.url()}`

export interface WatchedRequests {
  /** Whether a URL is the store's. */
  readonly covers: (url: string) => boolean
  readonly passedOn: PassedOn
  readonly warn: Warn
}

/** @returns a function that stops watching. */
export function watchWorkers(context: BrowserContext, { covers, passedOn, warn }: WatchedRequests): () => void {
  const onMessage = (message: ConsoleMessage): void => {
    if (message.text() === blocked) warn(blockedWorker(message.page()?.url()))
  }
  const onResponse = (response: PageResponse): void => {
    const isOfWorker = response.fromServiceWorker() && covers(response.url())
    // The browser knows only that a worker has answered; the store, whether it was asked.
    if (isOfWorker && !passedOn.take(response.request())) warn(shadowed(response, context))
  }
  // Every response is looked at only where there is a worker at all.
  const onWorker = (): void => void context.off('response', onResponse).on('response', onResponse)
  context.on('console', onMessage)
  context.on('serviceworker', onWorker)
  if (context.serviceWorkers().length > 0) onWorker()
  return () => void context.off('console', onMessage).off('serviceworker', onWorker).off('response', onResponse)
}

const blockedWorker = (page = 'a page'): string =>
  `${page} tried to start a Service Worker, which is blocked: it would hide requests from the test's store. An application that starts ` +
  "an msw of its own leaves that out under test, and a store of its own has the base URL of the test's; a worker that it needs is let in " +
  'with test.use({ serviceWorkers: "allow" }).'

function shadowed(response: PageResponse, context: BrowserContext): string {
  const workers = context.serviceWorkers().map((worker) => worker.url())
  return (
    `${response.request().method()} ${response.url()} was answered by a Service Worker (${workers.join(', ')}) and not by the test's store. ` +
    'Leave the worker out under test, or let the test block it: test.use({ serviceWorkers: "block" }).'
  )
}
