import { describe, expect, test } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { workersContract } from '../contract/workers.contract.ts'
import { browserWorkers, ofBrowser } from './browser-workers.ts'
import { createOpenInWorker, startFailure } from './in-worker.ts'
import { queryContract } from '../query.contract.ts'

const { spawn: spawnWorker } = browserWorkers()
const openInWorker = createOpenInWorker({ spawn: spawnWorker })

queryContract('in a Worker', openInWorker)
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
    expect(isStoreError(error, 'sandbox-unavailable') && error.message).toMatch(/could not be started: .*(?:could not be loaded|refused)/)
    expect(isStoreError(error) && error.hint).not.toContain('policy')
    expect(startFailure(error)).toMatch(/could not be loaded|refused/)
  })

  test.each([
    ['is not there', '/nowhere/worker.js', /\/nowhere\/worker\.js (answers 404|answers with text\/html)/],
    ['is a page', URL.createObjectURL(new Blob(['<p>'], { type: 'text/html' })), /^blob:.* answers with text\/html instead of a script/],
    ['lies elsewhere', 'http://other.example/worker.js', /^http:\/\/other\.example\/worker\.js is on another origin/],
    ['lies on a disk', 'file:///app/worker.js', /^file:\/\/\/app\/worker\.js is no address for a page/],
    ['breaks', 'data:text/javascript,throw new Error("broken")', /could not be started \(.*broken/],
  ])('whose script %s explains itself', async (_, url, expected) => {
    const { spawn, explain } = browserWorkers(url)
    const error: unknown = await createOpenInWorker({ spawn })('fromAll()', options).catch((thrown: unknown) => thrown)
    const { reason, hint } = await explain(startFailure(error)!)
    expect(reason).toMatch(expected)
    expect(hint).toMatch(url.startsWith('http:') ? /Access-Control-Allow-Origin/ : /queryWorkerUrl/)
  })
})
