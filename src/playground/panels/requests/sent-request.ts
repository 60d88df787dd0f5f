// Converts a logged request into the request that the converters to commands take.

import type { LoggedRequest } from '../../../engine/observe/request-log.ts'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Bytes if it is not text; empty if there is none. */
  readonly body: string | Uint8Array
}

export const sentRequest = ({ method, url, requestHeaders, requestBody, requestBytes }: LoggedRequest): SentRequest => ({
  method,
  url,
  headers: requestHeaders,
  body: requestBytes ?? requestBody,
})
