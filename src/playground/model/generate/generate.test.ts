import { expect, it } from 'vitest'
import type { Json } from '../steps/json-diff.ts'
import { samplesIn } from './append-generated.ts'
import { generateEvents } from './generate.ts'
import { shapeOf } from './shapes.ts'

const guid = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`
const order = (n: number, more: Readonly<Record<string, Json>> = {}): Json => ({
  id: `order-${String(n).padStart(3, '0')}`,
  key: guid(String(n)),
  customer: n % 2 === 0 ? 'ann' : 'bob',
  total: n + 0.25,
  lines: Array.from({ length: n }, (_, line) => ({ sku: line % 2 ? 'tea' : 'cup', count: line })),
  placed: `2026-01-0${n}T10:00:00Z`,
  ...more,
})

it('learns bounds, choices, ids, times and numbering', () => {
  const shape = shapeOf([order(1), order(2), order(3, { gift: true })])
  expect(shape).toMatchObject({ kind: 'object' })
  const members = shape.kind === 'object' ? Object.fromEntries(shape.members.map(({ name, ...rest }) => [name, rest])) : {}
  expect(members['id']?.shape).toEqual({ kind: 'counted', prefix: 'order-', width: 3, last: 3 })
  expect(members['key']?.shape).toEqual({ kind: 'guid' })
  expect(members['customer']?.shape).toEqual({ kind: 'choice', values: ['bob', 'ann', 'bob'] })
  expect(members['total']?.shape).toEqual({ kind: 'number', least: 1.25, most: 3.25, digits: 2 })
  expect(members['placed']?.shape).toMatchObject({ kind: 'time', length: 20 })
  expect(members['lines']?.shape).toMatchObject({ kind: 'list', least: 1, most: 3 })
  expect(members['gift']?.share).toBeCloseTo(1 / 3)
  expect(shapeOf([1, null, 'a'])).toMatchObject({ kind: 'mixed', parts: [{ share: 1 / 3 }, { share: 1 / 3 }, { share: 1 / 3 }] })
})

it('generates data within the shapes, the same for the same seed', () => {
  const samples = [1, 2, 3].map((n) => ({ type: 'OrderPlaced', data: order(n) }))
  const generated = generateEvents(samples, 50, 7)
  expect(generateEvents(samples, 50, 7)).toEqual(generated)
  expect(generateEvents(samples, 50, 8)).not.toEqual(generated)
  for (const [index, { data }] of generated.entries()) {
    const made = data as unknown as {
      id: string
      key: string
      customer: string
      total: number
      lines: unknown[]
      placed: string
    }
    expect(made.id).toBe(`order-${String(4 + index).padStart(3, '0')}`)
    expect(made.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    expect(['ann', 'bob']).toContain(made.customer)
    expect(made.total).toBeGreaterThanOrEqual(1.25)
    expect(made.total).toBeLessThanOrEqual(3.25)
    expect(`${made.total}`).toMatch(/^\d\.?\d{0,2}$/)
    expect([1, 2, 3]).toContain(made.lines.length)
    expect(made.placed).toMatch(/^2026-01-0[1-3]T\d\d:\d\d:\d\dZ$/)
  }
})

it('follows one type with another as the samples do', () => {
  const samples = ['Opened', 'Closed', 'Opened', 'Closed', 'Opened'].map((type) => ({ type, data: undefined }))
  expect(generateEvents(samples, 4, 1)).toEqual(['Closed', 'Opened', 'Closed', 'Opened'].map((type) => ({ type, data: undefined })))
  expect(generateEvents([], 4, 1)).toEqual([])
})

it('takes no system event for a sample, and no data that are not JSON', () => {
  const entry = { eventNumber: 0, streamId: 'a', isJson: true, data: '{"n":1}' }
  const entries = [
    { ...entry, eventType: 'B', isJson: false },
    { ...entry, eventType: 'A' },
    { ...entry, eventType: '$metadata' },
  ]
  expect(samplesIn(entries as never)).toEqual([
    { type: 'A', data: { n: 1 } },
    { type: 'B', data: undefined },
  ])
})
