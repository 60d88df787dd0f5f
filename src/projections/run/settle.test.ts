// When `settled()` looks at the rows: at rest, now and then while runners work, and after every commit of another tab.

import { expect, test } from 'vitest'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { defaultSettings } from '../../base/settings.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { createStreams } from '../../streams/streams.ts'
import { openCounting } from './tests/counting-query.fixture.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import type { ManagerState } from '../model/tables.ts'
import { accessRows, projectionRows } from '../model/tables.ts'
import { createServices } from '../services.ts'
import type { Settled, SettleOptions } from './settle.ts'
import { settle } from './settle.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A tab whose runners rest and work as the test says, with a projection that keeps `settled()` waiting. */
async function openTab(options?: SettleOptions) {
  const memory = memoryStorage()
  let looks = 0
  const storage: Storage = {
    ...memory,
    read: (work) =>
      memory.read((tx) =>
        work({ ...tx, rows: (...asked) => ((looks += asked[0].name === projectionRows.name ? 1 : 0), tx.rows(...asked)) }),
      ),
  }
  const environment = platformEnvironment()
  const streams = createStreams({ storage, environment })
  const openQuery = openCounting({ sources: sourcesFixture({}) })
  const services = createServices({ storage, streams, openQuery, environment, settings: defaultSettings })
  const row = (state: ManagerState) => ({ name: 'p', id: 0, place: 0, definition: undefined, state, fault: undefined })
  const put = (state: ManagerState) => storage.write(async (tx) => tx.putRow(projectionRows, 'p', row(state)))
  await put('Loading')
  const listeners = new Set<() => void>()
  const tab: { isWorking: boolean; isSettled: boolean; hurries: number; outcome?: Settled } = {
    isWorking: true,
    isSettled: false,
    hurries: 0,
  }
  const workers = {
    isWorking: () => tab.isWorking,
    hurry() {
      tab.hurries++
      return () => void tab.hurries--
    },
    onRest: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  void settle(services, workers, options).then((outcome) => Object.assign(tab, { isSettled: true, outcome }))
  await nextTurn()
  return Object.assign(tab, {
    put,
    /** How often the rows were looked at since the last time. */
    async looks() {
      await nextTurn()
      const counted = looks
      looks = 0
      return counted
    },
    async commit(times = 1) {
      for (let time = 0; time < times; time++) {
        await storage.write(async (tx) => tx.putRow(accessRows, 'p', { time, run: '', asked: [] }))
        await nextTurn()
      }
    },
    rest() {
      tab.isWorking = false
      for (const listener of listeners) listener()
    },
    listeners,
  })
}

test('commits of runners at work are not looked at, their rest is', async () => {
  const tab = await openTab()
  expect(await tab.looks()).toBe(1)
  await tab.commit(20)
  expect(await tab.looks()).toBe(0)
  tab.rest()
  expect(await tab.looks()).toBe(1)
  expect(tab.isSettled).toBe(false)
})

test('runners that never rest are looked at all the same', async () => {
  const tab = await openTab()
  expect(await tab.looks()).toBe(1)
  await tab.commit(32)
  expect(await tab.looks()).toBe(1)
  await tab.commit(64)
  expect(await tab.looks()).toBe(2)
})

test('without a runner in this tab every commit may be the last one, and no listener is left behind it', async () => {
  const tab = await openTab()
  tab.rest()
  await tab.looks()
  await tab.commit(3)
  expect(await tab.looks()).toBe(3)
  await tab.put('Stopped')
  await nextTurn()
  expect(tab.isSettled).toBe(true)
  expect(tab.listeners.size).toBe(0)
})

test('a fault is noticed while others work, where it is asked for', async () => {
  const tab = await openTab({ failOnFault: true })
  await tab.looks()
  await tab.commit(20)
  expect(await tab.looks()).toBe(0)
  await tab.put('Faulted')
  await nextTurn()
  expect(tab.outcome).toEqual({ kind: 'faulted', projections: [{ name: 'p', fault: undefined }] })
  expect(tab.listeners.size).toBe(0)
})

test('runners hurry for as long as somebody waits', async () => {
  const tab = await openTab()
  expect(tab.hurries).toBe(1)
  await tab.put('Stopped')
  tab.rest()
  await expect.poll(() => tab.isSettled).toBe(true)
  expect(tab.hurries).toBe(0)
})
