// Plain answers for tests, with plain defaults.

import type { Answered } from './answer.ts'
import { sortedHeaders } from './answer.ts'

interface AnswerMembers extends Partial<Omit<Answered, 'headers' | 'body'>> {
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

export const answerWith = (body?: string | Uint8Array<ArrayBuffer>, { headers = {}, ...members }: AnswerMembers = {}): Answered => ({
  kind: 'answered',
  status: 200,
  statusText: 'OK',
  headers: sortedHeaders(headers),
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  ...members,
})
