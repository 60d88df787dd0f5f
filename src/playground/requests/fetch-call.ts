// Converts a request into an equivalent call of fetch.

import type { SentRequest } from './sent-request.ts'

/** @returns a statement for a module, with single quotes and without semicolons. */
export function fetchCall({ method, url, headers, body }: SentRequest): string {
  const members = [
    ...(method === 'GET' ? [] : [`  method: ${scriptQuoted(method)},`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map(([name, value]) => `    ${memberName(name)}: ${scriptQuoted(value)},`), '  },']),
    ...(body.length === 0
      ? []
      : [`  body: ${typeof body === 'string' ? scriptQuoted(body) : `new Uint8Array([${[...body].join(', ')}])`},`]),
  ]
  const address = scriptQuoted(url)
  return members.length === 0
    ? `const response = await fetch(${address})`
    : `const response = await fetch(${address}, {\n${members.join('\n')}\n})`
}

/** A string literal, in double quotes if the text has single quotes. */
export function scriptQuoted(text: string): string {
  const double = JSON.stringify(text)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
  if (text.includes("'")) return double
  return `'${double.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`
}

const memberName = (name: string): string => (/^[a-z$_][\w$]*$/i.test(name) ? name : scriptQuoted(name))
