// The platform's costs without the store: raw IndexedDB, a bare QuickJS loop, msw with a ready answer.

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'

interface RawDatabase {
  write(commit: unknown): Promise<void>
  /** Reads the first commit. */
  read(): Promise<void>
  close(): void
}

/** One object store with one record per commit, and nothing else. */
export async function openRawDatabase(name: string): Promise<RawDatabase> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('commits', { autoIncrement: true }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
  return {
    write: (commit) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction('commits', 'readwrite', { durability: 'relaxed' })
        transaction.objectStore('commits').add(commit)
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('error', () => reject(transaction.error ?? new Error('no write')))
      }),
    read: () =>
      new Promise((resolve, reject) => {
        const request = database.transaction('commits').objectStore('commits').get(1)
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(request.error ?? new Error('no read')))
      }),
    close: () => database.close(),
  }
}

/** A Worker that sends back what it gets. */
export function startEcho(): { ask(message: unknown): Promise<void>; end(): void } {
  const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)'])))
  return {
    ask: (message) =>
      new Promise((resolve) => {
        worker.addEventListener('message', () => resolve(), { once: true })
        worker.postMessage(message)
      }),
    end: () => worker.terminate(),
  }
}

/**
 * Parses each batch inside the sandbox, calls the step for each event, and prints the state after each.
 *
 * @returns milliseconds for all batches, without the start of the sandbox.
 */
export async function bareLoop(script: string, texts: readonly string[]): Promise<number> {
  const quickJs = await newQuickJSWASMModuleFromVariant(variant)
  const context = quickJs.newContext()
  const loop = `${script}
    ;(text) => { let printed = 0; for (const event of JSON.parse(text)) printed += JSON.stringify(step(event)).length; return printed }`
  const run = context.unwrapResult(context.evalCode(loop))
  const started = performance.now()
  for (const text of texts) {
    using argument = context.newString(text)
    using result = context.unwrapResult(context.callFunction(run, context.undefined, argument))
    if (context.getNumber(result) <= 0) throw new Error('the loop did nothing')
  }
  const milliseconds = performance.now() - started
  run.dispose()
  context.dispose()
  return milliseconds
}
