import { expect, test, vi } from 'vitest'
import { StoreError } from '../../base/errors.ts'
import type { CheckQuery, OpenQuery, QueryFault } from '../../query/query.ts'
import { orInPage } from './or-in-page.ts'

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

/** Identifies a place: a fault is the least that opening a query can give. */
const openedIn = (message: string): QueryFault => ({ kind: 'syntax', message, wrapped: false })

const notStarted = new Error('no Worker')
const otherwiseBroken = new Error('no WebAssembly')

function places({ mayRunInPage = true }: { mayRunInPage?: boolean } = {}) {
  const inWorkers = vi.fn<OpenQuery>(() => Promise.resolve(openedIn('a Worker')))
  const checkInWorker = vi.fn<CheckQuery>(() => Promise.resolve(openedIn('a Worker')))
  const warn = vi.fn<(text: string) => void>()
  const open = orInPage({
    inWorkers: Object.assign(inWorkers, { check: checkInWorker }),
    inPage: Object.assign(() => Promise.resolve(openedIn('the page')), { check: () => Promise.resolve(openedIn('the page')) }),
    mayRunInPage,
    startFailure: (error) => (error === notStarted ? 'no script' : undefined),
    explain: (said) => Promise.resolve({ reason: `/worker.js: ${said}`, hint: 'Put it there.' }),
    warn,
  })
  const place = async () => {
    const opened = await open('fromAll()', options)
    return 'message' in opened ? opened.message : ''
  }
  const checked = async () => (await open.check('fromAll()'))?.message
  return { inWorkers, checkInWorker, warn, place, checked }
}

test('queries run in the page once a Worker has failed to start, with one warning', async () => {
  const { inWorkers, warn, place } = places()
  inWorkers.mockRejectedValue(notStarted)
  expect(await Promise.all([place(), place()])).toEqual(['the page', 'the page'])
  expect(await place()).toBe('the page')
  expect(inWorkers).toHaveBeenCalledTimes(2)
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/in the page, because .*: \/worker\.js: no script\. .* Put it there\./)]])
})

test('a query is checked where queries run', async () => {
  const { checkInWorker, warn, place, checked } = places()
  expect(await checked()).toBe('a Worker')
  const others = places()
  others.checkInWorker.mockRejectedValue(notStarted)
  expect(await others.checked()).toBe('the page')
  expect(await others.place()).toBe('the page')
  expect([checkInWorker.mock.calls, warn.mock.calls.length, others.warn.mock.calls.length]).toEqual([[['fromAll()', undefined]], 0, 1])
  expect(await place()).toBe('a Worker')
})

test('a Worker that does not start later is an error, because the next one may', async () => {
  const { inWorkers, warn, place } = places()
  expect(await place()).toBe('a Worker')
  inWorkers.mockRejectedValueOnce(notStarted)
  const error: unknown = await place().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'sandbox-unavailable', hint: 'Put it there.', cause: notStarted })
  expect(await place()).toBe('a Worker')
  expect(warn).not.toHaveBeenCalled()
})

test('a script named by the caller has to start', async () => {
  const { inWorkers, warn, place } = places({ mayRunInPage: false })
  inWorkers.mockRejectedValueOnce(notStarted)
  await expect(place()).rejects.toThrow(StoreError)
  expect(await place()).toBe('a Worker')
  expect(warn).not.toHaveBeenCalled()
})

test('an error unrelated to the start is passed on', async () => {
  const { inWorkers, place } = places()
  inWorkers.mockRejectedValueOnce(otherwiseBroken)
  await expect(place()).rejects.toBe(otherwiseBroken)
  expect(await place()).toBe('a Worker')
})
