import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const open = async (): Promise<Store> => {
  const store = createStore()
  onTestFinished(() => store.close())
  await store.append('cart-1', [{ type: 'Added', data: { n: 5 } }])
  await store.append('cart-2', [{ type: 'Added', data: { n: 7 } }])
  return store
}
const partitioned = `fromCategory('cart').foreachStream().when({
  $init: () => ({ n: 0 }),
  Added: (s, e) => { s.n += e.data.n; emit('seen-' + e.streamId, 'Seen', {}) },
}).transformBy((s) => ({ twice: s.n * 2 }))`

describe('a picture', () => {
  it('shows the first projection of users, or the one that is asked for', async () => {
    const store = await open()
    const { shown, projections, streams } = await store.inspect()
    expect(shown).toBeUndefined()
    expect(projections.map(({ name }) => name)).toContain('$by_category')
    expect(streams).toEqual(await store.streams())
    expect((await store.inspect({ projection: '$by_category' })).shown?.name).toBe('$by_category')
  })

  it('has state and result of the partition, and the streams that the projection emits to', async () => {
    const store = await open()
    await store.project('totals', partitioned, { track: true })
    await store.settled()
    expect((await store.inspect({ projection: 'totals' })).shown).toMatchObject({
      activity: 'running',
      isAtRest: true,
      query: partitioned,
      emits: true,
      handled: 2,
      sources: { categories: ['cart'] },
      isPartitioned: true,
      partitions: ['cart-1', 'cart-2'],
      partition: 'cart-1',
      state: '{"n":5}',
      result: '{"twice":10}',
      emitted: ['seen-cart-1', 'seen-cart-2'],
    })
    const second = await store.inspect({ projection: 'totals', partition: 'cart-2' })
    expect(second.shown).toMatchObject({ partition: 'cart-2', state: '{"n":7}' })
  })

  it('has the state of other content under the same figures', async () => {
    const store = await open()
    await store.project('all', "fromStream('cart-3').when({ $init: () => ({ n: 0 }), Added: (s, e) => { s.n += e.data.n } })")
    const empty = await store.snapshot()
    const stateAfter = async (n: number): Promise<string | undefined> => {
      await store.restore(empty)
      await store.append('cart-3', { type: 'Added', data: { n } })
      await store.settled()
      return (await store.inspect()).shown?.state
    }
    expect([await stateAfter(1), await stateAfter(2)]).toEqual(['{"n":1}', '{"n":2}'])
  })

  it('puts the shared state in front of the partitions', async () => {
    const store = await open()
    const query = `fromCategory('cart').foreachStream().when({
      $init: () => ({}), $initShared: () => ({ n: 0 }), Added: (s) => { s[1].n++; return s } })`
    await store.project('shared', query)
    await store.settled()
    expect((await store.inspect({ partition: '' })).shown).toMatchObject({
      partitions: ['', 'cart-1', 'cart-2'],
      partition: '',
      state: '{"n":2}',
    })
  })

  it('waits for no state where a query could not be prepared', async () => {
    const store = await open()
    await store.project('broken', 'x = (')
    expect((await store.inspect()).shown).toMatchObject({
      activity: 'faulted',
      status: 'Faulted',
      fault: { line: 1 },
      sources: undefined,
      state: '',
      result: '',
      partitions: [],
    })
  })

  it('counts no events of a query that is complete: the server has begun to count anew', async () => {
    const store = await open()
    await store.project('once', "fromStream('cart-1').when({ Added: () => ({}) })", { mode: 'one-time' })
    await expect.poll(async () => (await store.inspect()).shown?.activity).toBe('completed')
    expect((await store.inspect()).shown).toMatchObject({ handled: undefined, isAtRest: true })
  })

  it('knows the end of the log, and its last event of users', async () => {
    const store = await open()
    const before = await store.inspect()
    await store.append('cart-1', { type: 'Added', id: '0b0f2d6c-7f5b-4a4e-8a55-0a4b9f1f0001', data: { n: 1 } })
    const after = await store.inspect()
    expect(after.end).toBeGreaterThan(before.end)
    expect(after.lastEvent).toBe('0b0f2d6c-7f5b-4a4e-8a55-0a4b9f1f0001')
  })

  it('has the states of the first partitions of each projection of users, where they are wanted', async () => {
    const store = await open()
    await store.project('totals', partitioned)
    await store.project('all', "fromCategory('cart').when({ $init: () => ({ n: 0 }), Added: (s) => { s.n++ } })")
    await store.settled()
    expect((await store.inspect()).states).toEqual([])
    expect((await store.inspect({ states: 1 })).states).toEqual([
      { projection: 'totals', partition: 'cart-1', state: '{"n":5}' },
      { projection: 'all', partition: '', state: '{"n":2}' },
    ])
  })

  it('names the writers of streams', async () => {
    const store = await open()
    await store.project('mirror', "fromStream('cart-1').when({ Added: (s, e) => { linkTo('links', e); emit('own', 'T', {}) } })", {
      emit: true,
    })
    await store.settled()
    const { writers } = await store.inspect({ writersOf: ['links', 'own', 'cart-1', 'missing'] })
    expect(writers).toEqual([
      { projection: 'mirror', stream: 'links', isLink: true },
      { projection: 'mirror', stream: 'own', isLink: false },
    ])
  })
})
