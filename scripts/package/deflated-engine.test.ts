import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { withDeflatedEngine } from './deflated-engine.ts'

const folder = dirname(createRequire(import.meta.url).resolve('@jitl/quickjs-singlefile-mjs-release-sync'))
const holder = join(
  folder,
  readdirSync(folder).find((file) => /^emscripten-module-.*\.mjs$/.test(file))!,
)
const code = readFileSync(holder, 'utf8')

/** The bytes that a module starts WebAssembly from, as soon as it has them. */
async function bytesOf(module: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = module.replace(/import\{.*?;/, '').replace(/export\{(\w+) as default\};[\s\S]*$/, 'return $1')
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const instantiate = (bytes: Uint8Array<ArrayBuffer>) => (resolve(bytes), new Promise<never>(() => undefined))
  const webAssembly = { Memory: WebAssembly.Memory, instantiate }
  const script = body.replaceAll('import.meta.url', "'file:///variant.mjs'").replace('import("module")', '({ createRequire: require })')
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval -- it is the script under test, with one global replaced
  const load = new Function('WebAssembly', '__publicField', 'require', script) as (...parts: unknown[]) => () => Promise<unknown>
  load(
    webAssembly,
    () => undefined,
    () => createRequire(import.meta.url),
  )().catch(reject)
  return await promise
}

test('the script starts the engine from the same bytes, of which it holds half as many characters', async () => {
  const deflated = withDeflatedEngine(code)
  expect(deflated.length).toBeLessThan(code.length / 2)
  const [before, after] = await Promise.all([bytesOf(code), bytesOf(deflated)])
  expect(before.length).toBeGreaterThan(400_000)
  expect(Buffer.compare(before, after)).toBe(0)
})

test.each([
  ['jsdom, whose blobs have no streams', Object],
  [
    'happy-dom, whose streams are its own',
    class {
      stream = () => ({
        pipeThrough: () => {
          throw new TypeError('not of this class')
        },
      })
    },
  ],
])('the bytes come back with the globals of %s', async (_, blob) => {
  vi.stubGlobal('Blob', blob)
  vi.stubGlobal('Response', undefined)
  try {
    expect((await bytesOf(withDeflatedEngine(code))).length).toBeGreaterThan(400_000)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a variant that holds its WebAssembly in another way is refused', () => {
  expect(() => withDeflatedEngine('')).toThrow('as one text any more')
  expect(() => withDeflatedEngine(code.replace('`\\0asm', '`\\0ASM'))).toThrow('as one text any more')
  expect(() => withDeflatedEngine('(async () => a(`\\0asm and no more`))()')).toThrow('cannot be read as WebAssembly')
})
