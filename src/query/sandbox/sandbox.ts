// One QuickJS engine with memory of its own: evaluates code, calls functions with texts, and reports how they ended.

import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { StoreError } from '../../base/errors.ts'
import { isArrayBuffer } from '../../base/realms.ts'
import { memberOrder } from './member-order.ts'
import type { MemoryImage } from './memory-image.ts'
import { restoreImage, takeImage } from './memory-image.ts'
import type { TimeLimit } from './time-limit.ts'
import { memoryLimit, memoryReserve, stackLimit } from './time-limit.ts'
import { quickJsVariant } from './quickjs-variant.ts'

/** How a call into the sandbox ended. */
export type CallOutcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  /** Guest code threw; `error` is valid until the next call of the sandbox. */
  | { readonly kind: 'thrown'; readonly error: QuickJSHandle }
  /** The engine itself failed and must not be called again. */
  | { readonly kind: 'crashed'; readonly cause: unknown }

/** A value that is copied into the sandbox. */
export type Argument = string | number | boolean | ArrayBuffer

export interface Sandbox {
  /** Evaluates a script in the global scope, in sloppy mode. */
  evaluate(code: string, name: string): CallOutcome<QuickJSHandle>
  /** Calls a function that returns a text. */
  call(target: QuickJSHandle, ...args: readonly (Argument | QuickJSHandle)[]): CallOutcome<string>
  callForHandle(target: QuickJSHandle, ...args: readonly QuickJSHandle[]): CallOutcome<QuickJSHandle>
  /** A guest function that runs pending reactions of promises, also while guest code runs. */
  readonly runJobs: QuickJSHandle
  /** A guest function from an object to its member names in insertion order, as JSON; empty where it cannot tell. */
  readonly orderNames: QuickJSHandle
  /** A guest function that checks the time. */
  readonly checkTime: QuickJSHandle
  /** @returns the memory of the sandbox, before any guest code runs. */
  takeImage(): MemoryImage
  /**
   * Puts an unused sandbox into the state of the image. Only the handles above stay valid.
   *
   * @returns false where the image does not fit.
   */
  restore(image: MemoryImage): boolean
  /** Puts a value on the global object, for `take`. */
  leave(name: string, value: QuickJSHandle): void
  take(name: string): QuickJSHandle
  /** Declares a global constant that the global object does not show. */
  declare(name: string, value: QuickJSHandle): void
  member(target: QuickJSHandle, name: string): QuickJSHandle
  readNumber(target: QuickJSHandle, name: string): number
  hasValue(target: QuickJSHandle, name: string): boolean
  setTrue(target: QuickJSHandle, name: string): void
  /** Opens the memory reserved for fetching an outcome. */
  openReserve(): void
}

/**
 * Every sandbox is a WebAssembly instance of its own, so that a crash affects no other. It is never disposed of piece by piece: its
 * whole memory is freed with the last reference, also after a crash.
 *
 * @throws StoreError `sandbox-unavailable` where WebAssembly is blocked.
 */
