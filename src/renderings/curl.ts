// Converts a request into a curl command for a POSIX shell that sends the same bytes.

import type { SentRequest } from './request.ts'

/** One option per line, for reading and editing. */
export function curlCommand({ method, url, headers, body }: SentRequest): string {
  const piped = needsPipe(body)
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const options = [
    ...methodOption(method, body.length > 0),
    // curl expands brackets and braces to ranges.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    // curl says by itself that it accepts anything.
    ...headers.filter(([name, value]) => name.toLowerCase() !== 'accept' || value !== '*/*').map(headerOption),
    // Suppress headers that curl adds by itself.
    ...(body.length > 0 && !names.has('content-type') ? ["-H 'Content-Type:'"] : []),
    ...(names.has('accept') ? [] : ["-H 'Accept:'"]),
    ...(body.length > 0 ? [piped ? '--data-binary @-' : `--data-raw ${shellQuoted(body as string)}`] : []),
  ]
  const lines = [`curl ${shellQuoted(url)}`, ...options].join(' \\\n  ')
  return piped ? `printf '${printfFormat(body)}' |\n${lines}` : lines
}

/** A shell takes everything in single quotes literally, except the single quote. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** An argument can hold neither binary data nor NUL. */
const needsPipe = (body: SentRequest['body']): boolean => typeof body !== 'string' || body.includes('\0')

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${method}`]
}

function headerOption([name, value]: readonly [name: string, value: string]): string {
  const credentials = name.toLowerCase() === 'authorization' ? basicCredentials(value) : undefined
  if (credentials !== undefined) return `-u ${shellQuoted(credentials)}`
  // curl drops a header without a value, unless a semicolon follows its name.
  return `-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`
}

/** Login and password, if curl builds the same header from them. */
function basicCredentials(value: string): string | undefined {
  const [, encoded] = /^Basic ([\w+/]+=*)$/.exec(value) ?? []
  if (encoded === undefined) return undefined
  try {
    const credentials = atob(encoded)
    return /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]*$/.test(credentials) && btoa(credentials) === encoded ? credentials : undefined
  } catch {
    return undefined
  }
}

/** Uses octal escapes, which the `printf` of every shell knows. */
function printfFormat(body: SentRequest['body']): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && !"%\\'".includes(String.fromCharCode(byte))
  return Array.from(bytes, (byte) =>
    byte === 0x25 ? '%%' : isPlain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}
