// Converts a logged request into the request that renderings take.

import type { LoggedRequest } from '../../../engine/observe/request-log.ts'
import type { SentRequest } from '../../../renderings/request.ts'

export const sentRequest = ({ method, url, requestHeaders, requestBody, requestBytes }: LoggedRequest): SentRequest => ({
  method,
  url,
  headers: requestHeaders,
  body: requestBytes ?? requestBody,
})
