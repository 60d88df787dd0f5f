// Answers one intercepted request of a page from a store.

import type { Request as PageRequest, Route } from '@playwright/test'

/** The most that browsers follow as well. */
const mostRedirects = 20

export interface Answerer {
  readonly fetch: (request: Request) => Promise<Response>
  /** Whether a URL is the store's. */
  readonly covers: (url: string) => boolean
}

/** @param signal aborted when the page no longer waits for the answer. */
export async function answer(route: Route, { fetch, covers }: Answerer, signal: AbortSignal): Promise<void> {
  let sent = read(route.request())
  let response = await fetch(toRequest(sent, signal))
  // Playwright sends the second request of a redirect to the network without asking: it is followed here.
  for (let redirects = 0; redirects < mostRedirects; redirects++) {
    const next = redirected(sent, response)
    if (!next || !covers(next.url)) break
    sent = next
    response = await fetch(toRequest(sent, signal))
  }
  if (response.type === 'error') return await route.abort('connectionfailed')
  // The reason phrase is lost here: Playwright writes its own.
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** A request that can be sent again. */
interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

const read = (request: PageRequest): Sent => ({
  url: request.url(),
  method: request.method(),
  headers: request.headers(),
  body: request.postDataBuffer(),
})

const toRequest = ({ url, method, headers, body }: Sent, signal: AbortSignal): Request =>
  new Request(url, { method, headers, signal, ...(body && { body: new Uint8Array(body) }) })

/** @returns the next request of a browser; undefined if the answer is no redirect. */
function redirected(sent: Sent, { status, headers }: Response): Sent | undefined {
  const location = headers.get('Location')
  if (location === null) return undefined
  const url = new URL(location, sent.url).href
  if (status === 307 || status === 308) return { ...sent, url }
  if (status !== 301 && status !== 302 && status !== 303) return undefined
  return { ...sent, url, body: null, method: sent.method === 'HEAD' ? 'HEAD' : 'GET' }
}
