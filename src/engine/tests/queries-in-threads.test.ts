// In Node queries run in their own threads: the promises to a process, and to a test that replaces the clock.

import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { realTime } from '../../base/time/real-time.ts'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import type { Store } from '../store.ts'
import type { StoreOptions } from '../options/store-options.ts'
import { createStore } from '../store.ts'

// Threads load the sources, and processes are started: on a busy machine either takes seconds.
vi.setConfig({ testTimeout: 120_000 })

const threads = process.getBuiltinModule('node:worker_threads')
const { Worker: PlatformWorker } = threads
const alive = new Set<unknown>()
let started = 0

/** The platform's threads, counted. */
class CountedWorker extends PlatformWorker {
  constructor(...given: ConstructorParameters<typeof PlatformWorker>) {
    super(...given)
    started += 1
    alive.add(this)
    this.once('exit', () => alive.delete(this))
  }
}

beforeEach(() => {
  threads.Worker = CountedWorker
  started = 0
})
afterEach(() => {
  threads.Worker = PlatformWorker
  vi.useRealTimers()
})

const counting = "fromStream('s').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })"
const one = { type: 'A', data: {} }

async function withStore<Value>(options: StoreOptions, work: (store: Store) => Promise<Value>): Promise<Value> {
  const store = createStore({ systemProjections: false, ...options })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const ask = (store: Store, method: string, path: string, body?: unknown): Promise<Response> =>
  store.direct(
    new Request(`http://store/projection/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  )

/** @param milliseconds for one handler. */
async function setTimeLimit(store: Store, projection: string, milliseconds: number): Promise<void> {
  const config = (await (await ask(store, 'GET', `${projection}/config`)).json()) as object
  const set = await ask(store, 'PUT', `${projection}/config`, { ...config, projectionExecutionTimeout: milliseconds })
  expect(set.status).toBe(200)
}

const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds))

test('an endless loop holds neither the process nor other requests up', async () => {
  await withStore({}, async (store) => {
    await store.append('s', one)
    await store.project('first', counting)
    await store.settled()
    // The handler takes some seconds: a process that waits for it misses the bounds by far, even on a busy machine.
    await store.project('loop', "fromStream('s').when({ A: () => { for (;;); } })", { enabled: false })
    await setTimeLimit(store, 'loop', 4000)
    expect((await ask(store, 'POST', 'loop/command/enable')).status).toBe(200)
    let last = realTime.now()
    let longest = 0
    const beat = setInterval(() => {
      longest = Math.max(longest, realTime.now() - last)
      last = realTime.now()
    }, 20)
    const faulted = store.settled()
    for (let n = 1; n <= 10; n += 1) {
      await store.append('s', one)
      expect(await store.read('s')).toHaveLength(n + 1)
      await rest(100)
    }
    expect(await store.fault('loop')).toBeUndefined()
    await faulted
    clearInterval(beat)
    expect((await store.fault('loop'))?.message).toContain('took too long')
    expect(longest).toBeLessThan(2000)
    expect(await store.state('first')).toEqual({ n: 11 })
  })
})

test('fifty stores leave no threads', async () => {
  for (let round = 0; round < 50; round += 1) {
    await withStore({}, async (store) => {
      await store.append('s', one)
      await store.project('p', counting)
      await store.settled()
      expect(await store.state('p')).toEqual({ n: 1 })
    })
  }
  // They take over from each other instead of starting one each.
  expect(started).toBeLessThan(20)
  await vi.waitFor(() => expect(alive.size).toBe(0), { timeout: 20_000, interval: 200 })
})

describe('a process', () => {
  const run = (program: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', `import { createStore } from '${indexAddress}'\n${program}`], {
      encoding: 'utf8',
      timeout: 60_000,
    })
  const indexAddress = new URL('../../index.ts', import.meta.url).href

  test('that forgets to close its store ends, also while Workers wait for the next query', () => {
    const printed = run(`
      const store = createStore()
      await store.append('s', { type: 'A', data: {} })
      await store.project('p', ${JSON.stringify(counting)})
      await store.settled()
      console.log(JSON.stringify(await store.state('p')))`)
    expect(printed).toBe('{"n":1}\n')
  })

  test('stays for a query that is under way', () => {
    const printed = run(`
      const store = createStore({ systemProjections: false })
      await store.append('s', { type: 'A', data: {} })
      await store.project('p', "fromStream('s').when({ A: () => { const end = Date.now() + 100; while (Date.now() < end); log('done') } })")
      await store.settled()
      console.log('settled')`)
    expect(printed).toBe('done\nsettled\n')
  })
})

describe('a clock that a test replaced', () => {
  test('neither holds a query up nor ends it', async () => {
    vi.useFakeTimers()
    await withStore({}, async (store) => {
      await store.append('s', one)
      await store.project('p', "fromStream('s').when({ A: (s) => { s.at = Date.now() } })")
      const settled = store.settled()
      await vi.advanceTimersByTimeAsync(3_600_000)
      await settled
      expect(await store.fault('p')).toBeUndefined()
      expect(await store.state('p')).toMatchObject({ at: expect.any(Number) as number })
    })
  })

  test('is what a query is shown', async () => {
    const environment = repeatableEnvironment({ start: '2030-01-02T03:04:05Z' })
    await withStore({ environment }, async (store) => {
      await store.project('p', "fromStream('s').when({ A: (s) => { s.at = new Date().toISOString() } })")
      await store.append('s', one)
      await store.settled()
      expect(await store.state('p')).toEqual({ at: '2030-01-02T03:04:05.000Z' })
      environment.advance(60_000)
      await store.append('s', one)
      await store.settled()
      expect(await store.state('p')).toEqual({ at: '2030-01-02T03:05:05.000Z' })
    })
  })
})

test('a store that wants its queries in process starts no thread', async () => {
  const state = await withStore({ queries: 'in-process' }, async (store) => {
    await store.append('s', one)
    await store.project('p', counting)
    await store.settled()
    return await store.state('p')
  })
  expect([state, started]).toEqual([{ n: 1 }, 0])
})

test('a repeatable run is the same in threads and in process, ids and random numbers included', async () => {
  const contentOf = (queries: 'worker' | 'in-process'): Promise<string> =>
    withStore({ queries, environment: repeatableEnvironment({ seed: 5 }) }, async (store) => {
      await store.append('s', [one, one, one])
      await store.project('p', "fromStream('s').when({ A: (s) => { s.r = Math.random(); emit('out', 'Noted', { at: Date.now() }) } })")
      await store.settled()
      // How long handlers took is real time.
      return JSON.stringify(await store.snapshot(), (name, value: unknown) => (name === 'handlerTime' ? undefined : value))
    })
  expect(await contentOf('worker')).toBe(await contentOf('in-process'))
})
