import { describe, expect, test } from 'vitest'
import type { MemoryChanges, MemoryImage, MemoryLayout } from './memory-image.ts'
import { changesSince, exchangeChanges, resetToImage, restoreImage, sizeOfChanges, takeImage } from './memory-image.ts'

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
  const none: MemoryChanges = { pages: [], bytes: new Uint8Array() }
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
    exchangeChanges(one.bytes, image, changes, none)
    expect(one.bytes).toEqual(engine().bytes)
    exchangeChanges(other.bytes, image, none, changes)
    expect(other.bytes).toEqual(before)
    expect(sizeOfChanges(changes)).toBe(3 * page)
  })

  test('take the place of those of another query', () => {
    const [one, other] = [engine(), engine()]
    const image = imageOf(one)
    for (const [bytes, pages] of [
      [one.bytes, [0, 1, 41, 42, 45]],
      [other.bytes, [1, 40, 41, 43, 44, 45, 46]],
    ] as const) {
      new Int32Array(bytes.buffer)[3] = 50 * page
      for (const [index, at] of pages.entries()) bytes[at * page + 99] = index + 1
    }
    const [before, after] = [one.bytes.slice(), other.bytes.slice()]
    const [first, second] = [changesSince(image, one.bytes), changesSince(image, other.bytes)]
    exchangeChanges(one.bytes, image, first, second)
    expect(one.bytes).toEqual(after)
    exchangeChanges(one.bytes, image, second, first)
    expect(one.bytes).toEqual(before)
  })

  test('go into a buffer that they fit', () => {
    const one = engine()
    const image = imageOf(one)
    one.bytes[41 * page + 8] = 9
    const { bytes } = changesSince(image, one.bytes)
    one.bytes[page + 8] = 7
    const again = changesSince(image, one.bytes, bytes.subarray(0, 3 * page))
    expect(again.bytes).toHaveLength(3 * page)
    expect([again.bytes[8], again.bytes[page + 8]]).toEqual([7, 9])
    expect(changesSince(image, one.bytes, bytes.subarray(0, page)).bytes.length).toBeGreaterThan(page)
    expect(changesSince(image, one.bytes, bytes).bytes).not.toBe(bytes)
  })

  test('are none of the stack, nor of memory that the heap has not reached', () => {
    const { bytes, words } = engine()
    const image = imageOf({ bytes, words })
    bytes.fill(9, 30 * page, 39 * page)
    bytes[60 * page] = 9
    expect(changesSince(image, bytes).pages).toEqual([])
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
