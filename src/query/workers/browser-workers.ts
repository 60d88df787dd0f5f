// Starts a browser's Workers for queries, and finds out why one did not start.

import { realTime } from '../../base/time/real-time.ts'
import type { WorkerReply } from '../sandbox/protocol.ts'
import type { WorkerFailure, WorkerProblem } from './worker-script.ts'
import { isElsewhere, lookAtScript, workerProblem } from './worker-script.ts'
import type { QueryWorker } from './worker-thread.ts'

export interface BrowserWorkers {
  spawn(): QueryWorker
  /** @param said the platform's message about a Worker that did not start. */
  explain(said: string): Promise<WorkerProblem>
}

/** @param url of the script, relative to the page. Default: the package's script, in the place chosen by the application's build. */
export function browserWorkers(url?: string): BrowserWorkers {
  let address: string | undefined
  return {
    spawn() {
      watchPolicy()
      if (url === undefined) return ofBrowser(spawnPackaged((seen) => (address = seen)))
      address = new URL(url, location.href).href
      return ofBrowser(new Worker(trusted(startable(address)), { type: 'module', name: 'rillbox-query' }))
    },
    async explain(said) {
      // The browser reports a violation of its policy in a task of its own.
      await new Promise<void>((resolve) => realTime.after(0, resolve))
      const forbiddenBy = isDistrusted ? 'trusted-types' : address === undefined ? undefined : policyAgainst(address)
      return workerProblem(await lookAtScript({ address, page: location.href, isOpaque: origin === 'null', forbiddenBy, said }))
    },
  }
}

/**
 * Bundlers recognise exactly this `new Worker(new URL(…))` and substitute the address; only intercepting the constructor reveals it.
 */
function spawnPackaged(see: (address: string) => void): Worker {
  const { Worker: PlatformWorker } = globalThis
  const watched = function WatchedWorker(address: string | URL, options?: WorkerOptions): Worker {
    see(String(address))
    return new PlatformWorker(trusted(startable(String(address))), options)
  }
  Object.assign(globalThis, { Worker: watched })
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rillbox-query' })
  } finally {
    Object.assign(globalThis, { Worker: PlatformWorker })
  }
}

/** Scripts of the page's origin that import one from elsewhere, by the address of that. */
const importing = new Map<string, string>()

/**
 * Browsers start Workers from the page's origin only: a script on another one, for example a CDN, is imported by a script of the page's own. Its
 * server has to allow that, as for every module that a page imports from elsewhere.
 */
function startable(address: string): string {
  if (!isElsewhere(address, location.href)) return address
  const known = importing.get(address)
  if (known !== undefined) return known
  const made = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)}`], { type: 'text/javascript' }))
  importing.set(address, made)
  return made
}

interface ScriptPolicy {
  /** The result stands for the text where a script's address is expected. */
  createScriptURL(address: string): string
}

/** Neither every browser nor TypeScript's library has them. */
declare const trustedTypes:
  { createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string }): ScriptPolicy } | undefined

let scriptPolicy: ScriptPolicy | undefined
/** Whether the page's policy does not list `rillbox` among its trusted types. */
let isDistrusted = false

/** Where the page requires trusted types, a Worker's address has to come from a policy of its own, which the page's policy can name. */
function trusted(address: string): string {
  if (typeof trustedTypes === 'undefined') return address
  try {
    scriptPolicy ??= trustedTypes.createPolicy('rillbox', { createScriptURL: (url) => url })
  } catch {
    isDistrusted = true
  }
  return scriptPolicy ? scriptPolicy.createScriptURL(address) : address
}

/** Addresses of scripts from which the page's policy (`worker-src`) started no Worker; of those that it has made itself, the browser says `blob`. */
const forbidden = new Set<string>()

const policyAgainst = (address: string): WorkerFailure['forbiddenBy'] => {
  if (isElsewhere(address, location.href)) return forbidden.has('blob') ? 'worker-src blob:' : undefined
  return forbidden.has(address) ? 'worker-src' : undefined
}
let isWatching = false

function watchPolicy(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === 'enforce' && effectiveDirective === 'worker-src') forbidden.add(blockedURI)
  })
}

/** Adapts any Worker of a browser. */
export const ofBrowser = (worker: Worker): QueryWorker => ({
  post: (message) => worker.postMessage(message),
  listen(onReply, onFailure) {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => onReply(data))
    worker.addEventListener('messageerror', () => onFailure('A reply of the Worker could not be read.'))
    // Only a script that ran gives the event a message.
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      onFailure(event.message || 'The script of the Worker could not be loaded.')
    })
  },
  terminate: () => worker.terminate(),
})
