// The script of a browser's Worker for queries.

import { startAnswering } from './answer-calls.ts'
import type { Call, WorkerReply } from '../sandbox/protocol.ts'

// Bundlers may load every entry of the package, also on a server or in a page.
if ('DedicatedWorkerGlobalScope' in globalThis) {
  /** The page's `postMessage` has other parameters, and TypeScript knows one global scope only. */
  const take = startAnswering((reply) => (postMessage as (message: WorkerReply) => void)(reply))

  addEventListener('message', ({ data }: MessageEvent<Call>) => take(data))
}
