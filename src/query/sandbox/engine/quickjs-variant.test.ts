import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openInQuickJs } from '../quickjs.ts'
import { limitInstances } from './engine.ts'
import { mostInstances } from './most-instances.ts'
import { memoryLayout, quickJsVariant } from './quickjs-variant.ts'

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

// Each query of these tests needs a new instance: one that an earlier query has left is taken, and none is shared.
beforeAll(async () => {
  await openInQuickJs('fromAll()', options)
  limitInstances(Infinity, Infinity)
})
afterAll(() => limitInstances(mostInstances))

test('starts an engine after the first could not start', async () => {
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new WebAssembly.CompileError('not now'))
  await expect(openInQuickJs('fromAll()', options)).rejects.toMatchObject({ code: 'sandbox-unavailable' })
  expect(await openInQuickJs('fromAll()', options)).toMatchObject({ definition: { sources: { allStreams: true } } })
})

test.each([
  [
    'Chromium',
    "WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source",
  ],
  ['Firefox', 'call to WebAssembly.instantiate() blocked by CSP'],
  [
    'Safari',
    "Refused to create a WebAssembly object because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy",
  ],
])('advises about the content security policy where %s has named it', async (_browser, message) => {
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new WebAssembly.CompileError(message))
  await expect(openInQuickJs('fromAll()', options)).rejects.toMatchObject({
    hint: expect.stringContaining("'wasm-unsafe-eval'") as unknown,
  })
})

test('gives no advice from a guess, and names the cause', async () => {
  const cause = new TypeError('new Blob().stream is not a function')
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(cause)
  const error = (await openInQuickJs('fromAll()', options).catch((thrown: unknown) => thrown)) as { message: string; hint: string }
  expect(error).toMatchObject({ code: 'sandbox-unavailable', cause: expect.anything() as unknown })
  expect(error.message).toContain('could not be started: ')
  expect(error.message).toContain('new Blob().stream is not a function')
  expect(error.hint).not.toContain('policy')
})

test('begins with half of the memory that the build asks for', async () => {
  const engine = await newQuickJSWASMModuleFromVariant(quickJsVariant)
  expect(engine.getWasmMemory().buffer.byteLength).toBe(8 * 1024 * 1024)
})

describe('the layout of the memory', () => {
  const { staticEnd, heapStart, heapEndAt } = memoryLayout
  const start = async () => {
    const engine = await newQuickJSWASMModuleFromVariant(quickJsVariant)
    return { engine, words: new Uint32Array(engine.getWasmMemory().buffer) }
  }

  test('is that of the build: between what it brings and the heap lies only the stack', async () => {
    const { words } = await start()
    const farFromHeap = heapStart - 1_000_000
    const written = words.subarray(0, farFromHeap / 4).findLastIndex((word) => word !== 0) * 4
    expect(written).toBeGreaterThanOrEqual(heapEndAt)
    expect(written).toBeLessThan(staticEnd)
    const first = words.findIndex((word, index) => index * 4 >= heapStart && word !== 0) * 4
    expect(first - heapStart).toBeLessThan(64)
  })

  test('is kept by an engine that works: its heap grows at the end', async () => {
    const { engine, words } = await start()
    const context = engine.newContext()
    const before = words[heapEndAt / 4]!
    expect(before).toBeGreaterThan(heapStart)
    context.newArrayBuffer(new ArrayBuffer(2_000_000))
    const grown = words[heapEndAt / 4]! - before
    expect(grown).toBeGreaterThan(1_800_000)
    expect(grown).toBeLessThan(2_200_000)
  })
})
