// The Worker side: takes calls, runs them in this thread's engine, and sends back what came of them.

import { prepareSource } from './dialect/prepare.ts'
import { keepSpareEngine, sharedEngine, useSharedEngine } from './engine.ts'
import type { Call, Replies, Reply, ThrownError } from './protocol.ts'
import type { SandboxedQuery } from './sandboxed-query.ts'
import { openSandboxedQuery } from './sandboxed-query.ts'

/** Taken apart before the first query comes: code that runs for the first time takes ten times as long. */
const usualQuery = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s, e) => { s.n += e.data.n } })'

let query: SandboxedQuery | undefined

addEventListener('message', ({ data }: MessageEvent<Call>) => {
  answer(data).then(
    (value) => send({ kind: 'done', value }),
    (error: unknown) => send({ kind: 'failed', error: readError(error) }),
  )
})

async function answer(call: Call): Promise<Replies[Call['kind']]> {
  if (call.kind === 'prepare') {
    if (call.engine) useSharedEngine(call.engine)
    await Promise.all([keepSpareEngine(), prepareSource(usualQuery)])
    return { engine: call.engine ? undefined : sharedEngine() }
  }
  if (call.kind === 'open') {
    const opened = await openSandboxedQuery(call.source, call.options)
    if ('kind' in opened) return { fault: opened }
    query = opened
    return { sources: opened.sources, needs: opened.needs }
  }
  if (!query) throw new Error(`"${call.kind}" before the query was opened`)
  if (call.kind === 'load') return query.load(call.events)
  for (const events of call.loads) {
    const { crash } = query.load(events)
    if (crash) return { fault: crash, handlerTime: 0 }
  }
  return query.run(call.texts, call.limits)
}

/** The page's `postMessage` has other parameters, and TypeScript knows one global scope only. */
const send = (reply: Reply): void => (postMessage as (message: Reply) => void)(reply)

function readError(error: unknown): ThrownError {
  const { name, message, stack, code, hint } = (error instanceof Error ? error : new Error(String(error))) as Partial<ThrownError> & Error
  return { name, message, stack, code, hint }
}
