import { describe, expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { readProjections } from './read-projections.ts'

const open = async () => {
  const store = createStore()
  await store.append('cart-1', [{ type: 'Added', data: { n: 5 } }])
  await store.append('cart-2', [{ type: 'Added', data: { n: 7 } }])
  return store
}
const partitioned = `fromCategory('cart').foreachStream().when({
  $init: () => ({ n: 0 }),
  Added: (s, e) => { s.n += e.data.n; emit('seen-' + e.streamId, 'Seen', {}) },
}).transformBy((s) => ({ twice: s.n * 2 }))`

describe('readProjections', () => {
  it('chooses nothing if there are only the projections of the system', async () => {
    const store = await open()
    const reading = await readProjections(store, {})
    expect(reading?.shown).toBeUndefined()
    expect(reading?.list.map(({ name }) => name)).toContain('$by_category')
    expect((await readProjections(store, { projection: '$by_category' }))?.shown?.statistics.name).toBe('$by_category')
    await store.close()
  })

  it('reads state and result of the partition, and the streams it emits to', async () => {
    const store = await open()
    await store.project('totals', partitioned, { track: true })
    await store.settled()
    const first = await readProjections(store, { projection: 'totals' })
    expect(first?.shown).toMatchObject({
      isPartitioned: true,
      partitions: ['cart-1', 'cart-2'],
      partition: 'cart-1',
      state: '{"n":5}',
      result: '{"twice":10}',
      emitted: ['seen-cart-1', 'seen-cart-2'],
    })
    const second = await readProjections(store, { projection: 'totals', partition: 'cart-2' })
    expect(second?.shown).toMatchObject({ partition: 'cart-2', state: '{"n":7}' })
    await store.close()
  })

  it('reads the state of other content under the same figures', async () => {
    const store = await open()
    await store.project('all', "fromStream('cart-3').when({ $init: () => ({ n: 0 }), Added: (s, e) => { s.n += e.data.n } })")
    const empty = await store.snapshot()
    const stateAfter = async (n: number): Promise<string | undefined> => {
      await store.restore(empty)
      await store.append('cart-3', { type: 'Added', data: { n } })
      await store.settled()
      return (await readProjections(store, {}))?.shown?.state
    }
    expect([await stateAfter(1), await stateAfter(2)]).toEqual(['{"n":1}', '{"n":2}'])
    await store.close()
  })

  it('puts the shared state in front of the partitions', async () => {
    const store = await open()
    const query = `fromCategory('cart').foreachStream().when({
      $init: () => ({}), $initShared: () => ({ n: 0 }), Added: (s) => { s[1].n++; return s } })`
    await store.project('shared', query)
    await store.settled()
    const reading = await readProjections(store, { partition: '' })
    expect(reading?.shown).toMatchObject({ partitions: ['', 'cart-1', 'cart-2'], partition: '', state: '{"n":2}' })
    await store.close()
  })

  it('waits for no state where a query could not be prepared', async () => {
    const store = await open()
    await store.project('broken', 'x = (')
    const reading = await readProjections(store, {})
    expect(reading?.shown).toMatchObject({ state: '', result: '', partitions: [], statistics: { status: 'Faulted' } })
    await store.close()
  })

  it('has nothing of a store that is closed', async () => {
    const store = await open()
    await store.close()
    expect(await readProjections(store, {})).toBeUndefined()
  })
})
