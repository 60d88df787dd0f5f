// `reset()` on any storage: the kept and the removed parts of a store.

import { describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

export interface ResetHost {
  /** A storage that holds nothing. */
  open(): Storage
  /** Removes everything that `open` made, once the store is closed. */
  remove?(): void | Promise<void>
}

const counting = "fromCategory('order').when({ $init: () => ({ n: 0 }), placed: (state) => ({ n: state.n + 1 }) })"

const scenario: Scenario = {
  version: 1,
  clock: '2026-01-01T09:00:00Z',
  users: [{ login: 'kim', password: 'secret' }],
  streams: { 'order-1': { $maxCount: 100 } },
  events: [
    { stream: 'order-1', type: 'placed', data: { total: 12 }, id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' },
    { stream: 'order-2', type: 'placed' },
  ],
  projections: [{ name: 'count', query: counting }],
}

const request = (store: Store, method: string, path: string, headers: Record<string, string> = {}) =>
  store.direct(new Request(`http://es.test${path}`, { method, headers }))

/** Streams of users as a reader sees them, and the results of the projections. */
async function seen(store: Store) {
  await store.settled()
  const names = (await store.streams()).map(({ name }) => name)
  return {
    names,
    one: await store.read('order-1'),
    two: (await store.read('order-2')).map(({ number, type, at }) => ({ number, type, at })),
    state: await store.state('count'),
    metadata: await (await request(store, 'GET', '/streams/order-1/metadata', { accept: 'application/json' })).text(),
  }
}

/** Changes everything that a scenario writes, and adds more. */
async function use(store: Store): Promise<void> {
  await store.append('order-1', { type: 'paid' })
  await store.append('order-3', { type: 'placed' })
  await request(store, 'DELETE', '/streams/order-2', { 'ES-HardDelete': 'true' })
  await request(store, 'DELETE', '/users/kim')
  await store.project('count', "fromAll().when({ $any: () => { throw new Error('broken') } })")
  await store.project('another', counting)
  await store.settled()
}

export function resetContract(place: string, host: ResetHost): void {
  // Each test starts several runs of projections, which is slow on a busy machine.
  describe(`reset, ${place}`, { timeout: 30_000 }, () => {
    const withStore = async (work: (store: Store) => Promise<void>): Promise<void> => {
      const store = createStore({ storage: host.open() })
      try {
        await work(store)
      } finally {
        await store.close()
        await host.remove?.()
      }
    }

    it('goes back to the scenario, again and again, and projections go on', async () => {
      await withStore(async (store) => {
        await store.seed(scenario)
        const before = await seen(store)
        for (let round = 0; round < 2; round++) {
          await use(store)
          await store.reset()
          expect(await seen(store)).toEqual(before)
          expect((await request(store, 'GET', '/users/kim')).status).toBe(200)
          expect((await request(store, 'GET', '/projection/another')).status).toBe(404)
        }
        await store.append('order-9', { type: 'placed' })
        await store.settled()
        expect(await store.state('count')).toEqual({ n: 3 })
      })
    })

    it('empties a store without a seed', async () => {
      await withStore(async (store) => {
        await store.settled()
        const fresh = await store.streams()
        await use(store)
        await store.reset()
        await store.settled()
        expect(await store.streams()).toEqual(fresh)
      })
    })

    it('knows the first seed, whatever was done since', async () => {
      await withStore(async (store) => {
        await store.append('mine', { type: 'noted' })
        const events = [{ stream: 'first', type: 'a' }]
        const given = { version: 1 as const, events }
        expect(await store.seed(given, { onlyFresh: true })).toEqual({ kind: 'not-fresh' })
        events.push({ stream: 'changed-since', type: 'a' })
        await store.seed({ version: 1, events: [{ stream: 'second', type: 'b' }] })
        await store.clear()
        await store.reset()
        const { events: left } = await store.snapshot()
        expect(left.map(({ stream }) => stream).filter((stream) => !stream.startsWith('$'))).toEqual(['first'])
      })
    })

    it('may be called twice at once', async () => {
      await withStore(async (store) => {
        await store.seed(scenario)
        const before = await seen(store)
        await use(store)
        await Promise.all([store.reset(), store.reset()])
        expect(await seen(store)).toEqual(before)
      })
    })

    it('takes its turn with whatever else changes the content', async () => {
      await withStore(async (store) => {
        await store.seed(scenario)
        const before = await seen(store)
        await store.clear()
        const outcomes = await Promise.allSettled([store.seed(scenario), store.reset(), store.seed(scenario)])
        const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => (reason as { code?: string }).code)
        expect(outcomes[1]).toEqual({ status: 'fulfilled', value: undefined })
        expect(new Set(refusals)).toEqual(new Set(['invalid-scenario']))
        expect(await seen(store)).toEqual(before)

        const late = { version: 1, events: [{ stream: 'late', type: 'placed' }], projections: [{ name: 'late', query: counting }] } as const
        await Promise.all([store.seed(late), store.clear()])
        const isThere = (await store.streams()).some(({ name }) => name === 'late')
        expect((await request(store, 'GET', '/projection/late')).status).toBe(isThere ? 200 : 404)
      })
    })

    it('answers a caller that waits for an event', async () => {
      await withStore(async (store) => {
        await store.append('order-1', { type: 'placed' })
        const waiting = request(store, 'GET', '/streams/order-1/1/forward/20', { 'ES-LongPoll': '3600', accept: 'application/json' })
        await request(store, 'GET', '/streams/order-1')
        await store.reset()
        expect((await waiting).status).toBe(404)
      })
    })
  })
}
