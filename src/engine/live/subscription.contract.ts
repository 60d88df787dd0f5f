// Subscriptions on any storage: every visible event once and in order, from any writer, and their ends.

import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'
import type { NewEventOf } from '../typed-events.ts'
import type { LiveEvent } from './live-event.ts'
import type { SubscribeOptions } from './subscription.ts'

export interface SubscriptionHost {
  /** A storage that holds nothing. */
  open(): Storage
  /** Removes everything that `open` made, once the stores are closed. */
  remove?(): void | Promise<void>
}

export interface SharedSubscriptionHost extends SubscriptionHost {
  /** The same storage again, as another tab has it. */
  again(): Storage
}

/** Takes so many events, and leaves the subscription. */
async function take(store: Store, stream: string, count: number, options?: SubscribeOptions): Promise<LiveEvent[]> {
  const taken: LiveEvent[] = []
  for await (const event of store.subscribe(stream, options)) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

const many = (count: number, type = 'T') => Array.from({ length: count }, (_, n) => ({ type, data: { n } }))
const numbersFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n)
const originalNumbers = (events: readonly LiveEvent[]): number[] => events.map(({ originalNumber }) => originalNumber)
const withoutPlace = ({ originalNumber: _number, position: _position, ...event }: LiveEvent): object => event
const remove = (store: Store, stream: string, headers: Record<string, string> = {}) =>
  store.direct(new Request(`http://es.test/streams/${encodeURIComponent(stream)}`, { method: 'DELETE', headers }))

