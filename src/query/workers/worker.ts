// The script of a browser's Worker for queries, with everything that runs them: the rest of the package imports the engine from it.

import { startAnswering } from './answer-calls.ts'
import type { Call, WorkerReply } from '../sandbox/protocol.ts'
import { isGreeting } from '../sandbox/protocol.ts'

// For the rest of the package only: applications get no types of them.
/** @internal */
export { checkSource } from '../dialect/source/prepare.ts'
/** @internal */
export { openSandboxedQuery } from '../sandbox/sandboxed-query.ts'
/** @internal */
export { startAnswering } from './answer-calls.ts'

/**
 * webpack's own functions, in scripts that webpack has built. Docusaurus adds one to every script, and so breaks a Worker that needs none of
 * them; webpack provides them where they are named.
 */
// eslint-disable-next-line no-underscore-dangle -- a name of webpack's
declare const __webpack_require__: unknown
try {
  void __webpack_require__
} catch {
  // Another build, or none.
}

// Bundlers may load every entry of the package, also on a server or in a page.
if ('DedicatedWorkerGlobalScope' in globalThis) {
  /** The page's `postMessage` has other parameters, and TypeScript knows one global scope only. */
  const take = startAnswering((reply) => (postMessage as (message: WorkerReply) => void)(reply))

  /** An application's own Worker may import the engine too: messages without the greeting are the application's. */
  let isGreeted = false
  addEventListener('message', ({ data }: MessageEvent<Call>) => {
    isGreeted ||= isGreeting(data)
    if (isGreeted) take(data)
  })
}
