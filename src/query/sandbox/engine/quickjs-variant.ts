// The QuickJS build of the sandboxes: compiled once for all threads, with texts encoded by the platform, and safe where memory ends.

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import type { EmscriptenModuleLoader, QuickJSEmscriptenModule, QuickJSSyncVariant } from 'quickjs-emscripten-core'
import type { MemoryLayout } from './memory-image.ts'

type Loader = EmscriptenModuleLoader<QuickJSEmscriptenModule>

let loader: Loader | undefined
let compiled: WebAssembly.Module | undefined
let loadingFirst: Promise<QuickJSEmscriptenModule> | undefined

/** Of this build: to search for the same in an engine's memory would take half as long as to start one. */
export const memoryLayout: MemoryLayout = { staticEnd: 90_208, heapStart: 5_333_088, heapEndAt: 86_864 }

/** The first memory of a sandbox in bytes: half of what the build asks for. V8 collects garbage sooner for memory that nobody uses, too. */
const firstMemory = 8 * 1024 * 1024

/** How the build asks for its memory: an import of kind 2 with a limit, of 256 pages at first and 32,768 at most. */
const memoryImport = [2, 1, 0x80, 2, 0x80, 0x80, 2] as const

/** The compiled engine, once a sandbox has started or another thread has shared it. */
export const compiledEngine = (): WebAssembly.Module | undefined => compiled

/**
 * Uses the engine compiled by another thread. Sandboxes then start without decoding and compiling, at the speed that the code has
 * reached there.
 */
export const useCompiledEngine = (engine: WebAssembly.Module): void => {
  compiled ??= engine
}

export const quickJsVariant: QuickJSSyncVariant = {
  ...variant,
  async importModuleLoader() {
    const load = (loader ??= unwrap(await variant.importModuleLoader()))
    return async () => {
      const module = await loadOnce(load)
      encodeNatively(module)
      refuseAddressZero(module)
      return module
    }
  },
}

/** The bundler determines how deep the loader is wrapped. */
function unwrap(imported: Loader | { default: Loader } | { default: { default: Loader } }): Loader {
  if (!('default' in imported)) return imported
  return 'default' in imported.default ? imported.default.default : imported.default
}

async function loadOnce(load: Loader): Promise<QuickJSEmscriptenModule> {
  if (compiled) return await loadCompiled(load, compiled)
  if (!loadingFirst) {
    loadingFirst = loadAndKeep(load)
    return await loadingFirst
  }
  await loadingFirst
  return compiled ? await loadCompiled(load, compiled) : await load()
}

const loadCompiled = (load: Loader, engine: WebAssembly.Module): Promise<QuickJSEmscriptenModule> =>
  new Promise((resolve, reject) => {
    // The build would wait for ever for an `onSuccess` that never comes.
    const instantiateWasm = (imports: WebAssembly.Imports, onSuccess: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(engine, imports).then(onSuccess, reject)
      return {}
    }
    load({ instantiateWasm, wasmMemory: createMemory() }).then(resolve, reject)
  })

const createMemory = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: firstMemory / 65_536, maximum: 32_768 })

/** @returns the build, content with `firstMemory`. */
function withLessMemory(build: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = build.findIndex((_, index) => memoryImport.every((byte, offset) => build[index + offset] === byte))
  // Of the two bytes that spell the first size, seven bits each, the second is halved.
  return at < 0 ? build : build.with(at + 3, 1)
}

/** The build keeps the compiled module to itself; only intercepting `instantiate` reveals it. */
async function loadAndKeep(load: Loader): Promise<QuickJSEmscriptenModule> {
  const { instantiate } = WebAssembly
  const watched = async (source: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports) => {
    const result = await instantiate(withLessMemory(source), imports)
    compiled ??= result.module
    return result
  }
  Object.assign(WebAssembly, { instantiate: watched })
  try {
    return await load({ wasmMemory: createMemory() })
  } finally {
    Object.assign(WebAssembly, { instantiate })
    loadingFirst = undefined
  }
}

/**
 * The build encodes texts one character at a time, at some 14 ns each, which costs more than all handlers of a batch. The platform's
 * encoder works at the speed of memory. Lone surrogates become U+FFFD, as in every stored text.
 */
function encodeNatively(module: QuickJSEmscriptenModule): void {
  const encoder = new TextEncoder()
  // The library asks for a text's length first, and for its bytes right after.
  let text = ''
  let bytes = new Uint8Array()
  module.lengthBytesUTF8 = (given) => {
    text = given
    bytes = encoder.encode(given)
    return bytes.length
  }
  module.stringToUTF8 = (given, at) => {
    const found = given === text ? bytes : encoder.encode(given)
    module.HEAPU8.set(found, at)
    module.HEAPU8[at + found.length] = 0
    text = ''
    bytes = new Uint8Array()
  }
}

/** Thrown where the host has no room for a value in an engine's memory. */
export const noMemory = new Error('The memory of a query is full.')

/** The library writes to the address that it gets, also to 0, which says that there is no memory: there lies what the engine needs. */
function refuseAddressZero(module: QuickJSEmscriptenModule): void {
  const { _malloc: allocate } = module
  const allocateOrThrow = (size: number): number => {
    const at = allocate(size)
    if (at === 0) throw noMemory
    return at
  }
  Object.assign(module, { _malloc: allocateOrThrow })
}
