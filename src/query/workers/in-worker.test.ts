import { expect, test } from 'vitest'
import { isFault } from '../query.ts'
import type { Call, WorkerReply } from '../sandbox/protocol.ts'
import { createOpenInWorker } from './in-worker.ts'
import type { QueryWorker } from './worker-thread.ts'

/** Workers in which one kind of call throws; the others do nothing. */
function failingWorkers(failing: Call['kind']) {
  const counts = { spawned: 0, terminated: 0 }
  const spawn = (): QueryWorker => {
    counts.spawned += 1
    let reply: (reply: WorkerReply) => void
    return {
      post: ({ kind }) => {
        const error = { name: 'Error', message: `no ${kind}`, stack: undefined, code: undefined, hint: undefined }
        queueMicrotask(() => reply(kind === failing ? { kind: 'failed', error } : { kind: 'done', value: {} }))
      },
      listen: (onReply) => (reply = onReply),
      terminate: () => (counts.terminated += 1),
    }
  }
  return { spawn, counts }
}

test.each(['prepare', 'check'] as const)('ends a Worker in which the call "%s" throws', async (failing) => {
  const { spawn, counts } = failingWorkers(failing)
  await expect(createOpenInWorker({ spawn }).check('fromAll()')).rejects.toThrow(`no ${failing}`)
  expect(counts).toEqual({ spawned: 1, terminated: 1 })
})

test('ends a Worker that cannot close a query', async () => {
  const { spawn, counts } = failingWorkers('close')
  const query = await createOpenInWorker({ spawn })('fromAll()', {
    handlerType: 'js',
    emitEnabled: true,
    executionTimeout: 250,
    reordersPartitions: false,
  })
  if (isFault(query)) throw new Error(query.message)
  query.close()
  await new Promise((resolve) => setTimeout(resolve))
  expect(counts).toEqual({ spawned: 1, terminated: 1 })
})
