// Decides which URLs belong to a store: everything at or below its base URL.

import { StoreError } from '../base/errors.ts'

/**
 * @param baseUrl an absolute URL, or a path on the origin of the page.
 * @returns absolute, without query, fragment and trailing slash.
 * @throws StoreError `invalid-options`
 */
export function resolveBaseUrl(baseUrl: string, page: string | undefined = globalThis.location?.href): URL {
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
  if (page !== undefined && url.origin === new URL(page).origin && url.pathname === '/') {
    throw new StoreError('invalid-options', `The base URL "${baseUrl}" is the root of the page's own origin.`, {
      hint: 'The store would answer for the files of the page as well: give it a path of its own such as "/_store".',
    })
  }
  return url
}

/**
 * @param baseUrl as in `resolveBaseUrl`.
 * @returns whether a URL is at or below it. Paths are compared as they are written, encoded slashes included.
 */
export function covers(baseUrl: string): (url: string) => boolean {
  const { origin, pathname } = resolveBaseUrl(baseUrl)
  const path = pathname === '/' ? '' : pathname
  return (url) => {
    const candidate = new URL(url)
    return candidate.origin === origin && (candidate.pathname === path || candidate.pathname.startsWith(`${path}/`))
  }
}
