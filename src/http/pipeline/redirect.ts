// Answers 307 with the URL as it came, unescaped as the reference prints it (streams-http §4.3, §8.5).

import type { Exchange, Reply } from '../exchange.ts'
import { decodeEscapes } from './url.ts'

const status = 307

/** To the same URL without its last character, which is the trailing slash unless there is a query. */
export function withoutTrailingSlash({ url }: Exchange): Reply {
  const target = (unescaped(url) + safelyUnescaped(url.search)).slice(0, -1)
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

/** Each segment is decoded once, as the reference's host does; what a URL cannot hold is escaped anew, `%2F` stays. */
const unescaped = (url: URL): string =>
  url.origin +
  url.pathname
    .split('/')
    .map((segment) => safelyUnescaped(decodeEscapes(segment.replaceAll(/%(2f)/gi, '%25$1')).replaceAll(needsEscape, encodeURIComponent)))
    .join('/')

/* eslint-disable no-control-regex -- control characters are what is looked for */
/** What a segment of a path cannot hold as it is. */
const needsEscape = /[?#[\]\u0000-\u001f\u007f-\u009f]/g
/** Signs that mean something in a URL, and control characters: .NET leaves them escaped where they are. */
const keepsEscape = /[;/?:@&=+$,#[\]!'()*%\u0000-\u001f\u007f]/
/* eslint-enable no-control-regex */

/** A percent sign that begins no escape becomes one; escapes that form no character stay. */
const safelyUnescaped = (text: string): string =>
  text
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/%[0-7][0-9a-f]/gi, (escape) => (keepsEscape.test(decodeEscapes(escape)) ? escape : decodeEscapes(escape)))
    .replaceAll(/(?:%[89a-f][0-9a-f])+/gi, (run) => decodeEscapes(run).replaceAll(/[\u0080-\u009f]/g, encodeURIComponent))

/** Other characters cannot stand in a header; the reference then leaves the headers out. */
// eslint-disable-next-line no-control-regex -- the range is what ASCII means
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
