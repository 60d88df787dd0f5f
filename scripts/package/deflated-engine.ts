// Packs the WebAssembly of QuickJS into scripts as deflated bytes in base64: its variant has it as text, which is larger and compresses worse.

import { deflateRawSync } from 'node:zlib'
import { runInNewContext } from 'node:vm'
import type { Plugin } from 'vite'

/** The module of the variant that holds the bytes, as a template of one character for each of them. */
const holder = /[\\/]quickjs-singlefile-mjs-release-sync[\\/]dist[\\/]emscripten-module-[^\\/]+\.mjs$/

/** A call with nothing but a template, which begins as WebAssembly does. */
const packedText = /\b\w+\((`\\0asm(?:[^`\\]|\\[\s\S])*`)\)/g

/**
 * The code that gets them back; all supported browsers and Node have this stream. It uses no `Blob` and no `Response`: under a test runner they
 * may be those of jsdom or happy-dom, which lack half of their methods or take no streams of the platform.
 */
const inflate = `async function inflateEngine(text, size) {
  const packed = atob(text)
  const bytes = new Uint8Array(packed.length)
  for (let at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at)
  const stream = new DecompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  writer.write(bytes).catch(() => undefined)
  writer.close().catch(() => undefined)
  const inflated = new Uint8Array(size)
  const reader = stream.readable.getReader()
  for (let at = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return inflated
    inflated.set(value, at)
    at += value.length
  }
}
`

export function deflateEngine(): Plugin {
  return {
    name: 'deflated-engine',
    // Before any other step rewrites the text.
    enforce: 'pre',
    transform(code, id) {
      return holder.test(id) ? { code: withDeflatedEngine(code), map: null } : undefined
    },
  }
}

/**
 * @param code of the module, which reads the bytes in an asynchronous function.
 * @throws where the code has an unknown form: check the new version of the variant.
 */
export function withDeflatedEngine(code: string): string {
  const [found, ...others] = code.matchAll(packedText)
  if (!found || others.length > 0) throw new Error('The QuickJS variant does not hold its WebAssembly as one text any more.')
  const bytes = bytesOf(runInNewContext(found[1]!) as string)
  if (!WebAssembly.validate(bytes)) throw new Error('The bytes of the QuickJS variant cannot be read as WebAssembly.')
  const packed = deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString('base64')
  return `${inflate}${code.slice(0, found.index)}(await inflateEngine('${packed}',${bytes.length}))${code.slice(found.index + found[0].length)}`
}

/** As the variant reads its text: U+0100 is another way to write the byte 0. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => {
    const unit = character.charCodeAt(0)
    return (~unit >> 8) & unit
  })
