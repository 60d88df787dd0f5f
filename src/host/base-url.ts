// Decides which URLs belong to a store: everything at or below its base URL, or its own paths beside the files of a page.

import { StoreError } from '../base/errors.ts'

export interface BaseUrlOptions {
  /** The page that a path belongs to. */
  readonly page?: string | undefined
  /** Whether the base URL may be the root of the page's own origin. */
  readonly sharesOrigin?: boolean | undefined
}

/** What the paths of the reference begin with, its pages below `/web` left out: those are files that the page's server has. */
export const storePaths: ReadonlySet<string> = new Set(
  'admin gossip health histogram info metrics ping projection projections stats streams subscriptions sys users'.split(' '),
)

/**
 * @param baseUrl an absolute URL, or a path on the origin of the page.
 * @returns absolute, without query, fragment and trailing slash.
 * @throws StoreError `invalid-options`
 */
export function resolveBaseUrl(baseUrl: string, { page = globalThis.location?.href, sharesOrigin }: BaseUrlOptions = {}): URL {
  let url: URL
  try {
    url = new URL(baseUrl, page)
  } catch (cause) {
    throw new StoreError('invalid-options', `"${baseUrl}" is no base URL here.`, {
      hint: 'Give an absolute URL such as "http://localhost:2113"; a path such as "/_store" needs a page to belong to.',
      cause,
    })
  }
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  if (!sharesOrigin && page !== undefined && url.origin === new URL(page).origin && url.pathname === '/') {
    throw new StoreError('invalid-options', `The base URL "${baseUrl}" is the root of the page's own origin.`, {
      hint: 'The store would answer for the files of the page as well: give it a path of its own such as "/_store", or say sharesOrigin.',
    })
  }
  return url
}

/**
 * @param baseUrl as in `resolveBaseUrl`.
 * @returns whether a URL is at or below it; of an origin that is shared, whether the reference has such a path. Paths are compared as they
 *   are written, encoded slashes included.
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
