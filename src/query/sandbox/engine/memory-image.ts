// The memory of an engine at one moment, from which other engines of the same build continue without repeating the work.

export interface MemoryImage {
  /** Size of the copied memory in bytes. */
  readonly size: number
  /** Everything but zeros and the remains of the stack. */
  readonly pieces: readonly { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }[]
  /** Addresses of values that every engine makes in the same way: where they agree, everything before them has the same place. */
  readonly marks: readonly number[]
}

const pageSize = 4096

/**
 * Copies a memory while no code runs in it. Leaves out the largest gap, the engine's stack, which then holds nothing of use, and with
 * it four fifths of the work.
 */
export function takeImage(memory: Uint8Array<ArrayBuffer>, marks: readonly number[]): MemoryImage {
  const words = new Int32Array(memory.buffer)
  const end = endOfUse(words)
  const gap = largestGap(words, end)
  const piece = (at: number, until: number) => ({ at, bytes: memory.slice(at, until) })
  return { size: memory.length, pieces: [piece(0, gap.start), piece(gap.end, end)], marks }
}

/**
 * Copies an image into the memory of an engine that has made its marks and nothing since.
 *
 * @returns false where the engine's state differs from that of the image's engine; its memory is then unchanged.
 */
export function restoreImage(memory: Uint8Array<ArrayBuffer>, image: MemoryImage, marks: readonly number[]): boolean {
  if (memory.length !== image.size || marks.some((mark, i) => mark !== image.marks[i])) return false
  for (const { at, bytes } of image.pieces) memory.set(bytes, at)
  return true
}

/** Memory beyond it was never written. */
function endOfUse(words: Int32Array): number {
  let end = words.byteLength
  while (end > 0 && isEmpty(words, end - pageSize)) end -= pageSize
  return end
}

function largestGap(words: Int32Array, end: number): { readonly start: number; readonly end: number } {
  let largest = { start: end, end }
  let start = 0
  for (let at = 0; at < end; at += pageSize) {
    if (!isEmpty(words, at)) start = at + pageSize
    else if (at + pageSize - start > largest.end - largest.start) largest = { start, end: at + pageSize }
  }
  return largest
}

/** Most pages are empty: the loop tests eight words at a time, because it runs before the platform has optimised it. */
function isEmpty(words: Int32Array, page: number): boolean {
  const end = (page + pageSize) / 4
  for (let at = page / 4; at < end; at += 8) {
    const some = words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!
    if ((some | words[at + 4]! | words[at + 5]! | words[at + 6]! | words[at + 7]!) !== 0) return false
  }
  return true
}
