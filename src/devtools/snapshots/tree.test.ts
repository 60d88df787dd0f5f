import { expect, it } from 'vitest'
import { treeOf } from './tree.ts'

const kept = (id: number, parent?: number) => ({
  id,
  store: 'a',
  name: `${id}`,
  created: 0,
  events: 0,
  bytes: 0,
  ...(parent !== undefined && { parent }),
})

it('puts each snapshot below the one it went on from, the newest first', () => {
  const placed = treeOf([kept(5, 1), kept(4, 2), kept(3), kept(2, 1), kept(1)])
  expect(placed.map(({ kept: { id }, depth }) => `${' '.repeat(depth)}${id}`)).toEqual(['3', '1', ' 5', ' 2', '  4'])
})

it('keeps what stood below a deleted one', () => {
  expect(treeOf([kept(4, 2), kept(2, 1)]).map(({ kept: { id }, depth }) => [id, depth])).toEqual([
    [2, 0],
    [4, 1],
  ])
})
