// The script of a Node thread for queries.

import { parentPort } from 'node:worker_threads'
import { startAnswering } from './answer-calls.ts'

const port = parentPort!
port.on(
  'message',
  startAnswering((reply) => port.postMessage(reply)),
)
