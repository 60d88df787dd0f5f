// The Worker's side of the protocol: runs calls in this thread's engine and sends back their replies.

import { isError } from '../../base/realms.ts'
import type { SentEvents } from '../sandbox/columns.ts'
import { prepareSource } from '../dialect/prepare.ts'
import { keepSpareEngine, onSignOfLife, sharedEngine, useSharedEngine } from '../sandbox/engine.ts'
import type { Call, Replies, SentBatch, ThrownError, WorkerReply } from '../sandbox/protocol.ts'
import type { SandboxedQuery } from '../sandbox/sandboxed-query.ts'
import { openSandboxedQuery } from '../sandbox/sandboxed-query.ts'

/** Parsed ahead of the first query: code takes ten times as long on its first run. */
const usualQuery = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => { s.n += e.data.n } })'

let query: SandboxedQuery | undefined

/** Batches waiting to be loaded, by number. */
const sent = new Map<number, SentEvents>()

/**
 * Answers the thread that started this one, and sends it signs of life while guest code runs.
 *
 * @param send sends the reply to a call, or a sign of life; batches get no reply.
 * @returns a function that handles one message.
 */
export function startAnswering(send: (reply: WorkerReply) => void): (message: Call | SentBatch) => void {
  onSignOfLife((silence) => send({ kind: 'alive', silence }))
  return (message) => {
    if (message.kind === 'send') return void sent.set(message.batch, message.events)
    answer(message).then(
      (value) => send({ kind: 'done', value }),
      (error: unknown) => send({ kind: 'failed', error: readError(error) }),
    )
  }
}

async function answer(call: Call): Promise<Replies[Call['kind']]> {
  if (call.kind === 'prepare') {
    if (call.engine) useSharedEngine(call.engine)
    await Promise.all([keepSpareEngine(), prepareSource(usualQuery)])
    return { engine: call.engine ? undefined : sharedEngine() }
  }
  if (call.kind === 'reset') {
    query?.close()
    query = undefined
    sent.clear()
    await keepSpareEngine()
    return {}
  }
  if (call.kind === 'open') {
    const opened = await openSandboxedQuery(call.source, call.options)
    if ('kind' in opened) return { fault: opened }
    query = opened
    return { sources: opened.sources, needs: opened.needs }
  }
  if (!query) throw new Error(`"${call.kind}" before the query was opened`)
  if (call.kind === 'load') return query.load(take(call.batch))
  for (const batch of call.batches) {
    const { crash } = query.load(take(batch))
    if (crash) return { fault: crash, handlerTime: 0 }
  }
  return query.run(call.texts, call.limits)
}

/** @returns the events of a batch; discards earlier batches that were never loaded. */
function take(batch: number): SentEvents {
  const events = sent.get(batch)
  if (!events) throw new Error('a batch was not sent')
  for (const number of sent.keys()) if (number <= batch) sent.delete(number)
  return events
}

function readError(error: unknown): ThrownError {
  const { name, message, stack, code, hint } = (isError(error) ? error : new Error(String(error))) as Partial<ThrownError> & Error
  return { name, message, stack, code, hint }
}
