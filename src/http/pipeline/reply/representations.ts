// Converts an answer into a reply of the negotiated media type.

import type { HttpFacts } from '../../../base/release/facts.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Exchange, Reply } from '../../exchange.ts'

/** One answer in each media type of a route. */
export interface Representations {
  readonly json: JsonDocument
  /** For `text/plain`. */
  readonly text?: string
  /** For `text/xml` and `application/xml`; absent for objects that the server cannot serialise, whose body is empty. */
  readonly xml?: string
}

/** @param more the reply's status (default 200) and headers. */
export const negotiatedReply = (exchange: Exchange, representations: Representations, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: withCharset(exchange.responseType),
  body: bodyOf(exchange.responseType, representations),
  ...more,
})

/** A body in JSON even where the `Content-Type` header is another negotiated type, as in some answers of the node (server-http §4.2). */
export const jsonReply = (exchange: Exchange, json: JsonDocument, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: withCharset(exchange.responseType),
  body: writeJson(json),
  ...more,
})

/** The number of an internal message's class in its JSON form, where the release prints it. */
export const messageType = ({ hasMessageTypes }: Pick<HttpFacts, 'hasMessageTypes'>, type: number): { readonly msgTypeId?: number } =>
  hasMessageTypes ? { msgTypeId: type } : {}

export const withCharset = (type: string): string => `${type}; charset=utf-8`

function bodyOf(type: string, { json, text = '', xml = '' }: Representations): string {
  if (type === 'text/plain') return text
  return type.endsWith('/xml') ? xml : writeJson(json)
}
