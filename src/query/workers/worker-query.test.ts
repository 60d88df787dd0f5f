import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SentEvents } from '../sandbox/columns.ts'
import type { RunLimits } from '../query.ts'
import { openWorkerQuery } from './worker-query.ts'
import type { QueryWorker } from './worker-thread.ts'
import { startThread } from './worker-thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The functions that the fake timers replace. */
const replaceable = {
  now: () => performance.now(),
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** A Worker that opens queries, and hangs with the next call. */
function hangingWorker(): QueryWorker {
  let reply: Parameters<QueryWorker['listen']>[0] = () => undefined
  return {
    listen: (onReply) => void (reply = onReply),
    post: ({ kind }) => void (kind === 'open' && reply({ kind: 'done', value: { sources: {}, needs: {} } as never })),
    terminate: () => undefined,
  }
}

const event: SentEvents = { count: 1, columns: '{}', text: '' }
const live: RunLimits = { events: 50, milliseconds: 100 }

it.each([
  ['an event that is loaded alone, as a suspect is', undefined, 350],
  ['a live event that runs with the same call, and is no suspect', live, 450],
])('a Worker may be silent over %s', async (_, next, allowed) => {
  const seat = { query: 1, leave: () => undefined, offend: () => undefined, grace: 200 }
  const query = await openWorkerQuery(startThread(hangingWorker, replaceable), '', { executionTimeout: 250 } as never, seat)
  if (typeof query === 'symbol' || 'kind' in query) throw new Error('The query was not opened.')
  const ended = vi.fn<() => void>()
  void Promise.resolve(query.load(event, next)).then(ended)
  await vi.advanceTimersByTimeAsync(allowed - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
