// Turns the credentials of a request into a user, an anonymous caller, or the right kind of refusal.

import type { Settings } from '../../base/settings.ts'
import type { User } from '../../base/user.ts'
import { systemUser } from '../../base/user.ts'
import type { Users } from '../../users/users.ts'
import type { PresentedCredentials } from './credentials.ts'
import { readCredentials } from './credentials.ts'
import type { Reply } from '../exchange.ts'
import { credentialsRefused, credentialsUnreadable } from './replies.ts'

export type Authentication =
  { readonly kind: 'caller'; readonly user: User | undefined } | { readonly kind: 'refused'; readonly reply: Reply }

/** Who sends the request (server-http §2.2); while security is off nobody's credentials are looked at. */
export async function authenticate(request: Request, users: Pick<Users, 'verify'>, settings: Settings): Promise<Authentication> {
  if (settings.security === 'insecure') return { kind: 'caller', user: systemUser }
  const credentials = readCredentials(request.headers, settings.trustedAuth)
  if (credentials.kind === 'none') return { kind: 'caller', user: undefined }
  if (credentials.kind === 'unreadable') return { kind: 'refused', reply: credentialsUnreadable }
  const user = await findUser(credentials, users)
  return user ? { kind: 'caller', user } : { kind: 'refused', reply: credentialsRefused(settings) }
}

type Claim = Exclude<PresentedCredentials, { kind: 'none' | 'unreadable' }>

async function findUser(claim: Claim, users: Pick<Users, 'verify'>): Promise<User | undefined> {
  if (claim.kind === 'password') return users.verify(claim.login, claim.password)
  return claim.kind === 'trusted' ? { name: claim.login, groups: claim.groups } : undefined
}