export function subscriptionContract(place: string, host: SubscriptionHost): void {
  describe(`a subscription, ${place}`, { timeout: 30_000 }, () => {
    const { withStore } = storesOn(host)

    it('gives the events of a stream, then those appended later', async () => {
      await withStore(async (store) => {
        await store.append('order-1', many(3))
        const events = store.subscribe('order-1')
        expect(await events.started).toBe(0)
        for (const number of [0, 1, 2]) expect(await events.next()).toMatchObject({ done: false, value: { number, data: { n: number } } })
        const next = events.next()
        await store.append('order-2', { type: 'other' })
        await store.append('order-1', { type: 'paid', data: 'text', metadata: { by: 'ann' } })
        expect((await next).value).toMatchObject({ stream: 'order-1', number: 3, type: 'paid', data: 'text', metadata: { by: 'ann' } })
        expect(await events.return!()).toEqual({ done: true, value: undefined })
      })
    })

    it('gives events as a read does, with their places', async () => {
      await withStore(async (store) => {
        const contents: readonly NewEventOf[] = [
          { type: 'a', data: { n: 1 } },
          { type: 'b', data: '{"n":2}', metadata: 'text' },
          { type: 'c', data: [1] },
          { type: 'd' },
        ]
        await store.append('s', contents)
        const bytes = new Request('http://es.test/streams/s', {
          method: 'POST',
          body: 'no JSON',
          headers: {
            'content-type': 'application/octet-stream',
            'ES-EventType': 'e',
            'ES-EventId': '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21',
          },
        })
        expect((await store.direct(bytes)).status).toBe(201)
        const taken = await take(store, 's', 5)
        expect(taken.map(withoutPlace)).toEqual(await store.read('s'))
        expect(originalNumbers(taken)).toEqual([0, 1, 2, 3, 4])
        const [first] = taken
        expect(await take(store, '$all', 1, { from: first!.position })).toEqual([first])
      })
    })

    it('begins where it is told to', async () => {
      await withStore(async (store) => {
        await store.append('s', many(5))
        const atEnd = store.subscribe('s', { from: 'end' })
        const ofAll = store.subscribe('$all', { from: 'end' })
        const later = take(store, 's', 2, { from: 7 })
        expect(originalNumbers(await take(store, 's', 2, { from: 3 }))).toEqual([3, 4])
        await store.append('s', many(4))
        expect((await atEnd.next()).value?.number).toBe(5)
        expect((await ofAll.next()).value?.number).toBe(5)
        expect(originalNumbers(await later)).toEqual([7, 8])
        await Promise.all([atEnd.return!(), ofAll.return!()])
      })
    })

    it('waits for a stream that does not exist', async () => {
      await withStore(async (store) => {
        const taken = take(store, 'later', 1)
        await store.append('later', { type: 'first' })
        expect(await taken).toMatchObject([{ type: 'first', number: 0 }])
      })
    })

    it('goes through more events than it reads at once, while others are written', async () => {
      await withStore(async (store) => {
        await store.append('s', many(1203))
        const taken = take(store, 's', 1283)
        for (let round = 0; round < 40; round++) {
          await store.append('s', many(2))
          await store.append('t', many(2))
        }
        expect(originalNumbers(await taken)).toEqual(numbersFrom(0, 1283))
      })
    })

    it('gives all events of the store in the order of the log, links as links', async () => {
      await withStore(async (store) => {
        const end = await store.subscribe('$all', { from: 'end' }).started
        await store.append('a', many(2))
        await store.append('b', { type: 'T' })
        await store.append('links', { type: '$>', data: '1@a' })
        const events = await take(store, '$all', 4, { from: end })
        expect(events.map(({ stream, originalNumber }) => [stream, originalNumber])).toEqual([
          ['a', 0],
          ['a', 1],
          ['b', 0],
          ['links', 0],
        ])
        expect(events[3]).toMatchObject({ type: '$>', data: '1@a' })
        expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).toSorted((one, other) => one - other))
      })
    })

    it('resolves links, and leaves out those that lead nowhere', async () => {
      await withStore(async (store) => {
        await store.append('a', many(2))
        await store.append('links', [
          { type: '$>', data: '1@a' },
          { type: '$>', data: '9@a' },
          { type: '$>', data: '0@a' },
        ])
        const taken = await take(store, 'links', 2)
        expect(taken).toMatchObject([
          { stream: 'a', number: 1, originalNumber: 0 },
          { stream: 'a', number: 0, originalNumber: 2 },
        ])
        expect(taken.map(withoutPlace)).toEqual(await store.read('links'))
      })
    })

    it('skips truncated events, also far away and while it waits', async () => {
      await withStore(async (store) => {
        await store.append('s', many(1203))
        await store.append('$$s', { type: '$metadata', data: { $tb: 1200 } })
        const events = store.subscribe('s')
        for (const number of [1200, 1201, 1202]) expect((await events.next()).value?.number).toBe(number)
        const next = events.next()
        await store.append('$$s', { type: '$metadata', data: { $maxCount: 1 } })
        await store.append('s', many(1))
        expect((await next).value?.number).toBe(1203)
        await events.return!()
      })
    })

    it('goes on with a stream that was deleted and written to again', async () => {
      await withStore(async (store) => {
        await store.append('s', many(2))
        const taken = take(store, 's', 3)
        const fromStart = store.subscribe('s')
        await fromStart.next()
        await fromStart.next()
        const waiting = fromStart.next()
        await remove(store, 's')
        expect(await store.read('s')).toEqual([])
        await store.append('s', { type: 'again' })
        expect(originalNumbers(await taken)).toEqual([0, 1, 2])
        expect((await waiting).value).toMatchObject({ type: 'again', number: 2 })
        expect(await take(store, 's', 1)).toMatchObject([{ type: 'again', number: 2 }])
        await fromStart.return!()
      })
    })

    it('is refused as a read is, once the stream is deleted for good', async () => {
      await withStore(async (store) => {
        await store.append('s', many(1))
        const events = store.subscribe('s')
        await events.next()
        const waiting = events.next()
        await remove(store, 's', { 'ES-HardDelete': 'true' })
        const refusal = await store.read('s').catch((error: unknown) => error)
        expect(refusal).toMatchObject({ name: 'RefusedRequest', status: 410 })
        await expect(waiting).rejects.toMatchObject({ name: 'RefusedRequest', status: 410 })
        expect(await events.next()).toEqual({ done: true, value: undefined })
        await expect(take(store, 's', 1)).rejects.toMatchObject({ status: 410 })
        await expect(take(store, '$$s', 1)).rejects.toMatchObject({ status: 410 })
      })
    })

    it('ends with its signal, with a break, and with the store', async () => {
      await withStore(async (store) => {
        await store.append('s', many(1))
        const ending = new AbortController()
        const taken = take(store, 's', 9, { signal: ending.signal })
        const closing = take(store, 's', 9)
        const all = take(store, '$all', 100_000)
        await store.append('s', many(1))
        await expect.poll(() => take(store, 's', 2)).toHaveLength(2)
        ending.abort()
        expect(originalNumbers(await taken)).toEqual([0, 1])
        expect(await take(store, 's', 9, { signal: AbortSignal.abort() })).toEqual([])
        await store.close()
        expect(originalNumbers(await closing)).toEqual([0, 1])
        expect((await all).length).toBeGreaterThan(2)
        await expect(take(store, 's', 1)).rejects.toMatchObject({ code: 'storage-closed' })
      })
    })

    it('ends at once without a caller that waits for its next event', async () => {
      await withStore(async (store) => {
        const events = store.subscribe('s')
        const waiting = events.next()
        await events.started
        expect(await events.return!()).toEqual({ done: true, value: undefined })
        expect(await waiting).toEqual({ done: true, value: undefined })
      })
    })

    it.each(['clear', 'reset', 'restore'] as const)('says that the content was replaced by %s', async (method) => {
      await withStore(async (store) => {
        await store.append('s', many(2))
        const snapshot = await store.snapshot()
        const ofStream = store.subscribe('s')
        const ofAll = store.subscribe('$all', { from: 'end' })
        await ofStream.next()
        await ofStream.next()
        const waiting = [ofStream.next(), ofAll.next()]
        const refused = Promise.allSettled(waiting)
        await (method === 'restore' ? store.restore(snapshot) : store[method]())
        expect(await refused).toMatchObject(
          waiting.map(() => ({ status: 'rejected', reason: { name: 'StoreError', code: 'contents-replaced' } })),
        )
        await store.append('s', many(3, 'new'))
        const left = method === 'restore' ? 2 : 0
        expect(originalNumbers(await take(store, 's', left + 3))).toEqual(numbersFrom(0, left + 3))
      })
    })

    it('leaves no trace in a snapshot', async () => {
      await withStore(async (store) => {
        await store.append('s', many(2))
        const snapshot = await store.snapshot()
        await store.restore(snapshot)
        expect(await store.snapshot()).toEqual(snapshot)
      })
    })

    it('reads no further than its consumer has asked, a few hundred events at a time', async () => {
      const storage = host.open()
      let read = 0
      const counting: Storage = {
        ...storage,
        read: (work) =>
          storage.read((tx) => {
            const stream: typeof tx.stream = async (name, range) => {
              const events = await tx.stream(name, range)
              if (name === 's') read += events.length
              return events
            }
            return work({ ...tx, stream })
          }),
      }
      const store = createStore({ storage: counting, systemProjections: false })
      try {
        await store.append('s', many(2000))
        read = 0
        const events = store.subscribe('s')
        await events.started
        expect(read).toBe(0)
        await events.next()
        const batch = read
        expect(batch).toBeLessThanOrEqual(500)
        for (let taken = 1; taken < batch; taken++) await events.next()
        expect(read).toBe(batch)
        await events.next()
        expect(read).toBeGreaterThan(batch)
        expect(read).toBeLessThanOrEqual(batch + 500)
        await events.return!()
      } finally {
        await store.close()
        await host.remove?.()
      }
    })

    it('refuses a place that is none', async () => {
      await withStore(async (store) => {
        for (const from of [-1, 0.5, Number.NaN, 'begin' as 'start'])
          await expect(take(store, 's', 1, { from })).rejects.toMatchObject({ code: 'invalid-options' })
        await expect(take(store, '', 1)).rejects.toMatchObject({ code: 'invalid-options' })
      })
    })

    it('knows the types of events', async () => {
      await withStore(async (store) => {
        const typed = store as Store<{ placed: { total: number }; cancelled: undefined }>
        await typed.append('s', { type: 'placed', data: { total: 5 } })
        for await (const event of typed.subscribe('s')) {
          if (event.type === 'placed') expectTypeOf(event.data).toEqualTypeOf<{ total: number }>()
          expectTypeOf(event.originalNumber).toEqualTypeOf<number>()
          expect(event.data).toEqual({ total: 5 })
          break
        }
      })
    })
  })
}

