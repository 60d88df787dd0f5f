// The policy table: which callers a route admits. Rights on streams come from their access lists.

import type { Settings } from '../../base/settings.ts'
import { anonymousEndpoints } from '../../base/settings.ts'
import type { User } from '../../base/user.ts'
import type { Streams } from '../../streams/streams.ts'
import type { Exchange, RouteAccess } from '../exchange.ts'

/** Tells whether an access list grants a right (streams-http §18.5). */
export type StreamAccess = Pick<Streams, 'allows'>

/** Name `admin` or role `$admins` (server-http §2.2). */
export const isAdmin = (user: User | undefined): boolean => user !== undefined && (user.name === 'admin' || user.groups.includes('$admins'))

/** Name `ops` or role `$ops` (server-http §2.2). */
export const isOps = (user: User | undefined): boolean => user !== undefined && (user.name === 'ops' || user.groups.includes('$ops'))

/** The check that handlers repeat: by roles only, not by name (server-http §3). */
export const hasRole = (user: User | undefined, ...roles: readonly string[]): boolean =>
  user !== undefined && roles.some((role) => user.groups.includes(role))

/** The caller, and the path variables of the call. */
export type PolicySubject = Pick<Exchange, 'user' | 'params'>

/** The entries of the policy that need no access list (server-http §3). */
const policy: Readonly<Record<Extract<RouteAccess, string>, (caller: PolicySubject, settings: Settings) => boolean>> = {
  anyone: () => true,
  authenticated: ({ user }) => user !== undefined,
  admin: ({ user }) => isAdmin(user),
  'admin-or-ops': ({ user }) => isAdmin(user) || isOps(user),
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
