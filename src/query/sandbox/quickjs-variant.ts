// The QuickJS build that sandboxes run on: compiled once for all threads, with texts copied into its memory by the platform's encoder.

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import type { EmscriptenModuleLoader, QuickJSEmscriptenModule, QuickJSSyncVariant } from 'quickjs-emscripten-core'

type Loader = EmscriptenModuleLoader<QuickJSEmscriptenModule>

let compiled: WebAssembly.Module | undefined
let loadingFirst: Promise<QuickJSEmscriptenModule> | undefined

/** The compiled engine, once a sandbox was started or another thread has given it. */
export const compiledEngine = (): WebAssembly.Module | undefined => compiled

/**
 * Takes the engine that another thread compiled. Its code is shared: sandboxes start without decoding and compiling, and at the speed
 * that the code has reached elsewhere.
 */
export const useCompiledEngine = (engine: WebAssembly.Module): void => {
  compiled ??= engine
}

export const quickJsVariant: QuickJSSyncVariant = {
  ...variant,
  async importModuleLoader() {
    const load = unwrap(await variant.importModuleLoader())
    return async () => {
      const module = await loadOnce(load)
      encodeNatively(module)
      return module
    }
  },
}

/** How deep the loader is wrapped depends on what bundled it. */
function unwrap(imported: Loader | { default: Loader } | { default: { default: Loader } }): Loader {
  if (!('default' in imported)) return imported
  return 'default' in imported.default ? imported.default.default : imported.default
}

async function loadOnce(load: Loader): Promise<QuickJSEmscriptenModule> {
  if (compiled) return loadCompiled(load, compiled)
  if (!loadingFirst) {
    loadingFirst = loadAndKeep(load)
    return loadingFirst
  }
  await loadingFirst
  return compiled ? loadCompiled(load, compiled) : load()
}

const loadCompiled = (load: Loader, engine: WebAssembly.Module): Promise<QuickJSEmscriptenModule> =>
  new Promise((resolve, reject) => {
    // The build waits for `onSuccess` and would wait for ever where that does not come.
    const instantiateWasm = (imports: WebAssembly.Imports, onSuccess: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(engine, imports).then(onSuccess, reject)
      return {}
    }
    load({ instantiateWasm }).then(resolve, reject)
  })

/** The build holds its code as text and keeps the compiled module to itself; this is where it can be seen passing by. */
async function loadAndKeep(load: Loader): Promise<QuickJSEmscriptenModule> {
  const { instantiate } = WebAssembly
  const watched = async (source: BufferSource, imports: WebAssembly.Imports) => {
    const result = await instantiate(source, imports)
    compiled ??= result.module
    return result
  }
  Object.assign(WebAssembly, { instantiate: watched })
  try {
    return await load()
  } finally {
    Object.assign(WebAssembly, { instantiate })
  }
}

/** Texts of up to so many units are encoded into memory that is kept: to allocate it anew costs more than to encode. */
const mostKept = 1_000_000

/**
 * The build encodes texts one character at a time, at some 14 ns each: for a batch of events more than all its handlers need. The
 * platform's encoder does it at the speed of memory. Lone surrogates become U+FFFD, as they do in every text that is stored.
 */
function encodeNatively(module: QuickJSEmscriptenModule): void {
  // The library asks for a text's length first and for its bytes right after.
  let text = ''
  let bytes: Uint8Array = new Uint8Array()
  module.lengthBytesUTF8 = (given) => {
    text = given
    bytes = encoded(given)
    return bytes.length
  }
  module.stringToUTF8 = (given, at) => {
    const found = given === text ? bytes : encoded(given)
    module.HEAPU8.set(found, at)
    module.HEAPU8[at + found.length] = 0
    text = ''
    bytes = new Uint8Array()
  }
}

const encoder = new TextEncoder()
let kept = new Uint8Array()

/** @returns bytes that are good until the next call. */
function encoded(text: string): Uint8Array {
  if (text.length > mostKept) return encoder.encode(text)
  // A unit takes three bytes at most.
  if (kept.length < text.length * 3) kept = new Uint8Array(text.length * 3)
  return kept.subarray(0, encoder.encodeInto(text, kept).written)
}
