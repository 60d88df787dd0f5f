// Converts a store into msw request handlers: one handler for all requests under a base URL.

import { StoreError } from '../../base/errors.ts'
import type { Store } from '../../engine/store.ts'
import { covers } from '../base-url.ts'
import type { RequestHandler } from './request-handler.ts'
import { requestHandler } from './request-handler.ts'

export interface StoreHandlersOptions {
  /** Where the application reaches the store: an absolute URL, or a path on the page's own origin. Default: the store's own base URL. */
  readonly baseUrl?: string
  /**
   * Lets `baseUrl` be the root of the page's own origin: the store answers the paths that EventStoreDB has (`/streams`, `/projections`,
   * `/users` …), the page's server all others, `/web` included. The official administration pages in a frame need it, because they ask the
   * origin that they come from. Default: false.
   */
  readonly sharesOrigin?: boolean
}

/**
 * For applications that set msw up themselves: `setupWorker(...own, ...storeHandlers(store))`, or `setupServer` in Node, of msw 2 or 3. Leaves
 * requests outside of the base URL to the other handlers.
 *
 * @throws StoreError `invalid-options` if the base URL is missing or invalid, or is a path without a page to resolve it against.
 */
export function storeHandlers(
  store: Pick<Store, 'fetch'> & Partial<Pick<Store, 'baseUrl'>>,
  { baseUrl = store.baseUrl, sharesOrigin }: StoreHandlersOptions = {},
): RequestHandler[] {
  if (baseUrl === undefined)
    throw new StoreError('invalid-options', 'The handlers have no base URL.', { hint: 'Give it once: createStore({ baseUrl }).' })
  // The raw URL is compared: msw's own path patterns decode `%2F`, which would merge different streams.
  const matches = covers(baseUrl, { sharesOrigin })
  const answer = (request: Request) => store.fetch(request).catch((error: unknown) => asConnectionFailure(error, request))
  return [requestHandler({ header: `store at ${baseUrl}`, matches, answer })]
}

/** A store that cannot answer looks to the application like an unreachable server. */
function asConnectionFailure(error: unknown, { signal }: Request): Response {
  // eslint-disable-next-line no-console -- the page's code sees only a failed fetch: the reason has to stand somewhere
  if (!signal.aborted) console.error(error)
  return Response.error()
}
