import { describe, expect, it } from 'vitest'
import { maxInt64 } from '../../base/events/events.ts'
import { boundsOf, endOf, firstFrom, lastBefore, startOf } from './log-position.ts'

const at = (commit: bigint, prepare: bigint) => ({ commit, prepare })

describe('positions between records', () => {
  it('lead forward to the record that starts there', () => {
    expect(firstFrom(startOf(7))).toBe(7n)
    expect(firstFrom(at(7n, 0n))).toBe(7n)
    expect(firstFrom(at(7n, maxInt64))).toBe(8n)
  })

  it('lead backward to the record that ends there', () => {
    expect(lastBefore(endOf(7))).toBe(7n)
    expect(lastBefore(at(8n, maxInt64))).toBe(7n)
    expect(lastBefore(at(8n, 0n))).toBe(6n)
    expect(lastBefore(startOf(0))).toBe(-1n)
    expect(lastBefore(at(0n, 0n))).toBe(-1n)
  })
})

describe('boundsOf', () => {
  const from = startOf(10)

  it('goes on where the records that were met end', () => {
    expect(boundsOf('backward', from, { first: 9, last: 5 })).toEqual({ next: startOf(5), back: endOf(9) })
    expect(boundsOf('forward', from, { first: 10, last: 14 })).toEqual({ next: at(15n, 0n), back: startOf(10) })
  })

  it('stays where it was when no record was met', () => {
    expect(boundsOf('backward', from, undefined)).toEqual({ next: from, back: at(10n, 0n) })
    expect(boundsOf('forward', from, undefined)).toEqual({ next: from, back: at(10n, maxInt64) })
  })
})
