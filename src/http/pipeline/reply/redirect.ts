// Redirects with 307 to the request's URL, unescaped as on the server (streams-http §4.3, §8.5).

import type { Exchange, Reply } from '../../exchange.ts'
import { decodeEscapes } from '../request/url.ts'

const status = 307

/** Redirects to the URL without its last character, which is the trailing slash unless a query follows. */
export function withoutTrailingSlash({ url, facts }: Exchange): Reply {
  const query = url.search || (facts.http.keepsSlashBeforeQuery && url.href.endsWith('?') ? '?' : '')
  const target = (unescaped(url) + safelyUnescaped(query)).slice(0, -1)
  const headers = { Location: target, 'Cache-Control': 'max-age=31536000, public' }
  return { status, type: '; charset=utf-8', body: 'Moved Permanently', ...(isAscii(target) && { headers }) }
}

/** Redirects to the URL that appends one event under an id; with a query the server drops the last segment of the path. */
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

/** Decodes each segment once, as the server's host does, but keeps `%2F`; escapes illegal characters of a URL again. */
const unescaped = (url: URL): string =>
  url.origin +
  url.pathname
    .split('/')
    .map((segment) => safelyUnescaped(escapedAgain(decodeEscapes(segment.replaceAll(/%(2f)/gi, '%25$1')))))
    .join('/')

const escapedAgain = (segment: string): string =>
  segment.replaceAll(needsEscape, encodeURIComponent).replaceAll(notInUrls, encodeURIComponent)

/* eslint-disable no-control-regex -- matches control characters on purpose */
/** Characters that a path segment cannot hold. */
const needsEscape = /[?#[\]\\\u0000-\u001f\u007f]/g
/** Reserved characters of URLs, backslashes and control characters: .NET keeps their escapes. */
const keepsEscape = /[;/?:@&=+$,#[\]!'()*%\\\u0000-\u001f\u007f]/
/* eslint-enable no-control-regex */
/** Characters that .NET leaves escaped in URLs: controls, those for private use, specials, tags, and code points that are none. */
const notInUrls = /[\u0080-\u009f\ufff0-\uffff\u{e0000}-\u{e0fff}\p{Co}\p{Noncharacter_Code_Point}]/gu

/** Escapes a percent sign without hex digits; keeps escapes that form no character. */
const safelyUnescaped = (text: string): string =>
  text
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/%[0-7][0-9a-f]/gi, (escape) => (keepsEscape.test(decodeEscapes(escape)) ? escape : decodeEscapes(escape)))
    .replaceAll(/(?:%[89a-f][0-9a-f])+/gi, (run) => decodeEscapes(run).replaceAll(notInUrls, encodeURIComponent))

/** A header holds ASCII only; the server omits it otherwise. */
// eslint-disable-next-line no-control-regex -- the range is that of ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
