// The request that renderings convert to code, with what they read of its headers.

import { sentHeader } from '../base/release/spelling.ts'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Bytes if it is not text; empty if there is none. */
  readonly body: string | Uint8Array
}

export const headerOf = ({ headers }: SentRequest, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** A header of the server's own, under any name that a release has for it. */
export const serversOwn = (sent: SentRequest, name: Parameters<typeof sentHeader>[1]): string | undefined =>
  sentHeader((known) => headerOf(sent, known), name)

export interface SentCredentials {
  readonly username: string
  readonly password: string
}

/** Clients always send credentials. Default: those of a fresh store. */
export function credentialsOf(sent: SentRequest): SentCredentials {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headerOf(sent, 'authorization') ?? '') ?? []
  const [, username, password] = /^([^:]+):(.+)$/s.exec(decoded(encoded)) ?? []
  return username === undefined || password === undefined ? { username: 'admin', password: 'changeit' } : { username, password }
}

function decoded(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
