import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { EventOf } from './typed-events.ts'
import type { Store } from './store.ts'
import type { StoreOptions } from './options/store-options.ts'
import { createStore } from './store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const open = (options: StoreOptions = {}): Store => {
  const store = createStore({ systemProjections: false, ...options })
  stores.push(store)
  return store
}

interface Order {
  readonly total: number
}

describe('append and read', () => {
  it('hand events over and back with their types', async () => {
    const store = open()
    expect(await store.append<Order>('order-1', { type: 'placed', data: { total: 5 } })).toEqual({ first: 0, last: 0 })
    const more = [
      { type: 'paid', data: { total: 5 }, metadata: { by: 'ann' }, id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' },
      { type: 'shipped' },
    ]
    expect(await store.append<Order>('order-1', more)).toEqual({ first: 1, last: 2 })
    const events = await store.read<Order>('order-1')
    expectTypeOf(events).toEqualTypeOf<EventOf<Order>[]>()
    expect(events).toMatchObject([
      { stream: 'order-1', number: 0, type: 'placed', data: { total: 5 }, metadata: undefined },
      { number: 1, type: 'paid', metadata: { by: 'ann' }, id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' },
      { number: 2, type: 'shipped', data: undefined },
    ])
  })

  it('take texts, lists and names of any kind', async () => {
    const store = open()
    const stream = 'a/b c%41?ü#'
    const contents: unknown[] = ['plain text', [1, 'two'], '{"a":1}']
    await store.append(
      stream,
      contents.map((data) => ({ type: 't', data })),
    )
    expect((await store.read(stream)).map(({ data }) => data)).toEqual(['plain text', [1, 'two'], { a: 1 }])
    for (const name of [stream, '.', '..', '%', '100%25', 'a+b&c=d', '😀']) {
      await store.append(name, { type: 't' })
      expect((await store.read(name))[0]!.stream).toBe(name)
    }
  })

  it('read parts, and more than a page', async () => {
    const store = open()
    await store.append(
      's',
      Array.from({ length: 1203 }, (_, n) => ({ type: 't', data: { n } })),
    )
    const numbers = async (options?: Parameters<Store['read']>[1]) => (await store.read('s', options)).map(({ number }) => number)
    expect(await numbers()).toEqual(Array.from({ length: 1203 }, (_, n) => n))
    expect(await numbers({ from: 1200 })).toEqual([1200, 1201, 1202])
    expect(await numbers({ from: 498, limit: 3 })).toEqual([498, 499, 500])
    expect(await numbers({ limit: 0 })).toEqual([])
    expect(await store.read('nothing')).toEqual([])
  })

  it('read a stream that hides more events than it will ever have', async () => {
    const store = open()
    await store.append('cut', [{ type: 'T' }, { type: 'T' }])
    await store.append('$$cut', { type: '$metadata', data: { $tb: Number.MAX_SAFE_INTEGER } })
    expect(await store.read('cut')).toEqual([])
  })

  it('read the visible events of a stream, where they are pages away', async () => {
    const store = open()
    await store.append(
      'trimmed',
      Array.from({ length: 1203 }, () => ({ type: 'T' })),
    )
    await store.append('$$trimmed', { type: '$metadata', data: { $tb: 1200 } })
    expect((await store.read('trimmed')).map(({ number }) => number)).toEqual([1200, 1201, 1202])
  })

  it('follow links', async () => {
    const store = open({ systemProjections: true })
    await store.append('order-1', { type: 'placed', data: { total: 1 } })
    await store.settled()
    expect(await store.read('$ce-order')).toMatchObject([{ stream: 'order-1', number: 0, data: { total: 1 } }])
  })

  it('pass on the reason of the server when it refuses', async () => {
    const store = open()
    await store.append('s', { type: 't' }, { expectedVersion: 'no-stream' })
    const lost = store.append('s', { type: 't' }, { expectedVersion: 7 })
    await expect(lost).rejects.toMatchObject({ name: 'RefusedRequest', status: 400, reason: 'Wrong expected EventNumber', body: '' })
    await expect(lost).rejects.toThrow(
      'The stream "s" is at version 0, and the expected version is 7.\nPOST /streams/s was answered 400 Wrong expected EventNumber.',
    )
    await store.append('s', { type: 't' }, { expectedVersion: 0 })
    await expect(store.append('new', { type: 't' }, { expectedVersion: 'stream-exists' })).rejects.toMatchObject({ status: 400 })
    await expect(store.append('s', { type: '' })).rejects.toMatchObject({ body: expect.stringContaining('Empty eventType') as string })
    await expect(store.append('s', { type: 't', data: 5 })).rejects.toThrow('not number')
    await expect(store.append('s', { type: 't', metadata: null })).rejects.toThrow('not null')
  })
})

describe('a refusal', () => {
  /** The frame by which a test runner finds the line of the test. */
  const frames = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work()
      return 'nothing was refused'
    } catch (error) {
      return (error as Error).stack!
    }
  }

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['append', (store) => store.append('s', { type: 't' }, { expectedVersion: 7 })],
    ['read', (store) => store.read('gone')],
    ['project', (store) => store.project('p', 'fromAll()', { mode: 'sometimes' as 'one-time' })],
    ['state', (store) => store.state('unknown')],
    ['settled', (store) => store.settled({ failOnFault: true })],
    ['subscribe', (store) => store.subscribe('gone').next()],
    ['seed', (store) => store.seed({ version: 2 as 1 })],
    ['restore', (store) => store.restore('nothing')],
  ])('of %s has the frame of its caller', async (_, refused) => {
    const store = open()
    await store.append('gone', { type: 't' })
    const headers = { 'ES-HardDelete': 'true' }
    await store.direct(new Request('http://store/streams/gone', { method: 'DELETE', headers }))
    await store.project('broken', 'fromAll(')
    async function namedCaller(): Promise<void> {
      await refused(store)
    }
    expect(await frames(namedCaller)).toContain('namedCaller')
  })
})

