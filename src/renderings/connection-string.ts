// Writes the connection string that the vendor's clients take for the store of a request.

import type { SentRequest } from './request.ts'
import { credentialsOf } from './request.ts'

export function connectionString(sent: SentRequest): string {
  const { protocol, host } = new URL(sent.url)
  const { username, password } = credentialsOf(sent)
  return `kurrentdb://${encoded(username)}:${encoded(password)}@${host}${protocol === 'https:' ? '' : '?tls=false'}`
}

/** Also the quotes of the languages that hold it. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27')
