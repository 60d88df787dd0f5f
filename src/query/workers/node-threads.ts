// Starts threads of Node for queries, or gives the reason why there can be none.

import type * as Files from 'node:fs'
import type * as Executable from 'node:sea'
import type * as Threads from 'node:worker_threads'
import type { QueryWorker } from './worker-thread.ts'

/** Loads Node's modules at run time, so that bundlers for browsers find no import of them. */
interface NodeProcess {
  getBuiltinModule?(name: 'node:worker_threads'): typeof Threads | undefined
  getBuiltinModule?(name: 'node:fs'): typeof Files | undefined
  getBuiltinModule?(name: 'node:sea'): typeof Executable | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Only under Node's permission model. */
  readonly permission?: { has(what: 'worker'): boolean }
  emitWarning?(warning: string, options: { readonly code: string }): void
}

const node = (): NodeProcess => (globalThis as { process?: NodeProcess }).process ?? {}

/**
 * Megabytes of a thread's own heap: batches in transit, and the texts from the sandbox. It does not include the sandbox's memory.
 */
const heapLimit = 512

/** The script lies beside this module; in the package, one folder above the chunk with this module. */
const scriptName = (module: string): string => (module.endsWith('.ts') ? './node-worker.ts' : '../node-worker.js')

export type ThreadSupport =
  { readonly kind: 'threads'; readonly spawn: () => QueryWorker } | { readonly kind: 'none'; readonly reason: string }

/** @param module address of the module beside the script; a bundler may have moved it, or give no address. */
export function threadSupport(module: string | undefined = import.meta.url): ThreadSupport {
  const { getBuiltinModule, permission } = node()
  if (permission?.has('worker') === false) return { kind: 'none', reason: 'the process may start no threads (--allow-worker)' }
  const threads = getBuiltinModule?.('node:worker_threads')
  const files = getBuiltinModule?.('node:fs')
  if (!threads?.Worker || !files) return { kind: 'none', reason: 'this platform has neither Workers nor worker_threads' }
  const packed = packedScript()
  if (packed !== undefined) return { kind: 'threads', spawn: () => asQueryWorker(startThread(threads.Worker, packed)) }
  if (!module?.startsWith('file:')) return { kind: 'none', reason: 'a bundle does not tell where the package lies' }
  const script = new URL(scriptName(module), module)
  if (!files.existsSync(script)) return { kind: 'none', reason: `${script.href} is not there` }
  return { kind: 'threads', spawn: () => asQueryWorker(startThread(threads.Worker, script)) }
}

/** Name of the script in an executable that holds everything. */
const packedName = 'node-worker.cjs'

/** @returns the text of the script, where the process is an executable of the package. */
function packedScript(): string | undefined {
  const sea = node().getBuiltinModule?.('node:sea')
  if (!sea?.isSea()) return undefined
  try {
    return sea.getAsset(packedName, 'utf8')
  } catch {
    // Somebody else's executable, without the script.
    return undefined
  }
}

/**
 * The thread gets none of the process's loaders, inspectors and settings: they would delay or prevent its start. A cache of compiled
 * modules makes it start sooner.
 */
/** @param script its address, or its text. */
function startThread(Worker: typeof Threads.Worker, script: URL | string): Threads.Worker {
  const cache = node().env?.['NODE_COMPILE_CACHE']
  return new Worker(script, {
    name: 'rillbox query',
    eval: typeof script === 'string',
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
  })
}

function asQueryWorker(thread: Threads.Worker): QueryWorker {
  thread.unref()
  return {
    post: (message) => thread.postMessage(message),
    listen(onReply, onFailure) {
      thread.on('message', onReply)
      thread.on('messageerror', () => onFailure('A reply of the thread could not be read.'))
      thread.on('error', ({ message }: Error) => onFailure(message))
      thread.on('exit', (code) => onFailure(`The thread ended with exit code ${code}.`))
    },
    terminate: () => void thread.terminate(),
    keepAlive: (isNeeded) => (isNeeded ? thread.ref() : thread.unref()),
  }
}

/** Warns once in a process that queries can block it. */
export function warnOfQueriesInProcess(reason: string): void {
  if (hasWarned) return
  hasWarned = true
  const text =
    `Queries of projections run on the main thread, because ${reason}: an endless loop in one holds the process up until its time limit. ` +
    "Keep the package out of the bundle, or give createStore queries: 'in-process' to say that this is meant."
  node().emitWarning?.(text, { code: 'RILLBOX_QUERIES_IN_PROCESS' })
}

let hasWarned = false
