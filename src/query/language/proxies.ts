// Records which objects are proxies: JavaScript cannot tell them apart, and the reference stores them as empty objects.

import type { Primordials } from './primordials.ts'
import type { StateWriter } from './state-writer.ts'

/** Runs inside the sandbox, after the dialect; refers to nothing outside itself. */
export function watchProxies(p: Primordials, writer: StateWriter): void {
  const { construct, define, Proxy } = p
  const { proxies } = writer
  const makeRevocable = Proxy.revocable

  const methods = {
    revocable(target: object, handler: ProxyHandler<object>) {
      const made = makeRevocable(target, handler)
      proxies.add(made.proxy)
      return made
    },
  }
  define(Proxy, 'revocable', methods.revocable)

  const watched = new Proxy(Proxy, {
    construct(target, given: [object, ProxyHandler<object>]) {
      const made = construct(target, given)
      proxies.add(made)
      return made
    },
  })
  define(globalThis, 'Proxy', watched)
}