export async function createSandbox({ shouldInterrupt, check }: Pick<TimeLimit, 'shouldInterrupt' | 'check'>): Promise<Sandbox> {
  const { module, context } = await createContext(shouldInterrupt)
  const limit = limitGrowth(module.getWasmMemory())
  let thrown: QuickJSHandle | undefined

  const attempt = (run: () => ReturnType<QuickJSContext['callFunction']>): CallOutcome<QuickJSHandle> => {
    thrown?.dispose()
    thrown = undefined
    try {
      const result = run()
      if (!result.error) return { kind: 'value', value: result.value }
      thrown = result.error
      return { kind: 'thrown', error: result.error }
    } catch (cause) {
      return { kind: 'crashed', cause }
    }
  }

  const toHandle = (value: Argument | QuickJSHandle): QuickJSHandle => {
    if (typeof value === 'string') return context.newString(value)
    if (typeof value === 'number') return context.newNumber(value)
    if (typeof value === 'boolean') return value ? context.true : context.false
    if (isArrayBuffer(value)) return context.newArrayBuffer(value)
    return value
  }

  const callForHandle: Sandbox['callForHandle'] = (target, ...args) =>
    attempt(() => context.callFunction(target, context.undefined, ...args))

  // Rejections are ignored, as in the reference (projection-language §17.1).
  const runJobs = context.newFunction('runJobs', () => context.runtime.executePendingJobs().dispose())

  const orderNames = context.newFunction('orderNames', (object) => context.newString(JSON.stringify(namesInOrder(context, object)) ?? ''))

  const memory = (): Uint8Array<ArrayBuffer> => new Uint8Array(module.getWasmMemory().buffer)
  const checkTime = context.newFunction('checkTime', () => check())
  const marks = [runJobs.value, orderNames.value, checkTime.value]

  return {
    evaluate: (code, name) => attempt(() => context.evalCode(code, name, { type: 'global' })),
    call(target, ...args) {
      const handles: QuickJSHandle[] = []
      const outcome = attempt(() => {
        for (const value of args) handles.push(toHandle(value))
        return context.callFunction(target, context.undefined, ...handles)
      })
      if (outcome.kind === 'crashed') return outcome
      handles.forEach((handle, i) => handle !== args[i] && handle.alive && handle.dispose())
      if (outcome.kind === 'thrown') return outcome
      return { kind: 'value', value: outcome.value.consume((handle) => context.getString(handle)) }
    },
    callForHandle,
    runJobs,
    orderNames,
    checkTime,
    takeImage: () => takeImage(memory(), marks),
    restore: (image) => restoreImage(memory(), image, marks),
    leave: (name, value) => context.setProp(context.global, name, value),
    take(name) {
      const value = context.getProp(context.global, name)
      context.unwrapResult(context.evalCode(`delete globalThis.${name}`, 'prelude', { type: 'global' })).dispose()
      return value
    },
    declare(name, value) {
      context.setProp(context.global, `${name}Value`, value)
      context
        .unwrapResult(context.evalCode(`const ${name} = ${name}Value; delete globalThis.${name}Value`, 'prelude', { type: 'global' }))
        .dispose()
    },
    member: (target, name) => context.getProp(target, name),
    readNumber: (target, name) => context.getProp(target, name).consume((handle) => context.getNumber(handle)),
    hasValue: (target, name) => context.getProp(target, name).consume((handle) => context.typeof(handle) !== 'undefined'),
    setTrue: (target, name) => context.setProp(target, name, context.true),
    openReserve() {
      limit.bytes = memoryLimit + memoryReserve
    },
  }
}

/**
 * Stops a memory from growing beyond the limit; the engine then reports that it is out of memory. The engine's own limit counts only
 * its overhead, because this build cannot measure allocations.
 */
function limitGrowth(memory: WebAssembly.Memory): { bytes: number } {
  const limit = { bytes: memoryLimit }
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > limit.bytes) throw new RangeError('The memory of a query is full.')
    return grow(pages)
  }
  return limit
}

/** @returns undefined for values that binary JSON cannot hold, functions for example. */
function namesInOrder(context: QuickJSContext, object: QuickJSHandle): string[] | undefined {
  const encoded = context.encodeBinaryJSON(object)
  try {
    if (context.typeof(encoded) !== 'object') return undefined
    return context.getArrayBuffer(encoded).consume((bytes) => memberOrder(bytes.value))
  } finally {
    encoded.dispose()
  }
}

async function createContext(
  shouldInterrupt: () => boolean,
): Promise<{ readonly module: QuickJSWASMModule; readonly context: QuickJSContext }> {
  try {
    const module = await newQuickJSWASMModuleFromVariant(quickJsVariant)
    const runtime = module.newRuntime({ maxStackSizeBytes: stackLimit, interruptHandler: shouldInterrupt })
    return { module, context: runtime.newContext() }
  } catch (cause) {
    throw new StoreError('sandbox-unavailable', 'The sandbox for queries could not be started.', {
      hint: "Allow WebAssembly: a content security policy needs 'wasm-unsafe-eval' in script-src.",
      cause,
    })
  }
}
