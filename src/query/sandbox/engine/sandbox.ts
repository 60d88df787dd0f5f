// One QuickJS engine with memory of its own: bounds its memory and stack, gives it the host's functions, and copies its memory.

import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { StoreError } from '../../../base/errors.ts'
import { compareTexts, separatorsOf } from './culture.ts'
import { memberOrder } from './member-order.ts'
import type { MemoryChanges, MemoryImage } from './memory-image.ts'
import { changesSince, exchangeChanges, resetToImage, restoreImage, takeImage } from './memory-image.ts'
import type { TimeLimit } from './time-limit.ts'
import { memoryLimit, memoryReserve, stackLimit } from './time-limit.ts'
import { memoryLayout, quickJsVariant } from './quickjs-variant.ts'

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

/**
 * Every sandbox is a WebAssembly instance of its own, so that a crash affects no other. It is never disposed of piece by piece: its
 * whole memory is freed with the last reference, also after a crash.
 *
 * @throws StoreError `sandbox-unavailable` if WebAssembly is blocked.
 */
export async function createSandbox(timeLimit: Pick<TimeLimit, 'shouldInterrupt' | 'check'>) {
  const { module, context } = await createContext(() => timeLimit.shouldInterrupt())
  const limit = limitGrowth(module.getWasmMemory())

  /** Functions that the guest may call, in the order in which it takes them. */
  const hostFunctions = [
    // Runs pending reactions of promises, also while guest code runs. Rejections are ignored, as on the server (projection-language §17.1).
    context.newFunction('runJobs', () => context.runtime.executePendingJobs().dispose()),
    // Gives an object's member names in insertion order, as JSON; empty if it cannot tell.
    context.newFunction('orderNames', (object) => context.newString(JSON.stringify(namesInOrder(context, object)) ?? '')),
    context.newFunction('checkTime', () => timeLimit.check()),
    context.newFunction('compareTexts', (...given) => {
      const [a, b, locale] = given.map((text) => context.getString(text))
      return context.newString(String(compareTexts(a!, b!, locale!) ?? ''))
    }),
    context.newFunction('separatorsOf', (locale) => context.newString(JSON.stringify(separatorsOf(context.getString(locale))) ?? '')),
  ] as const
  // The library keeps a reference to the global object from its first use on: in every sandbox it has the same place.
  const marks = [...hostFunctions, context.global].map(({ value }) => value)
  const memory = (): Uint8Array<ArrayBuffer> => new Uint8Array(module.getWasmMemory().buffer)

  return {
    context,
    hostFunctions,
    /** @returns the memory of the sandbox, before any guest code runs. */
    takeImage: (): MemoryImage => takeImage(memory(), marks, memoryLayout),
    /**
     * Puts an unused sandbox into the state of the image. Of all handles, only those of the host's functions stay valid.
     *
     * @returns false if the image does not fit.
     */
    restore: (image: MemoryImage): boolean => restoreImage(memory(), image, marks),
    /** Whether its memory has not grown. */
    hasSizeOf: (image: MemoryImage): boolean => module.getWasmMemory().buffer.byteLength === image.size,
    changesSince: (image: MemoryImage, buffer?: MemoryChanges['bytes']): MemoryChanges => changesSince(image, memory(), buffer),
    reset: (image: MemoryImage): void => resetToImage(memory(), image),
    exchange: (image: MemoryImage, from: Pick<MemoryChanges, 'pages'>, to: MemoryChanges): void =>
      exchangeChanges(memory(), image, from, to),
    /** Opens the memory reserved for fetching an outcome. */
    openReserve(): void {
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
    throw unavailable(cause)
  }
}

/** Advice follows only from what the platform has said. */
const unavailable = (cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', `The sandbox for queries could not be started: ${String(cause)}.`, {
    hint: isOfPolicy(cause)
      ? "Allow WebAssembly: the content security policy of the page needs 'wasm-unsafe-eval' in script-src."
      : 'It needs WebAssembly and some megabytes of memory; streams work without it.',
    cause,
  })

/** Every engine names the policy, or the source expression that it lacks, in the error for WebAssembly that it refuses. */
const isOfPolicy = (cause: unknown): boolean => /content security policy|\bCSP\b|unsafe-eval/i.test(String(cause))
