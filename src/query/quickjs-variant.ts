// The QuickJS build that sandboxes run on, with texts copied into its memory by the platform's encoder.

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import type { EmscriptenModuleLoader, QuickJSEmscriptenModule, QuickJSSyncVariant } from 'quickjs-emscripten-core'

/**
 * The build encodes texts one character at a time, at some 14 ns each: for a batch of events more than all its handlers need. The
 * platform's encoder does it at the speed of memory. Lone surrogates become U+FFFD, as they do in every text that is stored.
 */
export const quickJsVariant: QuickJSSyncVariant = {
  ...variant,
  async importModuleLoader() {
    const load = unwrap(await variant.importModuleLoader())
    return async (options) => {
      const module = await load(options)
      encodeNatively(module)
      return module
    }
  },
}

type Loader = EmscriptenModuleLoader<QuickJSEmscriptenModule>

/** How deep the loader is wrapped depends on what bundled it. */
function unwrap(imported: Loader | { default: Loader } | { default: { default: Loader } }): Loader {
  if (!('default' in imported)) return imported
  return 'default' in imported.default ? imported.default.default : imported.default
}

function encodeNatively(module: QuickJSEmscriptenModule): void {
  const encoder = new TextEncoder()
  // The library asks for a text's length first and for its bytes right after.
  let text = ''
  let bytes: Uint8Array = new Uint8Array()
  module.lengthBytesUTF8 = (given) => {
    text = given
    bytes = encoder.encode(given)
    return bytes.length
  }
  module.stringToUTF8 = (given, at) => {
    const encoded = given === text ? bytes : encoder.encode(given)
    module.HEAPU8.set(encoded, at)
    module.HEAPU8[at + encoded.length] = 0
    text = ''
    bytes = new Uint8Array()
  }
}
