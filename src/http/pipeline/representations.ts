// Converts what a handler has to say into a reply of the negotiated media type.

import type { JsonDocument } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import type { Exchange, Reply } from '../exchange.ts'

/** The same answer in each form that a route offers. */
export interface Representations {
  readonly json: JsonDocument
  /** As `text/plain`. */
  readonly text?: string
  /** As `text/xml` and `application/xml`; without it the body is empty, as of objects the reference cannot serialise. */
  readonly xml?: string
}

/** @param more status (default 200) and headers of the reply. */
export const negotiatedReply = (exchange: Exchange, message: Representations, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: withCharset(exchange.responseType),
  body: bodyOf(exchange.responseType, message),
  ...more,
})

/** JSON whatever was negotiated for the header, as some answers of the node are (server-http §4.2). */
export const jsonReply = (exchange: Exchange, json: JsonDocument, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: withCharset(exchange.responseType),
  body: writeJson(json),
  ...more,
})

export const withCharset = (type: string): string => `${type}; charset=utf-8`

function bodyOf(type: string, { json, text = '', xml = '' }: Representations): string {
  if (type === 'text/plain') return text
  return type.endsWith('/xml') ? xml : writeJson(json)
}
