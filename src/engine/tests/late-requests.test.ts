// A store whose answers are late: a waiting caller is told once there is nothing left to wait for.
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const ping = (signal?: AbortSignal) => new Request('http://es.test/ping', { signal: signal ?? null })

test('a client that gives up is rejected with its own reason, as by fetch, and the log says so', async () => {
  const store = createStore({ requestLog: 10 })
  store.faults.add({ kind: 'latency', milliseconds: 60_000 })
  const answered = store.fetch(ping(AbortSignal.timeout(30)))
  await expect(answered).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(store.requests.entries.map(({ outcome }) => outcome)).toEqual([{ kind: 'aborted' }])
  await store.close()
})

test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  'an answer that is %d ms late does not come before the store closes',
  async (milliseconds) => {
    const store = createStore()
    store.faults.add({ kind: 'latency', milliseconds })
    const answered = store.fetch(ping())
    const waited = new Promise((resolve) => setTimeout(resolve, 100, 'no answer'))
    expect(await Promise.race([answered, waited])).toBe('no answer')
    await store.close()
    await expect(answered).rejects.toMatchObject({ code: 'storage-closed' })
  },
)

test('a store that is opened again without a projection to start has settled, whoever asks first', async () => {
  const kept = { ...memoryStorage(), close: () => Promise.resolve() }
  const open = () => createStore({ storage: kept, systemProjections: false })
  const first = open()
  await first.append('s', { type: 'T' })
  await first.close()
  // Whether projections wait for the answer to another request depends on which ends first.
  for (const ask of [() => undefined, (again: Store) => again.streams(), (again: Store) => again.read('s')]) {
    const again = open()
    const [settled] = await Promise.all([again.settled({ signal: AbortSignal.timeout(3000) }).then(() => 'settled'), ask(again)])
    expect(settled).toBe('settled')
    await again.close()
  }
})

describe('a caller that asks in a loop, without a pause', () => {
  /** More would take seconds, in which nothing else ran. */
  const most = 3000

  /** @returns whether the answer came. */
  async function askUntil(store: Store, path: string, isDone: (text: string) => boolean): Promise<boolean> {
    for (let asked = 0; asked < most; asked++) {
      const response = await store.direct(new Request(`http://es.test${path}`, { headers: { Accept: 'application/json' } }))
      if (isDone(await response.text())) return true
    }
    return false
  }

  test('does not keep a projection from its events', async () => {
    const store = createStore({ systemProjections: false })
    await store.append(
      'orders',
      Array.from({ length: 3000 }, () => ({ type: 'placed' })),
    )
    await store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), placed: (state) => { state.n++ } })")
    expect(await askUntil(store, '/projection/count/state', (text) => text === '{"n":3000}')).toBe(true)
    await store.close()
  })

  test('does not keep a scavenge from its end', async () => {
    const store = createStore({ systemProjections: false })
    const send = (path: string, headers: Record<string, string> = {}, body = '') =>
      store.direct(new Request(`http://es.test${path}`, { method: 'POST', headers: { Accept: 'application/json', ...headers }, body }))
    await store.append(
      'orders',
      Array.from({ length: 3000 }, () => ({ type: 'placed' })),
    )
    const metadata = { 'Content-Type': 'application/json', 'ES-EventId': crypto.randomUUID() }
    await send('/streams/orders/metadata', metadata, '{"$maxCount":5}')
    expect((await send('/admin/scavenge')).status).toBe(200)
    expect(await askUntil(store, '/admin/scavenge/current', (text) => text.includes('"scavengeId": ""'))).toBe(true)
    await store.close()
  })
})
