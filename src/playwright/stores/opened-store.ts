// Opens the store of a test from its options, or returns the one that the tests of a worker share.

import type { BrowserContext } from '@playwright/test'
import type { FaultRule } from '../../engine/faults/faults.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import type { StoreClock } from '../../engine/clock/clock.ts'
import { chooseClock } from './clock.ts'
import type { StoreToOpen } from '../options.ts'
import { defaultRequestLog } from '../options.ts'

export interface OpenedStore {
  readonly store: Store
  readonly clock: StoreClock
  readonly follow: (context: BrowserContext) => void
  /** Called when the test is over. */
  letGo(): Promise<void>
}

/** @throws StoreError `invalid-options` or `invalid-scenario`. */
export async function openStore(options: StoreToOpen): Promise<OpenedStore> {
  const { scenario, clock: _clock, faults = [], scope: _scope, seed, requestLog = defaultRequestLog, ...others } = options
  const { environment, clock, follow } = chooseClock(options)
  const { release = scenario?.release } = others
  const store = createStore({
    ...others,
    ...(release && { release }),
    environment,
    requestLog,
    ...(seed !== undefined && { faultSeed: seed }),
  })
  await prepare(store, faults, scenario)
  return { store, clock, follow, letGo: () => store.close() }
}

async function prepare(store: Store, faults: readonly FaultRule[], scenario: Scenario | undefined): Promise<void> {
  try {
    for (const rule of faults) store.faults.add(rule)
    // Without a scenario there is nothing to wait for: the store opens while the browser opens its context, and requests wait for it.
    if (!scenario) return
    await store.seed(scenario)
    await store.settled()
  } catch (error) {
    await store.close()
    throw error
  }
}

/** By their options. They end with the worker's process, which is all that knows when its last test is over. */
const shared = new Map<string, Promise<OpenedStore>>()

/** @throws the error of `openStore`, for every test that asks. */
export async function sharedStore(options: StoreToOpen): Promise<OpenedStore> {
  const key = JSON.stringify(options)
  const opening = shared.get(key) ?? openStore({ ...options, faults: [] })
  shared.set(key, opening)
  const opened = await opening
  const { requests, faults } = opened.store
  // A test sees the events of others, but not their requests.
  requests.clear()
  for (const rule of options.faults ?? []) faults.add(rule)
  return { ...opened, letGo: () => Promise.resolve(faults.clear()) }
}
