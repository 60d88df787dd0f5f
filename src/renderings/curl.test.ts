import { execFileSync } from 'node:child_process'
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curlCommand, shellQuoted } from './curl.ts'
import type { SentRequest } from './request.ts'

const request = (change: Partial<SentRequest> = {}): SentRequest => ({
  method: 'POST',
  url: 'http://localhost:2113/streams/cart-1',
  headers: [
    ['accept', '*/*'],
    ['content-type', 'application/json'],
  ],
  body: '{"a":1}',
  ...change,
})

/** The input that a shell hands to curl: arguments, and the text of a pipe. */
function handed(command: string): { readonly arguments: readonly string[]; readonly piped: Buffer } {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; printf '\\001'; case "$*" in *@-) cat;; esac; }\n${command}`
  const out = execFileSync('sh', ['-c', script])
  const end = out.indexOf('\0\x01')
  return { arguments: out.subarray(0, end).toString().split('\0'), piped: out.subarray(end + 2) }
}

test('states the request, one option per line', () => {
  const sent = request({ headers: [...request().headers, ['es-eventtype', 'ItemAdded'], ['accept', 'text/xml']] })
  expect(curlCommand(sent)).toBe(
    [
      "curl 'http://localhost:2113/streams/cart-1'",
      "-H 'content-type: application/json'",
      "-H 'es-eventtype: ItemAdded'",
      "-H 'accept: text/xml'",
      `--data-raw '{"a":1}'`,
    ].join(' \\\n  '),
  )
})

test('removes headers that curl adds by itself', () => {
  const bare = request({ headers: [] })
  expect(handed(curlCommand(bare)).arguments).toEqual([bare.url, '-H', 'Content-Type:', '-H', 'Accept:', '--data-raw', '{"a":1}'])
  expect(handed(curlCommand({ ...bare, method: 'GET', body: '' })).arguments).toEqual([bare.url, '-H', 'Accept:'])
})

test('methods that curl would not choose are stated', () => {
  const method = (name: string, body = '') => handed(curlCommand(request({ method: name, body, headers: [['accept', '*/*']] }))).arguments
  expect(method('GET')).not.toContain('-X')
  expect(method('POST', 'x')).not.toContain('-X')
  expect(method('POST')).toContain('POST')
  expect(method('DELETE')).toContain('DELETE')
  expect(method('HEAD')).toContain('--head')
})

test('credentials are shown where curl makes the same header of them', () => {
  const authorized = (value: string) => handed(curlCommand(request({ headers: [['authorization', value]] }))).arguments
  expect(authorized(`Basic ${btoa("admin:change'it:x")}`)).toEqual(expect.arrayContaining(['-u', "admin:change'it:x"]))
  for (const value of ['Bearer abc', `Basic ${btoa('caf\u00e9:x')}`, `Basic ${btoa('nobody')}`, 'Basic !'])
    expect(authorized(value)).toEqual(expect.arrayContaining(['-H', `authorization: ${value}`]))
})

test('headers without a value and addresses with brackets get through', () => {
  const sent = request({ url: 'http://localhost:2113/streams/[a]{b}', headers: [['x-empty', '']] })
  expect(handed(curlCommand(sent)).arguments).toEqual(expect.arrayContaining([sent.url, '--globoff', 'x-empty;']))
})

describe('bodies arrive as they were', () => {
  test.each(["it's", 'a\nb\r\n\tc', 'caf\u00e9 \u{1f600}', '@file', '$HOME `id` \\ "x" !!', "'", "''\\''", '%s %%', '-d'])('%j', (body) => {
    expect(handed(curlCommand(request({ body }))).arguments.at(-1)).toBe(body)
  })

  test('whatever the text', () => {
    const text = string({ unit: oneof(constantFrom("'", '\\', '\n', '"', '$', '`', ' ', '!', '\u00e9', '\u2028'), constantFrom('a', '0')) })
    assert(
      property(text, (argument) => {
        expect(execFileSync('sh', ['-c', `printf '%s.' ${shellQuoted(argument)}`]).toString()).toBe(`${argument}.`)
      }),
      { numRuns: 20 },
    )
  })

  test('every byte', () => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const { piped, arguments: options } = handed(curlCommand(request({ body })))
    expect(options.slice(-2)).toEqual(['--data-binary', '@-'])
    expect(new Uint8Array(piped)).toEqual(body)
  })

  test('a byte before digits', () => {
    const body = new Uint8Array([0xff, 0x31, 0x32, 0x25, 0x64])
    expect(new Uint8Array(handed(curlCommand(request({ body }))).piped)).toEqual(body)
  })

  test('a text with NUL, which no argument can hold', () => {
    expect(handed(curlCommand(request({ body: "a\0b'%\\\u00e9" }))).piped.toString()).toBe("a\0b'%\\\u00e9")
  })
})
