// Types of events, from the values that their data had.

import { expect, test } from 'vitest'
import { EventTypes } from './event-types.ts'

const typesOf = (...events: readonly (readonly [type: string, data?: unknown])[]): string => {
  const types = new EventTypes()
  for (const [type, data] of events) types.note(type, data)
  return types.print('Events')
}

test('has a member for each type, in the order of names, and undefined where events have no data', () => {
  expect(typesOf(['OrderShipped'], ['OrderPlaced', { total: 4, note: null }], ['item-added', { sku: 'a' }])).toBe(
    [
      'export interface Events {',
      '  OrderPlaced: {',
      '    total: number',
      '    note: null',
      '  }',
      '  OrderShipped: undefined',
      "  'item-added': {",
      '    sku: string',
      '  }',
      '}',
    ].join('\n'),
  )
})

test('makes members optional that some objects lack, and unions of several types', () => {
  expect(typesOf(['A', { a: 1, b: 'x' }], ['A', { a: null }], ['A', { a: 'text' }])).toContain(
    '    a: number | string | null\n    b?: string',
  )
})

test('types the items of lists, and unknown ones of empty lists', () => {
  const text = typesOf(['A', { lines: [{ sku: 'a' }, { sku: 'b', n: 1 }], tags: ['x', 1], none: [] }])
  expect(text).toContain('lines: {\n      sku: string\n      n?: number\n    }[]')
  expect(text).toContain('tags: (number | string)[]')
  expect(text).toContain('none: unknown[]')
})

test('makes a record of a table with many keys', () => {
  const table = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`id-${index}`, { n: index }]))
  expect(typesOf(['A', { table }])).toContain('table: Record<string, {\n      n: number\n    }>')
})
