// Reads the credentials of a request from its headers; says nothing about whether they are right.

export type PresentedCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  /** A login that a trusted proxy vouches for. */
  | { readonly kind: 'trusted'; readonly login: string; readonly groups: readonly string[] }
  /** Refused whatever the accounts say. */
  | { readonly kind: 'refused' }
  /** No base64: the reference fails. */
  | { readonly kind: 'unreadable' }

/**
 * Basic credentials, right or wrong, win over a trusted header (server-http §2.2).
 *
 * @param trustedAuth whether the `ES-TrustedAuth` header is honoured.
 */
export function readCredentials(headers: Headers, trustedAuth: boolean): PresentedCredentials {
  const basic = readBasic(headers.get('Authorization'))
  if (basic.kind !== 'none' || !trustedAuth) return basic
  return readTrusted(headers.get('ES-TrustedAuth'))
}

/** Several header lines arrive joined with a comma, and such a value is nobody's (streams-http §18.3). */
function readBasic(header: string | null): PresentedCredentials {
  const encoded = /^Basic(?:\s+([^,]*))?$/.exec(header ?? '')
  if (!encoded) return { kind: 'none' }
  const text = decodeBase64(encoded[1] ?? '')
  if (text === undefined) return { kind: 'unreadable' }
  const colon = text.indexOf(':')
  if (colon < 0) return { kind: 'none' }
  return { kind: 'password', login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** `atob` alone would take a text without its padding. */
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
