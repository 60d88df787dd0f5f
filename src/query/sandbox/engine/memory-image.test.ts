import { describe, expect, test } from 'vitest'
import type { MemoryImage, MemoryLayout } from './memory-image.ts'
import { applyChanges, changesSince, resetToImage, restoreImage, sizeOfChanges, takeImage } from './memory-image.ts'

const page = 4096

/** The heap begins in the middle of a page, as in the real engine. */
const layout: MemoryLayout = { staticEnd: 200, heapStart: 5 * page + 5, heapEndAt: 12 }

/** A memory of eight pages: static data with the end of the heap, a stack, a heap. */
function memory(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * page)
  new Uint32Array(bytes.buffer)[3] = 6 * page - 100
  bytes[100] = 1
  bytes[5 * page + 7] = 2
  bytes[6 * page - 200] = 3
  return bytes
}

describe('the image of a memory', () => {
  test('makes another memory the same', () => {
    const other = new Uint8Array(8 * page)
    expect(restoreImage(other, takeImage(memory(), [1, 2], layout), [1, 2])).toBe(true)
    expect(other).toEqual(memory())
  })

  test('holds neither the stack nor unused memory', () => {
    const bytes = memory()
    bytes[5 * page - 1] = 9
    const { pieces } = takeImage(bytes, [], layout)
    expect(pieces.map(({ at, bytes }) => [at / page, bytes.length / page])).toEqual([
      [0, 1],
      [5, 1],
    ])
  })

  test('stays the same when the memory changes', () => {
    const bytes = memory()
    const image = takeImage(bytes, [], layout)
    bytes.fill(9)
    const other = new Uint8Array(8 * page)
    restoreImage(other, image, [])
    expect(other).toEqual(memory())
  })

  test('empties the heap', () => {
    const other = new Uint8Array(8 * page)
    other[5 * page + 100] = 9
    restoreImage(other, takeImage(memory(), [], layout), [])
    expect(other).toEqual(memory())
  })

  test.each([
    ['of another size', new Uint8Array(9 * page), [1, 2]],
    ['with other marks', new Uint8Array(8 * page), [1, 3]],
  ])('is not put into a memory %s', (_, other, marks) => {
    expect(restoreImage(other, takeImage(memory(), [1, 2], layout), marks)).toBe(false)
    expect(other.every((byte) => byte === 0)).toBe(true)
  })
})

describe('the changes of a memory', () => {
  const pages = 64
  const layout: MemoryLayout = { staticEnd: 2 * page - 8, heapStart: 40 * page + 4, heapEndAt: 12 }
  /** Static data with the end of the heap in front, a stack from page 2 to 40, and a heap of two pages. */
  function engine(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly words: Int32Array } {
    const bytes = new Uint8Array(pages * page)
    bytes[100] = 1
    bytes[page + 5] = 2
    bytes[40 * page + 7] = 3
    bytes[41 * page] = 4
    const words = new Int32Array(bytes.buffer)
    words[3] = 42 * page
    return { bytes, words }
  }
  const imageOf = ({ bytes }: ReturnType<typeof engine>): MemoryImage => takeImage(bytes, [], layout)

  test('carry a query from one engine to another, and leave the image behind', () => {
    const [one, other] = [engine(), engine()]
    const image = imageOf(one)
    one.bytes[200] = 9
    one.bytes[41 * page + 8] = 9
    one.bytes[45 * page] = 9
    one.words[3] = 46 * page
    const before = one.bytes.slice()
    const changes = changesSince(image, one.bytes)
    resetToImage(one.bytes, image, changes)
    expect(one.bytes).toEqual(engine().bytes)
    applyChanges(other.bytes, changes)
    expect(other.bytes).toEqual(before)
    expect(sizeOfChanges(changes)).toBe(3 * page)
  })

  test('are none of the stack, nor of memory that the heap has not reached', () => {
    const { bytes, words } = engine()
    const image = imageOf({ bytes, words })
    bytes.fill(9, 30 * page, 39 * page)
    bytes[60 * page] = 9
    expect(changesSince(image, bytes).pieces).toEqual([])
  })

  test('are forgotten, known or not', () => {
    const { bytes, words } = engine()
    const image = imageOf({ bytes, words })
    bytes[41 * page] = 0
    bytes[50 * page] = 9
    words[3] = 51 * page
    resetToImage(bytes, image)
    expect(bytes).toEqual(engine().bytes)
  })
})
