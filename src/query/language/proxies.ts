// Records which objects are proxies: JavaScript cannot tell them apart, and the server stores them as empty objects.

import { construct, define, NativeProxy, NativeWeakSet } from './primordials.ts'

export const proxies = new NativeWeakSet<object>()
define(proxies, 'has', NativeWeakSet.prototype.has)
define(proxies, 'add', NativeWeakSet.prototype.add)
const makeRevocable = NativeProxy.revocable

const methods = {
  revocable(target: object, handler: ProxyHandler<object>) {
    const made = makeRevocable(target, handler)
    proxies.add(made.proxy)
    return made
  },
}
const watched = new NativeProxy(NativeProxy, {
  construct(target, given: [object, ProxyHandler<object>]) {
    const made = construct(target, given)
    proxies.add(made)
    return made
  },
})
/** Starts recording, once the dialect has replaced its part. */
export function watchProxies(): void {
  define(NativeProxy, 'revocable', methods.revocable)
  define(globalThis, 'Proxy', watched)
}
