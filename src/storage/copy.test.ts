import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copy } from './copy.ts'

describe('copy', () => {
  it('copies every value that structured cloning copies', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }), (value) => {
        expect(copy(value)).toEqual(structuredClone(value))
      }),
    )
  })

  it('shares nothing with the original', () => {
    const value = { list: [{ bytes: new Uint8Array([1]) }] }
    const copied = copy(value)
    copied.list[0]!.bytes[0] = 2
    copied.list.push({ bytes: new Uint8Array() })
    expect(value).toEqual({ list: [{ bytes: new Uint8Array([1]) }] })
  })

  it('keeps a member called __proto__', () => {
    const value: unknown = JSON.parse('{"a":{"__proto__":{"b":1}}}')
    expect(JSON.stringify(copy(value))).toBe('{"a":{"__proto__":{"b":1}}}')
    expect(Object.getPrototypeOf((copy(value) as { a: object }).a)).toBe(Object.prototype)
  })

  it('makes plain objects of instances', () => {
    class Point {
      readonly x = 1
    }
    expect(Object.getPrototypeOf(copy(new Point()))).toBe(Object.prototype)
  })

  it('keeps one long list one', () => {
    const list = Array.from({ length: 5000 }, (_, index) => `s${index}`)
    const copied = copy({ a: list, b: { list }, c: [...list] })
    expect(copied).toEqual({ a: list, b: { list }, c: list })
    expect(copied.a).not.toBe(list)
    expect(copied.b.list).toBe(copied.a)
    expect(copied.c).not.toBe(copied.a)
    expect(copy(list)).not.toBe(copied.a)
  })

  it('comes to an end with circles and great depth', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const copied = copy(circle)
    expect((copied.self as typeof circle).self).toBeTypeOf('object')
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 200; depth++) deep = [deep]
    expect(copy(deep)).toEqual(deep)
  })

  it.each([() => 1, Symbol('s'), { f: () => 1 }, [Symbol('s')], new Map([[1, () => 1]])])('refuses %o', (value) => {
    expect(() => copy(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
  })
})
