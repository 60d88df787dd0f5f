import { expect, it } from 'vitest'
import { layoutOf } from './layered-layout.ts'
import { describeNode, nameOf, neighbourFor, sizesFor } from './map-view.ts'
import type { StoreMap } from './map-model.ts'

const node = (id: string, kind: StoreMap['nodes'][number]['kind'], name: string, count = 2) => ({ id, kind, name, count })
const broken = {
  name: 'totals',
  activity: 'faulted' as const,
  fault: { message: 'no member' },
  handled: 2,
  sources: undefined,
  resultStream: '',
}
const map: StoreMap = {
  nodes: [
    node('all', 'all', '', 1),
    node('c', 'category', 'cart', 1234),
    { ...node('p', 'projection', 'carts'), projection: { ...broken, name: 'carts', activity: 'running', fault: undefined } },
    { ...node('q', 'projection', 'totals'), projection: broken },
    node('s', 'stream', 'alerts'),
  ],
  edges: [
    { from: 'c', to: 'p', kind: 'reads' },
    { from: 'all', to: 'q', kind: 'reads' },
    { from: 'p', to: 's', kind: 'emits' },
  ],
}

it('says in words what the edges show', () => {
  expect(map.nodes.map((each) => describeNode(each, map))).toEqual([
    'All streams, 1 event, read by totals',
    'Category cart, 1,234 events, read by carts',
    'Projection carts, 2 events handled, reads cart-*, writes to alerts',
    'Projection totals, failed: no member, reads All streams',
    'Stream alerts, 2 events, written by carts',
  ])
  expect(describeNode(node('m', 'more', 'cart', 988), map)).toBe('Category cart, 988 more streams')
  expect(describeNode(node('n', 'more', '', 1900), map)).toBe('1,900 more streams')
})

it('shows the end of what is a stream of results', () => {
  expect(nameOf(node('r', 'stream', '$projections-balances-result'))).toBe('…balances-result')
})

it('follows edges with arrow keys, and the list up and down', () => {
  const { nodes } = layoutOf(
    map.nodes.map(({ id }) => id),
    map.edges,
    sizesFor(600, 3),
  )
  const from = (id: string, ...keys: string[]) => keys.map((key) => neighbourFor(key, id, nodes, map.edges))
  expect(nodes.map(({ id }) => id).join('')).toMatch(/^(allc|call)(pq|qp)s$/)
  expect(from('c', 'ArrowRight', 'ArrowLeft')).toEqual(['p', undefined])
  expect(from('p', 'ArrowRight', 'ArrowLeft')).toEqual(['s', 'c'])
  expect(from('q', 'ArrowRight', 'ArrowLeft')).toEqual(['s', 'all'])
  expect(from('s', 'Home', 'End', 'ArrowDown', 'Enter')).toEqual([nodes[0]!.id, 's', undefined, undefined])
})

it('fits three layers beside each other on a phone, and does not stretch few on a desk', () => {
  const phone = sizesFor(350, 3)
  expect(3 * phone.width + 2 * phone.across).toBeLessThanOrEqual(350)
  expect(sizesFor(1400, 2).width).toBe(190)
})
