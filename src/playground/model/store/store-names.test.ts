import { describe, expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { NamesReader } from './store-names.ts'

describe('NamesReader', () => {
  it('finds types, streams and categories over several pages, none of the system', async () => {
    const store = createStore()
    const events = Array.from({ length: 600 }, (_, number) => ({ type: number === 599 ? 'Last' : 'Usual' }))
    await store.append('cart-1', events)
    await store.append('alone', { type: 'Usual' })
    const names = await new NamesReader().read(store)
    expect([...names.types].sort()).toEqual(['Last', 'Usual'])
    expect([...names.streams].sort()).toEqual(['alone', 'cart-1'])
    expect([...names.categories]).toEqual(['cart'])
    await store.close()
  })

  it('goes on from where it was, and starts again in a store that was cleared', async () => {
    const store = createStore()
    const reader = new NamesReader()
    await store.append('a-1', { type: 'A' })
    expect([...(await reader.read(store)).types]).toEqual(['A'])
    await store.append('b-1', { type: 'B' })
    expect([...(await reader.read(store)).types]).toEqual(['A', 'B'])
    await store.clear()
    await store.append('c-1', { type: 'C' })
    expect([...(await reader.read(store)).types]).toEqual(['C'])
    await store.close()
  })

  it('has the fields of events with their data, and says whether it has read all', async () => {
    const store = createStore()
    await store.append('cart-1', { type: 'ItemAdded', data: { price: 5 }, metadata: { by: 'kim' } })
    const { fields, isComplete } = await new NamesReader().read(store)
    expect([...fields.data.get('ItemAdded')!.members.keys()]).toEqual(['price'])
    expect([...fields.metadata.get('ItemAdded')!.members.keys()]).toEqual(['by'])
    expect(isComplete).toBe(true)
    await store.close()
  })

  it('knows nothing of a store that is closed', async () => {
    const store = createStore()
    await store.close()
    expect((await new NamesReader().read(store)).types.size).toBe(0)
  })
})
