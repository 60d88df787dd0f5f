import { describe, expect, test } from 'vitest'
import { restoreImage, takeImage } from './memory-image.ts'

const page = 4096

/** A memory of eight pages: static data, a stack that is empty, a heap. */
function memory(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * page)
  bytes[100] = 1
  bytes[5 * page + 7] = 2
  bytes[6 * page - 1] = 3
  return bytes
}

describe('the image of a memory', () => {
  test('makes another memory the same', () => {
    const other = new Uint8Array(8 * page)
    expect(restoreImage(other, takeImage(memory(), [1, 2]), [1, 2])).toBe(true)
    expect(other).toEqual(memory())
  })

  test('holds neither the stack nor unused memory', () => {
    const { pieces } = takeImage(memory(), [])
    expect(pieces.map(({ at, bytes }) => [at / page, bytes.length / page])).toEqual([
      [0, 1],
      [5, 1],
    ])
  })

  test('stays the same when the memory changes', () => {
    const bytes = memory()
    const image = takeImage(bytes, [])
    bytes.fill(9)
    const other = new Uint8Array(8 * page)
    restoreImage(other, image, [])
    expect(other).toEqual(memory())
  })

  test('empties the heap', () => {
    const other = new Uint8Array(8 * page)
    other[5 * page + 100] = 9
    restoreImage(other, takeImage(memory(), []), [])
    expect(other).toEqual(memory())
  })

  test.each([
    ['of another size', new Uint8Array(9 * page), [1, 2]],
    ['with other marks', new Uint8Array(8 * page), [1, 3]],
  ])('is not put into a memory %s', (_, other, marks) => {
    expect(restoreImage(other, takeImage(memory(), [1, 2]), marks)).toBe(false)
    expect(other.every((byte) => byte === 0)).toBe(true)
  })
})
