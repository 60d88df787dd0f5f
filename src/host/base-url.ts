// Decides which URLs belong to a store: all at or below its base URL, or EventStoreDB's paths beside the files of a page.

import { StoreError } from '../base/errors.ts'

export interface BaseUrlOptions {
  /** Page against which a path is resolved. */
  readonly page?: string | undefined
  /** Whether the base URL may be the root of the page's own origin. */
  readonly sharesOrigin?: boolean | undefined
}

/** First segments of EventStoreDB's paths, without `/web`, whose files come from the page's server. */
export const storePaths: ReadonlySet<string> = new Set(
  'admin gossip health histogram info license metrics ping projection projections stats streams subscriptions sys users'.split(' '),
)

/**
 * @param baseUrl an absolute URL, or a path on the origin of the page.
 * @returns absolute, without credentials, query, fragment and trailing slash.
 * @throws StoreError `invalid-options`
 */
export function resolveBaseUrl(baseUrl: string, { page = globalThis.location?.href, sharesOrigin }: BaseUrlOptions = {}): URL {
  const url = parseUrl(baseUrl, page)
  // No page can send a request to a URL with credentials; those to the same place without them are the store's.
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  if (!sharesOrigin && page !== undefined && url.origin === new URL(page).origin && url.pathname === '/') {
    throw new StoreError('invalid-options', `The base URL "${baseUrl}" is the root of the page's own origin.`, {
      hint: 'The store would also answer for the files of the page: give it a path of its own like "/_store", or set sharesOrigin.',
    })
  }
  return url
}

function parseUrl(baseUrl: string, page: string | undefined): URL {
  try {
    // From an unset variable, say: the page would have a store at its path "undefined", or, with an empty text, at its own.
    if (typeof baseUrl !== 'string' || baseUrl === '') throw new TypeError('A text is missing.')
    return new URL(baseUrl, page)
  } catch (cause) {
    throw new StoreError('invalid-options', `"${baseUrl}" is not a base URL here.`, {
      hint: 'Give the text of an absolute URL like "http://localhost:2113"; a path like "/_store" needs a page to belong to.',
      cause,
    })
  }
}

/**
 * @param baseUrl as in `resolveBaseUrl`.
 * @returns a function that tests whether a URL is at or below the base URL; on a shared origin, whether EventStoreDB has such a path.
 *   Compares paths as written, encoded slashes included.
 */
export function covers(baseUrl: string, options: BaseUrlOptions = {}): (url: string) => boolean {
  const { origin, pathname } = resolveBaseUrl(baseUrl, options)
  const path = pathname === '/' ? '' : pathname
  const isOfStore = (below: string) => !options.sharesOrigin || storePaths.has(below.split('/')[1] ?? '')
  return (url) => {
    const candidate = new URL(url)
    const isBelow = candidate.pathname === path || candidate.pathname.startsWith(`${path}/`)
    return candidate.origin === origin && isBelow && isOfStore(candidate.pathname.slice(path.length))
  }
}
