// A store whose answers are late: a waiting caller is told once there is nothing left to wait for.
import { expect, test } from 'vitest'
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
