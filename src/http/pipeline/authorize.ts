// The policy table: which callers a route admits. Rights on streams come from their access lists.

import type { Settings } from '../../base/settings.ts'
import { anonymousEndpoints } from '../../base/settings.ts'
import type { Streams } from '../../streams/streams.ts'
import { isAmong } from '../../users/rights.ts'
import type { Exchange, RouteAccess } from '../exchange.ts'

/** Tells whether an access list grants a right (streams-http §18.5). */
export type StreamAccess = Pick<Streams, 'allows'>

/** The caller, and the path variables of the call. */
export type PolicySubject = Pick<Exchange, 'user' | 'params'>

/** The entries of the policy that need no access list (server-http §3). */
const policy: Readonly<Record<Extract<RouteAccess, string>, (caller: PolicySubject, settings: Settings) => boolean>> = {
  anyone: ({ user }) => isAmong('anyone', user),
  authenticated: ({ user }) => isAmong('authenticated', user),
  admin: ({ user }) => isAmong('admin', user),
  'admin-or-ops': ({ user }) => isAmong('admin-or-ops', user),
  oneself: ({ user, params }) => user !== undefined && user.name === params['login'],
  statistics: ({ user }, settings) => user !== undefined || anonymousEndpoints(settings),
}

/** Whether the policy admits a caller. */
export const mayCall = (access: Extract<RouteAccess, string>, caller: PolicySubject, settings: Settings): boolean =>
  policy[access](caller, settings)

/** Whether the caller of the exchange may call its route; while security is off every caller may. */
export async function isAllowed(access: RouteAccess, exchange: Exchange, streams: StreamAccess, settings: Settings): Promise<boolean> {
  if (settings.security === 'insecure') return true
  if (typeof access === 'string') return mayCall(access, exchange, settings)
  if (!exchange.user && (access.authenticated || !settings.allowAnonymous)) return false
  return await streams.allows(exchange.user, access.right, fillTemplate(access.stream ?? '{stream}', exchange.params))
}

const fillTemplate = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_variable, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The route asks for a right on ${template}, but its path has no ${name}.`)
    return value
  })
