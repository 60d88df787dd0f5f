import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { mapOf } from './map-model.ts'
import { FactsReader } from './read-facts.ts'

it('finds sources, emitted streams, links and faults in a store', { timeout: 30_000 }, async () => {
  const store = createStore()
  onTestFinished(() => store.close())
  await store.append('order-1', [{ type: 'Placed', data: { city: 'lyon' } }])
  await store.append('order-2', [{ type: 'Placed', data: { city: 'turin' } }])
  await store.project('index', "fromCategory('order').when({ Placed(s, e) { linkTo('in-' + e.data.city, e) } })")
  await store.project('big', "fromStream('order-1').when({ Placed(s, e) { emit('big orders', 'Big', {}) } })")
  await store.project('all', 'fromAll().when({ $any(s) { return {} } })')
  await store.project('broken', "fromStream('order-2').when({ Placed(s) { s.a.b.c } })")
  await store.settled()
  const reader = new FactsReader(store)
  const read = async () => (await reader.read(await store.inspect()))!
  const facts = await read()
  const { edges, nodes } = mapOf(facts, new Set())
  expect(edges.map(({ from, to, kind }) => `${from} > ${to} (${kind})`).sort()).toEqual([
    'all > projection all (reads)',
    'category order > projection index (reads)',
    'projection big > stream big orders (emits)',
    'projection index > category in (links)',
    'stream order-1 > projection big (reads)',
    'stream order-2 > projection broken (reads)',
  ])
  expect(nodes.find(({ name }) => name === 'broken')?.projection).toMatchObject({
    activity: 'faulted',
    fault: { message: expect.stringContaining('undefined') as string },
  })
  // Facts read once are not asked for again, and counts move.
  await store.append('order-3', [{ type: 'Placed', data: { city: 'ghent' } }])
  await store.settled()
  const later = await read()
  expect(later.streams.find(({ name }) => name === 'order-3')?.events).toBe(1)
  expect(later.emissions).toContainEqual({ projection: 'index', stream: 'in-ghent', isLink: true })
})
