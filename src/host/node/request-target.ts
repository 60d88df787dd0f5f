// Decides which URL a request asks for, from its first line and its Host header (RFC 9112 §3.2), or says why it asks for none.

export type RequestTarget =
  | {
      readonly kind: 'target'
      /** Absolute, as it is spelled in the request. */
      readonly url: string
      /** With the query. */
      readonly path: string
      /** Where the client believes the server to be: host and port, normalised, without the scheme's usual port. */
      readonly authority: string
      /** The same without the port; IPv6 in brackets. */
      readonly hostname: string
    }
  | { readonly kind: 'malformed'; readonly reason: string }

/** Names as DNS and container networks have them, addresses, and a port. URLs read more, and decode it into other names. */
const authorityForm = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * @param target second word of the first line: a path, or an absolute URL, whose host goes before the header.
 * @param hosts values of all `Host` headers; HTTP/1.0 needs none.
 */
export function readTarget(target: string, hosts: readonly string[]): RequestTarget {
  if (hosts.length > 1) return malformed('The request has more than one Host header.')
  const [host = 'localhost'] = hosts
  if (!authorityForm.test(host)) return malformed('The Host header is no host with an optional port.')
  if (target.startsWith('/')) return targetOf('http', host, target)
  const [, scheme, authority, path] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(target) ?? []
  if (scheme === undefined) return malformed('The request asks for neither a path nor an http URL.')
  if (!authorityForm.test(authority!)) return malformed('The URL of the request names no host, or more than a host and a port.')
  return targetOf(scheme, authority!, path!)
}

function targetOf(scheme: string, authority: string, path: string): RequestTarget {
  const url = `${scheme}://${authority}${path}`
  const read = URL.parse(url)
  if (!read) return malformed('The host of the request cannot be: check its address and its port.')
  return { kind: 'target', url, path: read.pathname + read.search, authority: read.host, hostname: read.hostname }
}

const malformed = (reason: string): RequestTarget => ({ kind: 'malformed', reason })
