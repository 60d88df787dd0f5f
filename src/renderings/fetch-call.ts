// Converts a request into an equivalent call of fetch.

import { javaScriptLiteral } from './javascript-literal.ts'
import type { SentRequest } from './request.ts'

/** @returns a statement for a module, with single quotes and without semicolons. */
export function fetchCall({ method, url, headers, body }: SentRequest): string {
  const members = [
    ...(method === 'GET' ? [] : [`method: ${javaScriptLiteral(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: ${javaScriptLiteral(Object.fromEntries(headers))},`]),
    ...(body.length === 0 ? [] : [`body: ${bodyCode(body)},`]),
  ].map((member) => `  ${member.replaceAll('\n', '\n  ')}\n`)
  const options = members.length === 0 ? '' : `, {\n${members.join('')}}`
  return `const response = await fetch(${javaScriptLiteral(url)}${options})`
}

const bodyCode = (body: SentRequest['body']): string =>
  typeof body === 'string' ? javaScriptLiteral(body) : `new Uint8Array([${body.join(', ')}])`
