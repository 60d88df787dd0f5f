// Exchanges for tests: a request as a handler sees it, everything that a test does not name being plain.

import type { Exchange } from './exchange.ts'
import { parseQuery } from './pipeline/url.ts'

interface Given extends Partial<Omit<Exchange, 'request' | 'url' | 'query'>> {
  readonly url?: string
  readonly headers?: Record<string, string>
}

/** @param given what the test is about. */
export function exchangeWith({ url = 'http://es.test:2113/streams/s', headers = {}, ...given }: Given = {}): Exchange {
  const parsed = new URL(url)
  return {
    request: new Request(url, { headers }),
    url: parsed,
    base: parsed.origin,
    unprefixedBase: parsed.origin,
    requestBase: parsed.origin,
    params: {},
    query: parseQuery(parsed.search),
    user: undefined,
    requestType: '',
    responseType: 'application/json',
    body: async () => new Uint8Array(),
    ...given,
  }
}
