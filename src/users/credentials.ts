// Reads the credentials of a request, and finds the user whom they name.

import type { HttpFacts } from '../base/release/facts.ts'
import type { User } from '../base/user.ts'
import type { Users } from './users.ts'

type Claim = Exclude<PresentedCredentials, { kind: 'none' | 'unreadable' }>

/** @returns undefined if the login is missing or disabled, or the password is wrong. */
export async function findUser(claim: Claim, users: Pick<Users, 'verify'>): Promise<User | undefined> {
  if (claim.kind === 'password') return await users.verify(claim.login, claim.password)
  return claim.kind === 'trusted' ? { name: claim.login, groups: claim.groups } : undefined
}

export type PresentedCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  /** A login from a trusted proxy. */
  | { readonly kind: 'trusted'; readonly login: string; readonly groups: readonly string[] }
  /** Refused without a look at the accounts. */
  | { readonly kind: 'refused' }
  /** No base64, which makes the server fail. */
  | { readonly kind: 'unreadable' }

/** The headers of a request. */
export interface RequestHeaders {
  has(name: string): boolean
  get(name: string): string | null
}

/**
 * Basic credentials, right or wrong, win over a trusted header (server-http §2.2).
 *
 * @param trustedAuth whether the header of trusted proxies is honoured.
 */
export function readCredentials(headers: RequestHeaders, facts: HttpFacts, trustedAuth: boolean): PresentedCredentials {
  const given = readAuthorization(headers.get('Authorization'), facts)
  if (given.kind !== 'none' || !trustedAuth) return given
  const name = facts.requestHeaders.trustedAuth.find((known) => headers.has(known))
  return readTrusted(name === undefined ? null : headers.get(name))
}

/** Several header lines arrive joined with a comma, which no credentials contain (streams-http §18.3). */
function readAuthorization(header: string | null, { schemes, failsOverMalformedCredentials }: HttpFacts): PresentedCredentials {
  const [, scheme, encoded = ''] = /^(\w+)(?:\s+([^,]*))?$/.exec(header ?? '') ?? []
  if (scheme === undefined || !schemes.includes(scheme)) return { kind: 'none' }
  const text = decodeBase64(encoded)
  if (text === undefined && scheme === 'Basic') return { kind: failsOverMalformedCredentials ? 'unreadable' : 'none' }
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) return { kind: 'none' }
  return { kind: 'password', login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** `atob` alone accepts a text without padding. */
function decodeBase64(encoded: string): string | undefined {
  const packed = encoded.replace(/\s/g, '')
  if (packed === '' || packed.length % 4 !== 0 || !/^[\w+/-]*={0,2}$/.test(packed) || /[_-]/.test(packed)) return undefined
  return new TextDecoder().decode(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)))
}

/** `login` or `login; group, group`; the login is not trimmed (streams-http §18.4). */
function readTrusted(header: string | null): PresentedCredentials {
  if (header === null) return { kind: 'none' }
  const [login = '', groups, ...more] = header.split(';')
  if (more.length > 0) return { kind: 'refused' }
  return { kind: 'trusted', login, groups: groups === undefined ? [] : groups.split(',').map((group) => group.trim()) }
}
