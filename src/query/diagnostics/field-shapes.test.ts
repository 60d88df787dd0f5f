import { expect, test } from 'vitest'
import { FieldShapes, fieldsAt } from './field-shapes.ts'

function noted(...events: readonly [type: string, data: unknown, metadata?: unknown][]): FieldShapes {
  const shapes = new FieldShapes()
  for (const [type, data, metadata] of events) shapes.note(type, JSON.stringify(data), JSON.stringify(metadata))
  return shapes
}
const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name)

test('fields of a type, each with its kind and an example', () => {
  const { data, metadata } = noted(['Added', { sku: 'cup', price: 7, to: { city: 'Ulm' } }, { by: 'kim' }], ['Paid', { total: 9 }])
  expect(fieldsAt(data, [], 'Added').map(({ name, kind, example }) => [name, kind, example])).toEqual([
    ['sku', 'string', '"cup"'],
    ['price', 'number', '7'],
    ['to', 'object', ''],
  ])
  expect(names(fieldsAt(data, ['to'], 'Added'))).toEqual(['city'])
  expect(names(fieldsAt(data, [], undefined))).toEqual(['sku', 'price', 'to', 'total'])
  expect(names(fieldsAt(data, [], 'Unknown'))).toEqual(['sku', 'price', 'to', 'total'])
  expect(names(fieldsAt(metadata, [], 'Added'))).toEqual(['by'])
  expect(fieldsAt(data, ['sku'], 'Added')).toEqual([])
})

test('texts that are not JSON, lists and scalars have no fields', () => {
  const shapes = new FieldShapes()
  shapes.note('A', 'no JSON', null)
  shapes.note('A', '[{"a":1}]', '')
  shapes.note('A', '5', undefined)
  expect(fieldsAt(shapes.data, [], 'A')).toEqual([])
})

test('is bounded in events, members and depth', () => {
  const shapes = noted(['Wide', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, n]))])
  expect(fieldsAt(shapes.data, [], 'Wide')).toHaveLength(200)
  for (let n = 0; n < 100; n++) shapes.note('Many', JSON.stringify({ [`f${n}`]: n }), null)
  expect(fieldsAt(shapes.data, [], 'Many')).toHaveLength(40)
  const deep = Array.from({ length: 20 }).reduce<object>((inner) => ({ a: inner }), { end: 1 })
  const nested = noted(['Deep', deep])
  expect(fieldsAt(nested.data, Array(5).fill('a'), 'Deep')).toHaveLength(1)
  expect(fieldsAt(nested.data, Array(7).fill('a'), 'Deep')).toEqual([])
})
