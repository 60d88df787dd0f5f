// The Worker side: takes calls, runs them in this thread's engine, and sends back what came of them.

import { isError } from '../../base/realms.ts'
import type { SentEvents } from '../sandbox/columns.ts'
import { prepareSource } from '../dialect/prepare.ts'
import { keepSpareEngine, onSignOfLife, sharedEngine, useSharedEngine } from '../sandbox/engine.ts'
import type { Call, Replies, SentBatch, ThrownError, WorkerReply } from '../sandbox/protocol.ts'
import type { SandboxedQuery } from '../sandbox/sandboxed-query.ts'
import { openSandboxedQuery } from '../sandbox/sandboxed-query.ts'

/** Taken apart before the first query comes: code that runs for the first time takes ten times as long. */
const usualQuery = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => { s.n += e.data.n } })'

let query: SandboxedQuery | undefined

/** Batches that wait to be loaded, by their numbers. */
const sent = new Map<number, SentEvents>()

/**
 * Answers the thread that started this one, and tells it while guest code runs that this thread gets on.
 *
 * @param send sends the reply to a call, or a sign of life; batches get none.
 * @returns takes one message.
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

/** @returns the events of a batch; those that were sent before and never asked for are forgotten. */
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
