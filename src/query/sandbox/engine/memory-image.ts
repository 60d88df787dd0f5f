// The memory of an engine at one moment: others of the same build start from it, and the rest of a query's memory is kept as its differences.

export interface MemoryImage {
  /** Size of the copied memory in bytes. */
  readonly size: number
  /** Everything but zeros and the remains of the stack. */
  readonly pieces: readonly MemoryPiece[]
  /** Addresses of values that every engine makes in the same way: where they agree, everything before them has the same place. */
  readonly marks: readonly number[]
  /** Address of the word in which the engine keeps the end of its heap; 0 if it was not found. */
  readonly heapEndAt: number
}

export interface MemoryPiece {
  readonly at: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What a memory holds that its image does not. */
export interface MemoryChanges {
  readonly pieces: readonly MemoryPiece[]
  /** Nothing at or beyond it was ever written. */
  readonly end: number
}

const pageSize = 4096

/** Bytes behind the static data that may belong to them, although they are zeros in the image: the stack never comes down so far. */
const staticMargin = 16 * pageSize

/**
 * Copies a memory while no code runs in it. Leaves out the largest gap, the engine's stack, which then holds nothing of use, and with
 * it four fifths of the work.
 */
export function takeImage(memory: Uint8Array<ArrayBuffer>, marks: readonly number[]): MemoryImage {
  const words = new Int32Array(memory.buffer)
  const end = endOfUse(words)
  const gap = largestGap(words, end)
  const piece = (at: number, until: number) => ({ at, bytes: memory.slice(at, until) })
  return { size: memory.length, pieces: [piece(0, gap.start), piece(gap.end, end)], marks, heapEndAt: 0 }
}

/**
 * Copies an image into the memory of an engine that has made its marks and nothing since.
 *
 * @returns false if the engine's state differs from that of the image's engine; its memory is then unchanged.
 */
export function restoreImage(memory: Uint8Array<ArrayBuffer>, image: MemoryImage, marks: readonly number[]): boolean {
  if (memory.length !== image.size || marks.some((mark, i) => mark !== image.marks[i])) return false
  put(memory, image.pieces)
  return true
}

/**
 * Finds the word in which an engine keeps the end of its heap: of all words in front of the stack that grow with the heap, the greatest.
 *
 * @param memory whose image was just taken. Its heap is larger afterwards, so that it must be reset.
 * @param enlarge makes the heap larger by that many bytes, at least.
 */
export function withHeapEnd(image: MemoryImage, memory: Uint8Array<ArrayBuffer>, enlarge: (bytes: number) => void): MemoryImage {
  const bytes = 1_000_000
  const { length } = image.pieces[0]!.bytes
  const words = (of: Uint8Array<ArrayBuffer>): Uint32Array => new Uint32Array(of.slice(0, length + staticMargin).buffer)
  const before = words(memory)
  enlarge(bytes)
  const after = words(memory)
  let found = 0
  // Not yet optimised by the platform, an iterator takes 15 ms.
  for (let index = 0; index < after.length; index++) {
    const word = after[index]!
    if (word > memory.length || word - before[index]! < bytes) continue
    if (word > after[found]! || found === 0) found = index
  }
  return { ...image, heapEndAt: found * 4 }
}

/** @returns the differences of a memory that began as the image; takes a tenth of a millisecond for each megabyte in use. */
export function changesSince(image: MemoryImage, memory: Uint8Array<ArrayBuffer>): MemoryChanges {
  const words = new Int32Array(memory.buffer)
  const pieces: MemoryPiece[] = []
  const [low, high] = [image.pieces[0]!, image.pieces[1]!]
  const heapStart = high.at + high.bytes.length
  const end = heapEnd(image, words)
  addChanges(pieces, memory, words, low)
  addMore(pieces, memory, words, low.bytes.length, low.bytes.length + staticMargin)
  addChanges(pieces, memory, words, high)
  addMore(pieces, memory, words, heapStart, end)
  return { pieces, end }
}

/** Puts a memory that began as the image back into that state. @param changes what it holds besides, where that is known. */
export function resetToImage(memory: Uint8Array<ArrayBuffer>, image: MemoryImage, changes?: MemoryChanges): void {
  const [low, high] = [image.pieces[0]!, image.pieces[1]!]
  const heapStart = high.at + high.bytes.length
  memory.fill(0, heapStart, changes?.end ?? heapEnd(image, new Int32Array(memory.buffer)))
  memory.fill(0, low.bytes.length, low.bytes.length + staticMargin)
  if (!changes) return put(memory, image.pieces)
  for (const { at, bytes } of changes.pieces) {
    for (const piece of image.pieces) {
      const from = Math.max(at, piece.at)
      const until = Math.min(at + bytes.length, piece.at + piece.bytes.length)
      if (from < until) memory.set(piece.bytes.subarray(from - piece.at, until - piece.at), from)
    }
  }
}

/** Adds differences to a memory in the state of the image. */
export const applyChanges = (memory: Uint8Array<ArrayBuffer>, { pieces }: MemoryChanges): void => put(memory, pieces)

/** In bytes. */
export const sizeOfChanges = ({ pieces }: MemoryChanges): number => pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)

function put(memory: Uint8Array<ArrayBuffer>, pieces: readonly MemoryPiece[]): void {
  for (const { at, bytes } of pieces) memory.set(bytes, at)
}

/** @returns the first page that was never written. */
function heapEnd({ heapEndAt, size }: MemoryImage, words: Int32Array): number {
  const end = heapEndAt === 0 ? size : words[heapEndAt / 4]!
  return Math.min(size, Math.ceil(end / pageSize) * pageSize)
}

/** Adds the pages that differ from those of a piece; neighbours form one. */
function addChanges(pieces: MemoryPiece[], memory: Uint8Array<ArrayBuffer>, words: Int32Array, piece: MemoryPiece): void {
  const { at, bytes } = piece
  const same = new Int32Array(bytes.buffer)
  addPages(pieces, memory, at, at + bytes.length, (page) => !isSame(words, page, same, page - at))
}

function addMore(pieces: MemoryPiece[], memory: Uint8Array<ArrayBuffer>, words: Int32Array, from: number, until: number): void {
  addPages(pieces, memory, from, until, (page) => !isEmpty(words, page))
}

function addPages(
  pieces: MemoryPiece[],
  memory: Uint8Array<ArrayBuffer>,
  from: number,
  until: number,
  isChanged: (page: number) => boolean,
): void {
  let start: number | undefined
  for (let page = from; page < until; page += pageSize) {
    if (isChanged(page)) start ??= page
    else if (start !== undefined) {
      pieces.push({ at: start, bytes: memory.slice(start, page) })
      start = undefined
    }
  }
  if (start !== undefined) pieces.push({ at: start, bytes: memory.slice(start, until) })
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

/** @param page and `other` are addresses in bytes. */
function isSame(words: Int32Array, page: number, others: Int32Array, other: number): boolean {
  const end = (page + pageSize) / 4
  for (let at = page / 4, to = other / 4; at < end; at += 4, to += 4) {
    const one = (words[at]! ^ others[to]!) | (words[at + 1]! ^ others[to + 1]!)
    if ((one | (words[at + 2]! ^ others[to + 2]!) | (words[at + 3]! ^ others[to + 3]!)) !== 0) return false
  }
  return true
}
