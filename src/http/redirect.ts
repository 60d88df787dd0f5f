// Answers 307 with the URL as it came, unescaped as the reference prints it (streams-http §4.3, §8.5).

import type { Exchange, Reply } from './exchange.ts'
import { decodeEscapes, pathSegments } from './url.ts'

const status = 307

/** To the same URL without its last character, which is the trailing slash unless there is a query. */
export function withoutTrailingSlash({ url }: Exchange): Reply {
  const target = (unescaped(url) + unescapedQuery(url)).slice(0, -1)
  const headers = { Location: target, 'Cache-Control': 'max-age=31536000, public' }
  return { status, type: '; charset=utf-8', body: 'Moved Permanently', ...(isAscii(target) && { headers }) }
}

/** To the URL that appends one event under an id; a query makes the reference drop the last segment of the path. */
export function toIncoming({ url }: Exchange, id: string): Reply {
  const path = unescaped(url)
  const target = `${url.search ? path.slice(0, path.lastIndexOf('/')) : path}/incoming/${id}`
  return {
    status,
    type: 'text/plain; charset=utf-8',
    body: 'Forwarding to idempotent URI',
    ...(isAscii(target) && { headers: { Location: target } }),
  }
}

/** Only what would be read differently stays escaped. */
const unescaped = (url: URL): string =>
  url.origin +
  pathSegments(url.pathname)
    .map((segment) => `/${segment.replaceAll(/[%/?#]/g, encodeURIComponent)}`)
    .join('')

/** Percent signs and `#` stay escaped; a percent sign that begins no escape becomes one. */
const unescapedQuery = ({ search }: URL): string =>
  search
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .split(/(%2[35])/)
    .map((piece) => (piece === '%25' || piece === '%23' ? piece : decodeEscapes(piece)))
    .join('')

/** Other characters cannot stand in a header; the reference then leaves the headers out. */
// eslint-disable-next-line no-control-regex -- the range is what ASCII means
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
