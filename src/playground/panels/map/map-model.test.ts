import { expect, it } from 'vitest'
import type { MapFacts, MapProjection } from './map-model.ts'
import { mapOf } from './map-model.ts'

const stream = (name: string, events = 1) => ({ name, events, last: events - 1, deleted: 'no' as const })
const projection = (name: string, sources: MapProjection['sources'], activity: MapProjection['activity'] = 'running'): MapProjection => ({
  name,
  activity,
  fault: activity === 'faulted' ? { message: 'a reason' } : undefined,
  handled: 3,
  sources,
  resultStream: `$projections-${name}-result`,
})

/** Nodes as `id=count`, edges as `from > to (kind)`. */
const drawn = (facts: Partial<MapFacts>, unfolded: readonly string[] = []) => {
  const { nodes, edges } = mapOf({ streams: [], projections: [], emissions: [], ...facts }, new Set(unfolded))
  return { nodes: nodes.map(({ id, count }) => `${id}=${count}`), edges: edges.map(({ from, to, kind }) => `${from} > ${to} (${kind})`) }
}

it('folds the streams of a category that has several, or that a projection reads', () => {
  expect(
    drawn({
      streams: [stream('$ce-cart'), stream('cart-1', 2), stream('cart-2', 3), stream('order-1'), stream('single-1'), stream('visits', 5)],
      projections: [projection('orders', { categories: ['order'] })],
    }),
  ).toEqual({
    nodes: ['category cart=5', 'category order=1', 'stream single-1=1', 'stream visits=5', 'projection orders=3'],
    edges: ['category order > projection orders (reads)'],
  })
})

it('draws a hundred of the streams that no projection touches, and counts the others', () => {
  const streams = Array.from({ length: 100_000 }, (_, index) => stream(`s${index}`))
  const projections = [projection('late', { streams: ['s99999'] })]
  const { nodes } = mapOf({ streams, projections, emissions: [] }, new Set())
  expect([nodes.length, nodes.at(-2)!.name]).toEqual([103, 's99999'])
  expect(nodes.at(-1)).toMatchObject({ kind: 'more', name: '', count: 99_899 })
})

it('counts a category of a hundred thousand streams once', () => {
  const streams = Array.from({ length: 100_000 }, (_, index) => stream(`order-${index}`))
  expect(drawn({ streams }).nodes).toEqual(['category order=100000'])
})

it('gives streams that a projection names a node of their own, also those that do not exist yet', () => {
  expect(
    drawn({
      streams: [stream('cart-1', 2), stream('cart-2', 3), stream('cart-3', 4)],
      projections: [projection('one', { streams: ['cart-1', '$et-Paid', 'later'] })],
    }),
  ).toEqual({
    nodes: ['stream cart-1=2', 'category cart=9', 'projection one=3', 'stream $et-Paid=0', 'stream later=0'],
    edges: ['stream cart-1 > projection one (reads)', 'stream $et-Paid > projection one (reads)', 'stream later > projection one (reads)'],
  })
})

it('draws what projections write, and tells links from events', () => {
  expect(
    drawn({
      streams: [stream('a'), stream('alerts', 2), stream('in-lyon'), stream('in-turin')],
      projections: [projection('warm', { streams: ['a'] }), projection('index', { allStreams: true })],
      emissions: [
        { projection: 'warm', stream: 'alerts', isLink: false },
        { projection: 'index', stream: 'in-lyon', isLink: true },
        { projection: 'index', stream: 'in-turin', isLink: true },
        { projection: 'gone', stream: 'a', isLink: false },
      ],
    }).edges,
  ).toEqual([
    'stream a > projection warm (reads)',
    'all > projection index (reads)',
    'projection warm > stream alerts (emits)',
    'projection index > category in (links)',
  ])
})

it('draws the stream of results where there are results', () => {
  const streams = [stream('a'), stream('$projections-totals-result', 7), stream('$projections-totals-checkpoint')]
  const projections = ['totals', 'silent'].map((name) => projection(name, { streams: ['a'] }))
  expect(drawn({ streams, projections })).toEqual({
    nodes: ['stream a=1', 'projection totals=3', 'stream $projections-totals-result=7', 'projection silent=3'],
    edges: [
      'stream a > projection totals (reads)',
      'projection totals > stream $projections-totals-result (emits)',
      'stream a > projection silent (reads)',
    ],
  })
})

it('leaves out deleted streams', () => {
  expect(drawn({ streams: [{ ...stream('gone', 0), deleted: 'soft' }] }).nodes).toEqual([])
})

it('unfolds a category, up to a dozen streams of it, in the order of their numbers, and counts the others beside them', () => {
  const streams = Array.from({ length: 20 }, (_, index) => stream(`cart-${20 - index}`))
  const { nodes, edges } = drawn({ streams }, ['cart', 'unknown'])
  expect(nodes).toHaveLength(14)
  expect(nodes.at(-1)).toBe('more cart=8')
  expect(edges.slice(0, 2)).toEqual(['stream cart-1 > category cart (contains)', 'stream cart-2 > category cart (contains)'])
  expect(edges.at(-1)).toBe('more cart > category cart (contains)')
  // One that a projection names is there already.
  const named = drawn({ streams, projections: [projection('one', { streams: ['cart-20'] })] }, ['cart'])
  expect(named.nodes).toContain('more cart=7')
  expect(drawn({ streams: streams.slice(0, 12) }, ['cart']).nodes).toHaveLength(13)
})
