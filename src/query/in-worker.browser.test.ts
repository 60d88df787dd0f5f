import { describe, expect, test } from 'vitest'
import { isStoreError } from '../base/errors.ts'
import { watchdogContract } from './contract/watchdog.contract.ts'
import { workersContract } from './contract/workers.contract.ts'
import { createOpenInWorker, ofBrowser, openInWorker, spawnWorker } from './in-worker.ts'
import { queryContract } from './query.contract.ts'

queryContract('in a Worker', openInWorker)
watchdogContract('in a Worker', openInWorker)
workersContract(spawnWorker)

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

describe('a Worker', () => {
  test.each([
    ['whose script is missing', () => ofBrowser(new Worker(new URL('/nowhere/worker.js', location.href), { type: 'module' }))],
    [
      'that the page forbids',
      () => {
        throw new DOMException('refused', 'SecurityError')
      },
    ],
  ])('%s is a broken environment that explains itself', async (_, spawn) => {
    const error: unknown = await createOpenInWorker({ spawn })('fromAll()', options).catch((thrown: unknown) => thrown)
    expect(isStoreError(error, 'sandbox-unavailable') && error.hint).toContain('content security policy')
  })
})
