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

/** The pages in which a memory differs from its image. */
export interface MemoryChanges {
  /** Their addresses, in order. */
  readonly pages: readonly number[]
  /** Their contents, one behind the other; it may be longer. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

const pageSize = 4096

/** Contents take a multiple of so many bytes, so that those of one query fit into the buffer of another. */
const spacious = 65_536

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

/**
 * @param buffer for the contents, where they fit: that of a query which does not need it any more.
 * @returns the differences of a memory that began as the image; takes a fifth of a millisecond for each megabyte in use.
 */
export function changesSince(image: MemoryImage, memory: Uint8Array<ArrayBuffer>, buffer?: Uint8Array<ArrayBuffer>): MemoryChanges {
  const words = new Int32Array(memory.buffer)
  const pages = image.pieces.flatMap((piece) => changedPages(words, piece))
  const until = heapEnd(image.heapEndAt, memory)
  for (let page = imageEnd(image); page < until; page += pageSize) if (!isEmpty(words, page)) pages.push(page)
  const size = pages.length * pageSize
  const fits = buffer && buffer.length >= size && buffer.length <= 2 * size
  const bytes = fits ? buffer : new Uint8Array(Math.ceil(size / spacious) * spacious)
  copyPages(pages, memory, bytes)
  return { pages, bytes }
}

/** Puts a memory that began as the image back into that state. */
export function resetToImage(memory: Uint8Array<ArrayBuffer>, image: MemoryImage): void {
  memory.fill(0, imageEnd(image), heapEnd(image.heapEndAt, memory))
  put(memory, image.pieces)
}

/**
 * Gives a memory other differences from the image.
 *
 * @param from those that it has.
 */
export function exchangeChanges(
  memory: Uint8Array<ArrayBuffer>,
  image: MemoryImage,
  from: Pick<MemoryChanges, 'pages'>,
  to: MemoryChanges,
): void {
  let next = 0
  for (const page of from.pages) {
    while (next < to.pages.length && to.pages[next]! < page) next += 1
    if (to.pages[next] !== page) resetPage(memory, image, page)
  }
  for (const { at, length, index } of runsOf(to.pages)) memory.set(to.bytes.subarray(index * pageSize, (index + length) * pageSize), at)
}

function resetPage(memory: Uint8Array<ArrayBuffer>, { pieces }: MemoryImage, page: number): void {
  const piece = pieces.find(({ at, bytes }) => at <= page && page < at + bytes.length)
  if (piece) memory.set(piece.bytes.subarray(page - piece.at, page - piece.at + pageSize), page)
  else memory.fill(0, page, page + pageSize)
}

/** In bytes. */
export const sizeOfChanges = ({ pages }: MemoryChanges): number => pages.length * pageSize

function put(memory: Uint8Array<ArrayBuffer>, pieces: readonly MemoryPiece[]): void {
  for (const { at, bytes } of pieces) memory.set(bytes, at)
}

function copyPages(pages: readonly number[], memory: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): void {
  for (const { at, length, index } of runsOf(pages)) bytes.set(memory.subarray(at, at + length * pageSize), index * pageSize)
}

/** Neighbouring pages, which are copied together. */
function* runsOf(pages: readonly number[]): Generator<{ readonly at: number; readonly length: number; readonly index: number }> {
  for (let index = 0, length = 1; index < pages.length; index += length, length = 1) {
    while (pages[index + length] === pages[index]! + length * pageSize) length += 1
    yield { at: pages[index]!, length, index }
  }
}

const nextPage = (address: number): number => Math.ceil(address / pageSize) * pageSize

/** @returns the first page that was never written. */
const heapEnd = (heapEndAt: number, { buffer, length }: Uint8Array<ArrayBuffer>): number =>
  Math.min(length, nextPage(new Uint32Array(buffer, heapEndAt, 1)[0]!))

const imageEnd = ({ pieces: [, { at, bytes }] }: MemoryImage): number => at + bytes.length

function changedPages(words: Int32Array, { at, bytes }: MemoryPiece): number[] {
  const same = new Int32Array(bytes.buffer)
  const pages: number[] = []
  for (let page = at; page < at + bytes.length; page += pageSize) if (!isSame(words, page, same, page - at)) pages.push(page)
  return pages
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
