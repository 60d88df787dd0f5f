import { expect, it } from 'vitest'
import { nameFor, printBytes } from './names.ts'

const nameless = (count: number) => `Snapshot ${count}`

it('is the wanted one, or the next free number', () => {
  expect(nameFor('', [], nameless)).toBe('Snapshot 1')
  expect(nameFor(' ', ['Snapshot 1', 'Snapshot 3'], nameless)).toBe('Snapshot 2')
  expect(nameFor(' with orders ', [], nameless)).toBe('with orders')
  expect(nameFor('a', ['a', 'a (2)'], nameless)).toBe('a (3)')
})

it('prints sizes', () => {
  expect([999, 1000, 12_345, 2_500_000].map((bytes) => printBytes(bytes))).toEqual(['999 B', '1.0 kB', '12.3 kB', '2.5 MB'])
})
