import { expect, it } from 'vitest'
import * as fc from 'fast-check'
import { curveBetween, layoutOf } from './layered-layout.ts'

const sizes = { width: 100, height: 40, across: 50, between: 10 }

const layout = (ids: string, ...edges: string[]) =>
  layoutOf(
    ids.split(''),
    edges.map((edge) => ({ from: edge[0]!, to: edge[1]! })),
    sizes,
  )
const layersIn = ({ nodes }: ReturnType<typeof layout>) => {
  const layers: string[] = []
  for (const { id, layer } of nodes) layers[layer] = (layers[layer] ?? '') + id
  return layers
}

it('places each node behind everything that leads to it', () => {
  expect(layersIn(layout('abcd', 'ab', 'bc', 'ac', 'cd'))).toEqual(['a', 'b', 'c', 'd'])
})

it('keeps the given order where nothing else decides', () => {
  expect(layersIn(layout('cab'))).toEqual(['cab'])
})

it('turns a layer round rather than crossing edges', () => {
  expect(layersIn(layout('abxy', 'ay', 'bx'))).toEqual(['ab', 'yx'])
})

it('lets edges that close a circle decide nothing', () => {
  expect(layersIn(layout('abc', 'ab', 'bc', 'cb'))).toEqual(['a', 'b', 'c'])
  expect(layersIn(layout('ab', 'ab', 'ba'))).toEqual(['a', 'b'])
  expect(layersIn(layout('a', 'aa'))).toEqual(['a'])
})

it('centres layers, and says how large everything is', () => {
  const { nodes, width, height, layers } = layout('abc', 'ac', 'bc')
  expect({ width, height, layers }).toEqual({ width: 250, height: 90, layers: 2 })
  expect(nodes.map(({ id, x, y }) => [id, x, y])).toEqual([
    ['a', 0, 0],
    ['b', 0, 50],
    ['c', 150, 25],
  ])
  expect(layout('')).toEqual({ nodes: [], layers: 0, width: 0, height: 0 })
})

it('places every node of any graph once, without overlaps', () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((count) => {
    const id = fc.integer({ min: 0, max: count - 1 }).map(String)
    return fc.record({ count: fc.constant(count), edges: fc.array(fc.record({ from: id, to: id }), { maxLength: 30 }) })
  })
  fc.assert(
    fc.property(graph, ({ count, edges }) => {
      const ids = Array.from({ length: count }, (_, index) => String(index))
      const { nodes, layers } = layoutOf(ids, edges, sizes)
      expect(nodes.map(({ id }) => id).sort()).toEqual(ids.sort())
      expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
      expect(new Set(nodes.map(({ layer }) => layer)).size).toBe(layers)
    }),
  )
})

it('draws an edge from side to side, and one that leads back below both nodes', () => {
  const [a, b] = layout('ab', 'ab').nodes
  expect(curveBetween(a!, b!, sizes)).toBe('M100 20C125 20 125 20 150 20')
  expect(curveBetween(b!, a!, sizes)).toMatch(/^M250 20C278 20 278 54 .* 0 20$/)
})