/** Where several tabs share a storage. */
export function sharedSubscriptionContract(place: string, host: SharedSubscriptionHost): void {
  describe(`a subscription among tabs, ${place}`, { timeout: 30_000 }, () => {
    const { withStore } = storesOn(host)

    it('hears of other tabs, event for event, and of their replacements', async () => {
      await withStore(async (store, other) => {
        const tabs = [other(), other()]
        const [ofStream, ofAll] = [take(store, 's', 120), take(store, '$all', 100_000)]
        await Promise.all(
          [store, ...tabs].map(async (tab) => {
            for (let round = 0; round < 20; round++) await tab.append('s', many(2))
          }),
        )
        expect(originalNumbers(await ofStream)).toEqual(numbersFrom(0, 120))
        const refused = ofAll.catch((error: unknown) => error)
        await tabs[0]!.clear()
        expect(await refused).toMatchObject({ code: 'contents-replaced' })
      })
    })
  })
}

function storesOn(host: SubscriptionHost & Partial<SharedSubscriptionHost>) {
  const withStore = async (work: (store: Store, other: () => Store) => Promise<void>): Promise<void> => {
    const stores = [createStore({ storage: host.open(), systemProjections: false })]
    const other = (): Store => {
      stores.push(createStore({ storage: host.again!(), systemProjections: false }))
      return stores.at(-1)!
    }
    try {
      await work(stores[0]!, other)
    } finally {
      await Promise.all(stores.map((store) => store.close()))
      await host.remove?.()
    }
  }
  return { withStore }
}
