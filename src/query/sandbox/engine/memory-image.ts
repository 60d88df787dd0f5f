// The memory of an engine at one moment: others of the same build start from it, and the rest of a query's memory is kept as its differences.

/** How a build of the engine divides its memory, in bytes: static data, the stack, which comes down to them at most, and the heap. */
export interface MemoryLayout {
  readonly staticEnd: number
  /** Here the stack begins too. */
  readonly heapStart: number
  /** Address of the word in which the engine keeps the end of its heap. Nothing beyond that end was ever written. */
  readonly heapEndAt: number
}

export interface MemoryImage {
  /** Size of the copied memory in bytes. */
  readonly size: number
  /** The static data, and the heap. Between calls the stack holds nothing of use. */
  readonly pieces: readonly [MemoryPiece, MemoryPiece]
  /** Addresses of values that every engine makes in the same way: where they agree, everything before them has the same place. */
  readonly marks: readonly number[]
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

/** Copies a memory while no code runs in it. */
export function takeImage(memory: Uint8Array<ArrayBuffer>, marks: readonly number[], layout: MemoryLayout): MemoryImage {
  const { staticEnd, heapStart, heapEndAt } = layout
  const piece = (at: number, until: number) => ({ at, bytes: memory.slice(at, until) })
  const heap = piece(Math.floor(heapStart / pageSize) * pageSize, heapEnd(heapEndAt, memory))
  return { size: memory.length, pieces: [piece(0, nextPage(staticEnd)), heap], marks, heapEndAt }
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

/** @returns the differences of a memory that began as the image; takes a tenth of a millisecond for each megabyte in use. */
export function changesSince(image: MemoryImage, memory: Uint8Array<ArrayBuffer>): MemoryChanges {
  const words = new Int32Array(memory.buffer)
  const pieces: MemoryPiece[] = []
  const end = heapEnd(image.heapEndAt, memory)
  for (const piece of image.pieces) addChanges(pieces, memory, words, piece)
  addPages(pieces, memory, imageEnd(image), end, (page) => !isEmpty(words, page))
  return { pieces, end }
}

/** Puts a memory that began as the image back into that state. @param changes what it holds besides, where that is known. */
export function resetToImage(memory: Uint8Array<ArrayBuffer>, image: MemoryImage, changes?: MemoryChanges): void {
  memory.fill(0, imageEnd(image), changes?.end ?? heapEnd(image.heapEndAt, memory))
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

const nextPage = (address: number): number => Math.ceil(address / pageSize) * pageSize

/** @returns the first page that was never written. */
const heapEnd = (heapEndAt: number, { buffer, length }: Uint8Array<ArrayBuffer>): number =>
  Math.min(length, nextPage(new Uint32Array(buffer, heapEndAt, 1)[0]!))

const imageEnd = ({ pieces: [, { at, bytes }] }: MemoryImage): number => at + bytes.length

/** Adds the pages that differ from those of a piece; neighbours form one. */
function addChanges(pieces: MemoryPiece[], memory: Uint8Array<ArrayBuffer>, words: Int32Array, piece: MemoryPiece): void {
  const { at, bytes } = piece
  const same = new Int32Array(bytes.buffer)
  addPages(pieces, memory, at, at + bytes.length, (page) => !isSame(words, page, same, page - at))
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
