// The Worker's side of the protocol: runs calls in the engines of this thread, one after the other, and sends back their replies.

import { isError } from '../../base/platform/realms.ts'
import { checkSource, prepareSource } from '../dialect/source/prepare.ts'
import { keepSpareEngine, limitInstances, onSignOfLife, sharedEngine, useSharedEngine } from '../sandbox/engine/engine.ts'
import type { Call, Replies, ThrownError, WorkerReply } from '../sandbox/protocol.ts'
import { noTexts } from '../sandbox/known-texts.ts'
import type { LoadReply, QueryEngine } from '../sandbox/query-engine.ts'
import { openSandboxedQuery } from '../sandbox/sandboxed-query.ts'

/** Parsed ahead of the first query: code takes ten times as long on its first run. */
const usualQuery = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => { s.n += e.data.n } })'

const queries = new Map<number, QueryEngine>()

/** @returns a function that handles the calls of the thread that started this one. @param send sends it replies, or a sign of life. */
export function startAnswering(send: (reply: WorkerReply) => void): (call: Call) => void {
  let before: Promise<void> = Promise.resolve()
  onSignOfLife((silence) => send({ kind: 'alive', silence }))
  const answerNow = async (call: Call): Promise<void> => {
    try {
      send({ kind: 'done', value: await answer(call) })
    } catch (error) {
      send({ kind: 'failed', error: readError(error) })
    }
  }
  return (call) => {
    before = before.then(() => answerNow(call))
  }
}

async function answer(call: Call): Promise<Replies[Call['kind']]> {
  if (call.kind === 'prepare') {
    limitInstances(call.mostInstances)
    if (call.engine) useSharedEngine(call.engine)
    await Promise.all([keepSpareEngine(), prepareSource(usualQuery)])
    return { engine: call.engine ? undefined : sharedEngine() }
  }
  if (call.kind === 'check') return { fault: await checkSource(call.source, call.language) }
  if (call.kind === 'open') {
    const opened = await openSandboxedQuery(call.source, call.options)
    if ('kind' in opened) return { fault: opened }
    queries.set(call.query, opened)
    return { sources: opened.sources, needs: opened.needs }
  }
  const query = queries.get(call.query)
  if (call.kind === 'close') {
    query?.close()
    queries.delete(call.query)
    return {}
  }
  if (!query) throw new Error(`"${call.kind}" before the query was opened`)
  return call.kind === 'load' ? await load(query, call) : await query.run(call.texts, call.limits, call.held)
}

async function load(query: QueryEngine, { events, next }: Call & { readonly kind: 'load' }): Promise<LoadReply> {
  const loaded = await query.load(events)
  return next && !loaded.crash && loaded.missing.length === 0 ? { ...loaded, ran: await query.run(noTexts, next, '') } : loaded
}

function readError(error: unknown): ThrownError {
  const { name, message, stack, code, hint } = (isError(error) ? error : new Error(String(error))) as Partial<ThrownError> & Error
  return { name, message, stack, code, hint }
}
