// Tells which callers may do what no access list of a stream decides: by name and by role.

import type { User } from '../base/user.ts'

/** The callers of an operation, apart from rights on streams (server-http §3). */
export type Callers = 'anyone' | 'authenticated' | 'admin' | 'admin-or-ops'

/** Name `admin` or role `$admins` (server-http §2.2). */
export const isAdmin = (user: User | undefined): boolean => user !== undefined && (user.name === 'admin' || user.groups.includes('$admins'))

/** Name `ops` or role `$ops` (server-http §2.2). */
export const isOps = (user: User | undefined): boolean => user !== undefined && (user.name === 'ops' || user.groups.includes('$ops'))

/** The check that handlers repeat: by roles only, not by name (server-http §3). */
export const hasRole = (user: User | undefined, ...roles: readonly string[]): boolean =>
  user !== undefined && roles.some((role) => user.groups.includes(role))

const admits: Readonly<Record<Callers, (user: User | undefined) => boolean>> = {
  anyone: () => true,
  authenticated: (user) => user !== undefined,
  admin: isAdmin,
  'admin-or-ops': (user) => isAdmin(user) || isOps(user),
}

export const isAmong = (callers: Callers, user: User | undefined): boolean => admits[callers](user)