describe('project and state', () => {
  const counting = (step: number) => `fromAll().when({ $init: () => ({ n: 0 }), t: (state) => { state.n += ${step} } })`

  it('create a projection, or change its query', async () => {
    const store = open()
    await store.append('s', [{ type: 't' }, { type: 't' }])
    await store.project('count', counting(1))
    await store.settled()
    const state = await store.state<{ n: number }>('count')
    expectTypeOf(state).toEqualTypeOf<{ n: number } | undefined>()
    expect(state).toEqual({ n: 2 })
    await store.project('count', counting(10))
    await store.append('s', { type: 't' })
    await store.settled()
    expect(await store.state('count')).toEqual({ n: 12 })
  })

  it('know a state that is a text', async () => {
    const store = open()
    await store.append('a', { type: 't' })
    await store.project('last', 'fromAll().when({ t: (state, event) => `${event.streamId}, héllo` })')
    await store.settled()
    expect(await store.state('last')).toBe('a, héllo')
  })

  it('know partitions, and that there is no state yet', async () => {
    const store = open()
    await store.project('each', 'fromAll().foreachStream().when({ t: (state, event) => ({ of: event.streamId }) })')
    await store.append('a b', { type: 't' })
    await store.settled()
    expect(await store.state('each', 'a b')).toEqual({ of: 'a b' })
    expect(await store.state('each', 'other')).toBeUndefined()
    await expect(store.state('unknown')).rejects.toMatchObject({ status: 404 })
  })

  it('name the fault of a projection and its place, not the time-out that follows from it', async () => {
    const store = open()
    await store.project('broken', 'fromAll(\n  .when(')
    const refused = store.state('broken')
    await expect(refused).rejects.toThrow(
      `The projection "broken" is faulted: Unexpected token '.' (<anonymous>:2:3) (line 2, column 3 of the query)\nGET `,
    )
    await expect(refused).rejects.toMatchObject({ name: 'RefusedRequest', status: 408 })
    await expect(store.state('unknown')).rejects.toThrow('There is no projection "unknown".')
  })

  it('run queries of every mode', async () => {
    const store = open()
    await store.append('s', [{ type: 't' }, { type: 't' }])
    await store.project('once', counting(1), { mode: 'one-time', checkpoints: true, emit: true })
    await store.project('now', counting(2), { mode: 'transient' })
    await store.project('later', counting(3), { enabled: false })
    await store.settled()
    expect(await Promise.all(['once', 'now', 'later'].map((name) => store.state(name)))).toEqual([{ n: 2 }, { n: 4 }, undefined])
  })
})

describe('shortcuts', () => {
  it('pass accounts, faults, the request log and the base path', async () => {
    const store = open({ requestLog: 10, baseUrl: '/_store', defaultAdminPassword: 'other', strictCors: true })
    store.faults.offline = true
    await store.append('$system', { type: 't' })
    expect(await store.read('$system')).toHaveLength(1)
    expect(store.requests.entries).toEqual([])
  })

  it('make repeatable ids where the store does', async () => {
    const { repeatableEnvironment } = await import('./clock/repeatable-environment.ts')
    const run = async () => {
      const store = open({ environment: repeatableEnvironment() })
      await store.append('s', [{ type: 't' }, { type: 't' }])
      return (await store.read('s')).map(({ id, at }) => [id, at])
    }
    expect(await run()).toEqual(await run())
  })
})
