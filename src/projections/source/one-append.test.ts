// Events of one append, read by several streams: outputs keep to the reads of the source, and an append is one read.

import { describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { Store } from '../../engine/store.ts'

const order = '{ $init: () => ({ order: [] }), $any: (s, e) => { if (e.data && e.data.n !== undefined) s.order.push(e.data.n) } }'

/** The numbers in the order in which a query over the source gets them. */
async function orderOf(store: Store, name: string): Promise<readonly number[]> {
  await store.settled()
  const state: { readonly order: readonly number[] } | undefined = await store.state(name)
  return state?.order ?? []
}

const numbered = (types: readonly string[], metadata?: (n: number) => object) =>
  types.map((type, n) => ({ type, data: { n }, ...(metadata && { metadata: metadata(n) }) }))

/** A store with caught-up projections by name. */
async function open(projections: Readonly<Record<string, string>>): Promise<Store> {
  const store = createStore({ security: 'insecure' })
  for (const [name, query] of Object.entries(projections)) await store.project(name, query, { emit: true })
  await store.settled()
  return store
}

const parity = `fromStream('s').when({ $any: (s, e) => linkTo('cat-' + (e.data.n % 2), e) })`
const three = `fromStream('s').when({ $any: (s, e) => { for (const to of ['a', 'b', 'c']) emit(to, 'E', { n: e.data.n }) } })`

describe('the events of one append', () => {
  it.each([
    ['types', `fromStreams('$et-A', '$et-B').when(${order})`],
    ['types of a query that reorders', `options({ reorderEvents: true, processingLag: 50 }); fromStreams('$et-A', '$et-B').when(${order})`],
  ])('are indexed %s by %s', async (_, query) => {
    const store = await open({ p: query })
    await store.append('s', numbered(['A', 'B', 'A', 'B', 'A']))
    expect(await orderOf(store, 'p')).toEqual([0, 2, 4, 1, 3])
    await store.append('s', [{ type: 'B', data: { n: 5 } }, { type: 'A', data: { n: 6 } }, { type: 'B', data: { n: 7 } }]) // prettier-ignore
    expect(await orderOf(store, 'p')).toEqual([0, 2, 4, 1, 3, 5, 7, 6])
    await store.close()
  })

  it('are linked stream by stream into a category', async () => {
    const store = await open({ links: parity, p: `fromCategory('cat').when(${order})` })
    await store.append('s', numbered(['A', 'A', 'A', 'A', 'A', 'A']))
    expect(await orderOf(store, 'p')).toEqual([0, 2, 4, 1, 3, 5])
    await store.close()
  })

  it('are emitted stream by stream', async () => {
    const store = await open({ three, p: `fromStreams('a', 'b', 'c').when(${order})` })
    await store.append('s', numbered(['A', 'B']))
    expect(await orderOf(store, 'p')).toEqual([0, 1, 0, 1, 0, 1])
    await store.close()
  })

  it('are indexed by their correlation ids', async () => {
    const store = await open({ p: `fromStreams('$bc-0', '$bc-1').when(${order})` })
    await store.append('s', numbered(['A', 'A', 'A', 'A'], (n) => ({ $correlationId: String(n % 2) }))) // prettier-ignore
    expect(await orderOf(store, 'p')).toEqual([0, 2, 1, 3])
    await store.close()
  })

  it('stay together where there are sixty of three types', async () => {
    const store = await open({ p: `fromStreams('$et-A', '$et-B', '$et-C').when(${order})` })
    const types = Array.from({ length: 60 }, (_, n) => 'ABC'[n % 3]!)
    await store.append('s', numbered(types))
    const ofType = (rest: number) => Array.from({ length: 20 }, (_, n) => 3 * n + rest)
    expect(await orderOf(store, 'p')).toEqual([...ofType(0), ...ofType(1), ...ofType(2)])
    await store.close()
  })
})

it('keeps single appends apart, however quickly they follow each other', async () => {
  const store = await open({ p: `fromStreams('$et-A', '$et-B').when(${order})` })
  await Promise.all(numbered(['A', 'B', 'A', 'B', 'A']).map((event) => store.append('s', [event])))
  expect(await orderOf(store, 'p')).toEqual([0, 1, 2, 3, 4])
  await store.close()
})

it('keeps the results of partitions in the order of the events', async () => {
  const counts = `fromStream('s').partitionBy((e) => e.eventType).when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++ } }).outputState()`
  const store = await open({ counts })
  await store.append('s', numbered(['A', 'B', 'A']))
  await store.settled()
  const links = await store.read('$projections-counts-result')
  expect(links.map(({ stream, number }) => `${number}@${stream}`)).toEqual([
    '0@$projections-counts-A-result',
    '0@$projections-counts-B-result',
    '1@$projections-counts-A-result',
  ])
  await store.close()
})

it('keeps the outputs of one append together although its handlers take long', async () => {
  const slow = `fromStream('s').when({ $any: (s, e) => { for (const end = Date.now() + 30; Date.now() < end;); linkTo('cat-' + (e.data.n % 2), e) } })`
  const store = await open({ links: slow, p: `fromCategory('cat').when(${order})` })
  await store.append('s', numbered(['A', 'A', 'A', 'A', 'A', 'A']))
  expect(await orderOf(store, 'p')).toEqual([0, 2, 4, 1, 3, 5])
  await store.close()
})
