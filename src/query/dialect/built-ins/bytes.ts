// Texts of bytes: base64 and hexadecimal digits, as methods of `Uint8Array`.

import { add, method } from './replace.ts'

interface Read {
  readonly bytes: number[]
  /** How many characters of the text they took. */
  readonly read: number
}

interface Chunk {
  value: number
  length: number
}

const { Uint8Array, TypeError, SyntaxError } = globalThis
const indexOf = method(String.prototype, 'indexOf')
const slice = method(String.prototype, 'slice')
const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const forUrls = slice(standard, 0, -2) + '-_'
const digits = '0123456789abcdef'

function checkText(text: unknown): asserts text is string {
  if (typeof text !== 'string') throw new TypeError('input must be a string')
}

function optionOf(options: unknown, name: string, values: readonly string[]): string {
  if (options !== undefined && (typeof options !== 'object' || options === null)) throw new TypeError('options must be an object')
  const value = (options as Record<string, unknown> | undefined)?.[name]
  if (value === undefined) return values[0]!
  for (let i = 0; i < values.length; i += 1) if (value === values[i]) return values[i]!
  throw new TypeError('Invalid ' + name)
}

const alphabetOf = (options: unknown): string => (optionOf(options, 'alphabet', ['base64', 'base64url']) === 'base64' ? standard : forUrls)

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && indexOf(' \t\n\f\r', text[at]!) >= 0) at += 1
  return at
}

/** @returns the bytes of a chunk of up to four characters. */
function bytesOf({ value, length }: Chunk, isStrict: boolean): number[] {
  const bits = value << (6 * (4 - length))
  const bytes = [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255]
  const count = length - 1
  for (let i = count; isStrict && i < 3; i += 1) if (bytes[i] !== 0) throw new SyntaxError('Invalid base64 string')
  bytes.length = count
  return bytes
}

function fromBase64(text: string, options: unknown, most: number): Read {
  const alphabet = alphabetOf(options)
  const ending = optionOf(options, 'lastChunkHandling', ['loose', 'strict', 'stop-before-partial'])
  const bytes: number[] = []
  let chunk: Chunk = { value: 0, length: 0 }
  let read = 0
  let at = 0
  const put = (more: readonly number[]): void => {
    for (let i = 0; i < more.length; i += 1) bytes[bytes.length] = more[i]!
  }
  while (bytes.length < most) {
    at = skipSpace(text, at)
    const character = text[at]
    if (character === undefined || character === '=') break
    const value = indexOf(alphabet, character)
    if (value < 0) throw new SyntaxError('Invalid base64 string')
    const room = most - bytes.length
    if ((room === 1 && chunk.length === 2) || (room === 2 && chunk.length === 3)) return { bytes, read }
    chunk = { value: (chunk.value << 6) | value, length: chunk.length + 1 }
    at += 1
    if (chunk.length < 4) continue
    put(bytesOf(chunk, false))
    chunk = { value: 0, length: 0 }
    read = at
  }
  if (bytes.length >= most) return { bytes, read }
  return endBase64(text, at, { bytes, read }, chunk, ending, put)
}

function endBase64(text: string, from: number, done: Read, chunk: Chunk, ending: string, put: (more: readonly number[]) => void): Read {
  const { bytes } = done
  const isPadded = text[from] === '='
  if (!isPadded) {
    if (chunk.length === 0 || ending === 'stop-before-partial') return chunk.length === 0 ? { bytes, read: text.length } : done
    if (chunk.length === 1 || ending === 'strict') throw new SyntaxError('Invalid base64 string')
    put(bytesOf(chunk, false))
    return { bytes, read: text.length }
  }
  if (chunk.length < 2) throw new SyntaxError('Invalid base64 string')
  let at = skipSpace(text, from + 1)
  if (chunk.length === 2) {
    if (at === text.length && ending === 'stop-before-partial') return done
    if (text[at] !== '=') throw new SyntaxError('Invalid base64 string')
    at = skipSpace(text, at + 1)
  }
  if (at < text.length) throw new SyntaxError('Invalid base64 string')
  put(bytesOf(chunk, ending === 'strict'))
  return { bytes, read: text.length }
}

function fromHex(text: string, most: number): Read {
  if (text.length % 2 > 0) throw new SyntaxError('Invalid hex string')
  const bytes: number[] = []
  let at = 0
  for (; at < text.length && bytes.length < most; at += 2) {
    const high = digitAt(text, at)
    bytes[bytes.length] = high * 16 + digitAt(text, at + 1)
  }
  return { bytes, read: at }
}

function digitAt(text: string, at: number): number {
  const found = indexOf('0123456789abcdefABCDEF', text[at]!)
  if (found < 0) throw new SyntaxError('Invalid hex string')
  return found < 16 ? found : found - 6
}

function toBase64(bytes: Uint8Array, options: unknown): string {
  const alphabet = alphabetOf(options)
  const isPadded = !(options as { omitPadding?: unknown } | undefined)?.omitPadding
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const count = bytes.length - i < 3 ? bytes.length - i : 3
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    for (let k = 0; k < 4; k += 1) {
      if (k <= count) text += alphabet[(bits >> (18 - 6 * k)) & 63]
      else if (isPadded) text += '='
    }
  }
  return text
}

function checkBytes(value: unknown): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError('not a Uint8Array')
}

const fill = (target: Uint8Array, { bytes, read }: Read): object => {
  for (let i = 0; i < bytes.length; i += 1) target[i] = bytes[i]!
  return { read, written: bytes.length }
}

const makers = {
  fromBase64(text: unknown, ...rest: unknown[]) {
    checkText(text)
    return new Uint8Array(fromBase64(text, rest[0], Infinity).bytes)
  },
  fromHex(text: unknown) {
    checkText(text)
    return new Uint8Array(fromHex(text, Infinity).bytes)
  },
}
const methods = {
  setFromBase64(this: unknown, text: unknown, ...rest: unknown[]) {
    checkBytes(this)
    checkText(text)
    return fill(this, fromBase64(text, rest[0], this.length))
  },
  setFromHex(this: unknown, text: unknown) {
    checkBytes(this)
    checkText(text)
    return fill(this, fromHex(text, this.length))
  },
  toBase64(this: unknown, ...rest: unknown[]) {
    checkBytes(this)
    return toBase64(this, rest[0])
  },
  toHex(this: unknown) {
    checkBytes(this)
    let text = ''
    for (let i = 0; i < this.length; i += 1) text += digits[this[i]! >> 4]! + digits[this[i]! & 15]!
    return text
  },
}
export function bridgeBytes(): void {
  for (const [holder, functions] of [
    [Uint8Array, makers],
    [Uint8Array.prototype, methods],
  ] as const) {
    for (const name of Object.keys(functions)) add(holder, name, functions[name as never])
  }
}
