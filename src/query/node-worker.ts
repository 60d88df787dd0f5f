// The script of a Node thread for queries.

import { parentPort } from 'node:worker_threads'
import { takeMessage } from './answer-calls.ts'
import type { Call, Reply, SentBatch } from './protocol.ts'

const port = parentPort!
port.on('message', (message: Call | SentBatch) => takeMessage(message, (reply: Reply) => port.postMessage(reply)))
