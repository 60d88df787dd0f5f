import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Environment } from '../../../base/platform/environment.ts'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { Leadership } from './leadership.ts'

/** One tab and the requests to it, in order. */
function openTab(name: string | undefined, environment: Environment = platformEnvironment()) {
  const log: string[] = []
  const note = (word: string) => () => {
    log.push(word)
    return Promise.resolve()
  }
  const leadership = new Leadership({ environment, name, restart: note('restart'), lead: note('lead'), retire: note('retire') })
  return { log, leadership }
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

test('a store that no other tab can see restarts and leads by itself', async () => {
  const tab = openTab(undefined)
  await tab.leadership.begin(false)
  assert.deepEqual(tab.log, ['restart', 'lead'])
  await tab.leadership.close()
  assert.deepEqual(tab.log, ['restart', 'lead', 'retire'])
})

test('a fresh store has nothing to restart', async () => {
  const tab = openTab(undefined)
  await tab.leadership.begin(true)
  assert.deepEqual(tab.log, ['lead'])
  await tab.leadership.close()
})

test('only the first tab restarts and leads; the next one takes over when it closes', async () => {
  const name = platformEnvironment().uuid()
  const [first, second] = [openTab(name), openTab(name)]
  await first.leadership.begin(false)
  await until(() => first.leadership.isLeading)
  await second.leadership.begin(false)
  assert.deepEqual(first.log, ['restart', 'lead'])
  assert.deepEqual(second.log, [])
  await first.leadership.close()
  await until(() => second.leadership.isLeading)
  assert.deepEqual(first.log, ['restart', 'lead', 'retire'])
  assert.deepEqual(second.log, ['lead'])
  await second.leadership.close()
})

test('when the last tab has closed, opening the store is a restart again', async () => {
  const name = platformEnvironment().uuid()
  const first = openTab(name)
  await first.leadership.begin(true)
  await until(() => first.leadership.isLeading)
  await first.leadership.close()
  const second = openTab(name)
  await second.leadership.begin(false)
  await until(() => second.leadership.isLeading)
  assert.deepEqual(second.log, ['restart', 'lead'])
  await second.leadership.close()
})

test('a stolen lead retires the tab that had it, which queues for it again', async () => {
  const name = platformEnvironment().uuid()
  const [first, second] = [openTab(name), openTab(name)]
  await first.leadership.begin(true)
  await until(() => first.leadership.isLeading)
  await second.leadership.begin(false)
  second.leadership.steal()
  await until(() => second.leadership.isLeading && !first.leadership.isLeading)
  assert.deepEqual(second.log, ['lead'])
  await second.leadership.close()
  await until(() => first.leadership.isLeading)
  assert.deepEqual(first.log, ['lead', 'retire', 'lead'])
  await first.leadership.close()
})

test('a tab has one request for the lead, however often it was stolen', async () => {
  const platform = platformEnvironment()
  let requests = 0
  const locks: Environment['locks'] = {
    hold: (name, options, work) => {
      if (!name.endsWith(':projections')) return platform.locks!.hold(name, options, work)
      requests++
      return platform.locks!.hold(name, options, work).finally(() => requests--)
    },
  }
  const name = platform.uuid()
  const [first, second] = [openTab(name, { ...platform, locks }), openTab(name, { ...platform, locks })]
  await first.leadership.begin(true)
  await second.leadership.begin(false)
  for (const [thief, other] of [
    [second, first],
    [first, second],
    [second, first],
  ] as const) {
    await until(() => other.leadership.isLeading)
    thief.leadership.steal()
    await until(() => thief.leadership.isLeading && !other.leadership.isLeading)
  }
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(requests, 2)
  await second.leadership.close()
  await first.leadership.close()
})

test('a tab that cannot lead reports why and leaves the lead to others', async () => {
  const platform = platformEnvironment()
  const [name, failure] = [platform.uuid(), new Error('The disk is broken.')]
  const [log, reported] = [[] as string[], [] as unknown[]]
  const first = new Leadership({
    environment: { ...platform, report: (error) => reported.push(error) },
    name,
    restart: () => Promise.resolve(),
    lead: () => Promise.reject(failure),
    retire: () => Promise.resolve(void log.push('retire')),
  })
  await first.begin(true)
  const second = openTab(name)
  await second.leadership.begin(false)
  await until(() => second.leadership.isLeading)
  assert.deepEqual([first.isLeading, log, reported], [false, ['retire'], [failure]])
  await first.close()
  await second.leadership.close()
})

test('a lock that the browser refuses is not asked for again', async () => {
  const platform = platformEnvironment()
  let asked = 0
  const reported: unknown[] = []
  const locks: Environment['locks'] = {
    hold: (name, options, work) => {
      if (!name.endsWith(':projections')) return platform.locks!.hold(name, options, work)
      asked++
      return Promise.reject(new DOMException('The page is going away.', 'InvalidStateError'))
    },
  }
  const tab = openTab(platform.uuid(), { ...platform, locks, report: (error) => reported.push(error) })
  await tab.leadership.begin(true)
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([asked, reported, tab.log], [1, [], []])
  await tab.leadership.close()
})
