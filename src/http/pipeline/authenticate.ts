// Turns the credentials in a request's headers into a user, an anonymous caller, or a refusal.

import { factsOf } from '../../base/release/releases.ts'
import type { Settings } from '../../base/settings.ts'
import type { User } from '../../base/user.ts'
import { systemUser } from '../../base/user.ts'
import { findUser, readCredentials } from '../../users/credentials.ts'
import type { Users } from '../../users/users.ts'
import type { Reply } from '../exchange.ts'
import { credentialsRefused, credentialsUnreadable } from './reply/replies.ts'

export type Authentication =
  { readonly kind: 'caller'; readonly user: User | undefined } | { readonly kind: 'refused'; readonly reply: Reply }

/** Authenticates the caller (server-http §2.2); ignores credentials while security is off. */
export async function authenticate(request: Request, users: Pick<Users, 'verify'>, settings: Settings): Promise<Authentication> {
  if (settings.security === 'insecure') return { kind: 'caller', user: systemUser }
  const { http } = factsOf(settings.release)
  const credentials = readCredentials(request.headers, http, settings.trustedAuth)
  if (credentials.kind === 'none') return { kind: 'caller', user: undefined }
  if (credentials.kind === 'unreadable') return { kind: 'refused', reply: credentialsUnreadable }
  const user = await findUser(credentials, users)
  return user ? { kind: 'caller', user } : { kind: 'refused', reply: credentialsRefused(settings) }
}
