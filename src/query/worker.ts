// The script of a browser's Worker for queries.

import { takeMessage } from './answer-calls.ts'
import type { Call, Reply, SentBatch } from './protocol.ts'

addEventListener('message', ({ data }: MessageEvent<Call | SentBatch>) => takeMessage(data, send))

/** The page's `postMessage` has other parameters, and TypeScript knows one global scope only. */
const send = (reply: Reply): void => (postMessage as (message: Reply) => void)(reply)
