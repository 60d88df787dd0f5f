// The policy table: who may call a route; rights on streams are asked of the streams.

import type { Settings } from '../base/settings.ts'
import { anonymousEndpoints } from '../base/settings.ts'
import type { User } from '../base/user.ts'
import type { Access, Exchange, StreamRight } from './exchange.ts'

/** What the policy asks of the streams: whether an access list grants a right (streams-http §18.5). */
export interface StreamRights {
  allows(user: User | undefined, right: StreamRight, stream: string): Promise<boolean>
}

/** Name `admin` or role `$admins` (server-http §2.2). */
export const isAdmin = (user: User | undefined): boolean => user !== undefined && (user.name === 'admin' || user.groups.includes('$admins'))

/** Name `ops` or role `$ops` (server-http §2.2). */
export const isOps = (user: User | undefined): boolean => user !== undefined && (user.name === 'ops' || user.groups.includes('$ops'))

/** The entries of the policy that depend on nothing but the caller (server-http §3). */
const policy: Readonly<Record<Extract<Access, string>, (user: User | undefined, settings: Settings) => boolean>> = {
  anyone: () => true,
  authenticated: (user) => user !== undefined,
  admin: isAdmin,
  'admin-or-ops': (user) => isAdmin(user) || isOps(user),
  statistics: (user, settings) => user !== undefined || anonymousEndpoints(settings),
}

/** Whether a caller may call what the policy gives to these people. */
export const mayCall = (access: Extract<Access, string>, user: User | undefined, settings: Settings): boolean =>
  policy[access](user, settings)

/** Whether the caller of the exchange may call its route; while security is off nothing is evaluated. */
export async function isAllowed(access: Access, exchange: Exchange, streams: StreamRights, settings: Settings): Promise<boolean> {
  if (settings.security === 'insecure') return true
  if (typeof access === 'string') return mayCall(access, exchange.user, settings)
  if (typeof access === 'function') return access(exchange)
  if (!exchange.user && (access.authenticated || !settings.allowAnonymous)) return false
  return streams.allows(exchange.user, access.right, fillTemplate(access.stream ?? '{stream}', exchange.params))
}

const fillTemplate = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_variable, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The route asks for a right on ${template}, but its path has no ${name}.`)
    return value
  })
