// QuickJS without the dialect, for comparison with its built-ins.

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)

/** @returns the completion value of a script in a fresh context. */
export function evaluatePlain(script: string): unknown {
  using context = quickjs.newContext()
  using value = context.unwrapResult(context.evalCode(script))
  return context.dump(value)
}
