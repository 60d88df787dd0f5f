import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { rowsWithPrefix } from './row-ranges.ts'

beforeAll(() => void useFakeIndexedDb())

const text = fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b', '\ud7ff', '\uffff') })

describe('rowsWithPrefix', () => {
  it('includes exactly the keys that begin with it', () => {
    fc.assert(
      fc.property(text, text, (prefix, key) => {
        expect(rowsWithPrefix('t', prefix).includes(['t', key])).toBe(key.startsWith(prefix))
      }),
    )
  })

  it('includes no row of another table', () => {
    fc.assert(
      fc.property(text, text, text, (table, prefix, key) => {
        fc.pre(table !== 't')
        expect(rowsWithPrefix('t', prefix).includes([table, key])).toBe(false)
      }),
    )
  })
})
