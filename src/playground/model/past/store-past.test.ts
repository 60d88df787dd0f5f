import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { draftsIn } from '../draft/projection-draft.ts'
import type { StorePast } from './store-past.ts'
import { isOutdated, readPast } from './store-past.ts'

const carts = "fromCategory('cart').foreachStream().when({ $init: () => ({ n: 0 }), Added(s, e) { s.n += e.data.n } })"
const links = "fromCategory('cart').when({ Added(s, e) { linkTo('big', e) } })"
const big = "fromStream('big').when({ $init: () => ({ seen: 0 }), Added(s) { s.seen++ } })"
const picky = "fromAll().when({ $init: () => ({}), Added(s, e) { if (e.data.n > 2) throw new Error('too many') } })"

async function filled(projections: Readonly<Record<string, string>>) {
  const store = createStore({ queries: 'in-process' })
  onTestFinished(() => store.close())
  for (const [name, query] of Object.entries(projections)) await store.project(name, query)
  for (const [stream, n] of [
    ['cart-1', 1],
    ['cart-2', 2],
    ['cart-1', 3],
  ] as const)
    await store.append(stream, { type: 'Added', data: { n } })
  await store.settled()
  return store
}

const read = (store: Awaited<ReturnType<typeof filled>>, most?: number): Promise<StorePast> =>
  readPast(store, { signal: new AbortController().signal, tooLarge: 'too large', ...(most !== undefined && { most }) })

/** What a projection knew behind the event at a place. */
function at({ events, projections }: StorePast, name: string, place: string) {
  const event = events.find(({ stream, number }) => `${number}@${stream}` === place)!
  return projections.find(({ draft }) => draft.name === name)!.states.at(event.position)
}

it('tells the states of all projections behind each event', async () => {
  const past = await read(await filled({ carts, picky }))
  expect(past.events.map(({ stream, number }) => `${number}@${stream}`)).toEqual(['0@cart-1', '0@cart-2', '1@cart-1'])
  expect(at(past, 'carts', '0@cart-1')).toMatchObject({ handled: 1, partitions: 1, partition: 'cart-1', after: '{"n":1}', isNow: true })
  expect(at(past, 'carts', '0@cart-2')).toMatchObject({ handled: 2, partitions: 2, partition: 'cart-2', after: '{"n":2}' })
  expect(at(past, 'carts', '1@cart-1')).toMatchObject({ handled: 3, partitions: 2, before: '{"n":1}', after: '{"n":4}' })
  expect(at(past, 'picky', '0@cart-2')).toMatchObject({ handled: 2, partitions: 0, partition: '', after: '{}', fault: undefined })
  const faulted = at(past, 'picky', '1@cart-1')
  expect(faulted).toMatchObject({ handled: 2, isNow: false })
  expect(faulted.fault).toContain('too many')
})

it('places an event that was read through a link at the link', async () => {
  const past = await read(await filled({ links, big }))
  const [first, ...others] = past.events.filter(({ stream }) => stream === 'big')
  expect(others).toHaveLength(2)
  const { states } = past.projections.find(({ draft }) => draft.name === 'big')!
  expect(states.at(first!.position - 1)).toMatchObject({ handled: 0, partition: undefined, after: '' })
  expect(states.at(first!.position)).toMatchObject({ handled: 1, after: '{"seen":1}', isNow: true })
})

it('says of a query that cannot be opened why, at every event', async () => {
  const past = await read(await filled({ carts, broken: 'fromAll().when({ Added() { missing( } })' }))
  expect(at(past, 'broken', '0@cart-1').fault).toMatch(/Syntax|unexpected/i)
  expect(at(past, 'carts', '0@cart-1')).toMatchObject({ handled: 1 })
})

it('says from where on texts are missing', async () => {
  const past = await read(await filled({ carts }), 8)
  expect(at(past, 'carts', '0@cart-1')).toMatchObject({ handled: 1, fault: undefined })
  expect(at(past, 'carts', '1@cart-1')).toMatchObject({ fault: 'too large' })
})

it('knows when the store has other events or queries', async () => {
  const store = await filled({ carts })
  const past = await read(store)
  const outdated = async () => await isOutdated(past, store, await store.inspect())
  expect(await outdated()).toBe(false)
  await store.project('picky', picky)
  expect(draftsIn(await store.inspect()).map(({ name }) => name)).toEqual(['carts', 'picky'])
  expect(await outdated()).toBe(true)
  const again = await read(store)
  await store.append('cart-3', { type: 'Added', data: { n: 1 } })
  expect(await isOutdated(again, store, await store.inspect())).toBe(true)
})
