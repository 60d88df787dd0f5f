// A request as it is written in a document and as it is sent, with what renderings read of its headers.

import { sentHeader } from '../base/release/spelling.ts'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Bytes if it is not text; empty if there is none. */
  readonly body: string | Uint8Array
}

/** A request as a document has it. */
export interface WrittenRequest {
  readonly method: string
  /** From the root of the store. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty for none. */
  readonly body: string
}

const administrator = `Basic ${btoa('admin:changeit')}`

/** Sent as an administrator unless it says who it is of, and with any answer accepted unless it says which, as curl and fetch do. */
export function sentAs({ method, path, headers, body }: WrittenRequest, address: string): SentRequest {
  const has = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted)
  const added = [
    ...(has('authorization') ? [] : [['Authorization', administrator] as const]),
    ...(has('accept') ? [] : [['Accept', '*/*'] as const]),
  ]
  return { method, url: `${address}${path}`, headers: [...headers, ...added], body }
}

/** @throws TypeError for one that the platform does not send. */
export const fetchable = ({ method, url, headers, body }: SentRequest): Request =>
  new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body.length > 0 && { body: body as BodyInit }),
  })

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
