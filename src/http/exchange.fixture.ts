// Exchanges for tests, with plain defaults.

import { defaultRelease, factsOf } from '../base/release/releases.ts'
import type { Exchange } from './exchange.ts'
import { parseQuery } from './pipeline/request/url.ts'

interface ExchangeMembers extends Partial<Omit<Exchange, 'request' | 'url' | 'query'>> {
  readonly url?: string
  readonly headers?: Record<string, string>
}

/** Makes an exchange from the members under test. */
export function exchangeWith({ url = 'http://es.test:2113/streams/s', headers = {}, ...members }: ExchangeMembers = {}): Exchange {
  const parsed = new URL(url)
  return {
    request: new Request(url, { headers }),
    facts: factsOf(defaultRelease),
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
    ...members,
  }
}
