// Writes recorded events as frames of answers, straight from the stored texts: most of a reader's time would go into objects in between.

import type { RecordedEvent } from '../../base/events/events.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import type { ReadEvent } from '../../streams/streams.ts'
import { prefixBytes } from './frames.ts'

export interface EventFormat {
  /** Whether ids are two numbers instead of texts. */
  readonly structuredIds: boolean
}

/** An event as a group delivers it. */
export interface PushedEvent {
  readonly read: ReadEvent
  readonly retries: number
}

/** Yields frames of `streams.ReadResp`, one for each event, in chunks. */
export const eventFrames = (events: readonly ReadEvent[], format: EventFormat): Generator<Uint8Array, undefined> =>
  chunksOf(
    events,
    (read) => read,
    (writer, read) => writeFrame(writer, read, format, undefined),
  )

/** Yields frames of `groups.ReadResp`, one for each event, in chunks; both records have the position of the original event (grpc §12). */
export const deliveryFrames = (events: readonly PushedEvent[], format: EventFormat): Generator<Uint8Array, undefined> =>
  chunksOf(
    events,
    ({ read }) => read,
    (writer, { read, retries }) => writeFrame(writer, read, format, retries),
  )

/** Bytes in front of which a chunk ends: what a client has not read yet waits as events, which the store has anyway. */
const fullChunk = 256 * 1024

function* chunksOf<Item>(
  items: readonly Item[],
  readOf: (item: Item) => ReadEvent,
  write: (writer: Writer, item: Item) => void,
): Generator<Uint8Array, undefined> {
  for (let start = 0; start < items.length;) {
    let bytes = 0
    let end = start
    while (end < items.length && bytes < fullChunk) bytes += expectedBytes(readOf(items[end++]!))
    const writer = new Writer(bytes)
    for (; start < end; start++) write(writer, items[start]!)
    yield writer.written()
  }
  return undefined
}

/** Tags: the number of the field and the form of its value. */
const [varint, delimited] = [0, 2]
const tag = (field: number, form: number): number => (field << 3) | form

/** Bytes of a record beside its texts, with room to spare. */
const recordBytes = 220

function expectedBytes(read: ReadEvent): number {
  const link = read.kind === 'event' ? 0 : sizeOf(read.link)
  return link + (read.kind === 'broken' ? 0 : sizeOf(read.event)) + 16
}

const sizeOf = ({ data, metadata, stream, type }: RecordedEvent): number =>
  data.length + metadata.length + stream.length + type.length + recordBytes

/** @param retries undefined for a message of a read, which has no such field. */
function writeFrame(writer: Writer, read: ReadEvent, format: EventFormat, retries: number | undefined): void {
  const original = read.kind === 'event' ? read.event : read.link
  const position = retries === undefined ? undefined : original.position
  const expected = expectedBytes(read)
  const frame = writer.beginFrame()
  const message = writer.begin(tag(1, delimited), expected)
  if (read.kind !== 'broken') writeRecord(writer, 1, read.event, position ?? read.event.position, format)
  if (read.kind !== 'event') writeRecord(writer, 2, read.link, position ?? read.link.position, format)
  writer.number(tag(3, varint), original.position)
  if (retries !== undefined) writer.number(tag(5, varint), retries)
  writer.end(message)
  writer.endFrame(frame)
}

/** @param position the one to show. */
function writeRecord(writer: Writer, field: number, event: RecordedEvent, position: number, { structuredIds }: EventFormat): void {
  const record = writer.begin(tag(field, delimited), sizeOf(event))
  writeId(writer, event.id, structuredIds)
  const stream = writer.begin(tag(2, delimited), event.stream.length + 2)
  writer.text(tag(3, delimited), event.stream)
  writer.end(stream)
  if (event.number === tombstoneNumber) writer.number64(tag(3, varint), 0xffffffff, 0x7fffffff)
  else if (event.number !== 0) writer.number(tag(3, varint), event.number)
  if (position !== 0) {
    writer.number(tag(4, varint), position)
    writer.number(tag(5, varint), position)
  }
  writeProperty(writer, 'type', event.type)
  writeProperty(writer, 'created', ticksOf(event.created))
  writeProperty(writer, 'content-type', event.isJson ? 'application/json' : 'application/octet-stream')
  writer.content(tag(7, delimited), event.metadata)
  writer.content(tag(8, delimited), event.data)
  writer.end(record)
}

/** Of 100 ns since 1970. @param milliseconds since 1970. */
export const ticksOf = (milliseconds: number): string =>
  Number.isInteger(milliseconds) && milliseconds > 0 ? `${milliseconds}0000` : String(Math.round(milliseconds * 10_000))

function writeId(writer: Writer, id: string, isStructured: boolean): void {
  const message = writer.begin(tag(1, delimited), isStructured ? 24 : id.length + 2)
  if (!isStructured) writer.text(tag(2, delimited), id)
  else {
    const structured = writer.begin(tag(1, delimited), 20)
    const [one, two, three, four, five] = id.split('-') as [string, string, string, string, string]
    writer.number64(tag(1, varint), Number.parseInt(two + three, 16), Number.parseInt(one, 16))
    writer.number64(tag(2, varint), Number.parseInt(five.slice(4), 16), Number.parseInt(four + five.slice(0, 4), 16))
    writer.end(structured)
  }
  writer.end(message)
}

/** An entry of the map that has type, time and form of an event. */
function writeProperty(writer: Writer, name: string, value: string): void {
  const entry = writer.begin(tag(6, delimited), name.length + value.length + 4)
  writer.text(tag(1, delimited), name)
  writer.text(tag(2, delimited), value)
  writer.end(entry)
}

const encoder = new TextEncoder()

/** Longer texts are left to the platform's encoder. */
const shortText = 48

const varintBytes = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5)

/** A message under way: where it starts, and the bytes that were left for its length. */
interface Open {
  readonly start: number
  readonly reserved: number
}

/** Grows as it is written. */
class Writer {
  #bytes: Uint8Array
  #at = 0

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected + 64)
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  beginFrame(): number {
    this.#need(prefixBytes)
    // Not compressed. The message before may have left a byte here: one that is shorter than expected was moved.
    this.#bytes[this.#at] = 0
    this.#at += prefixBytes
    return this.#at
  }

  endFrame(start: number): void {
    new DataView(this.#bytes.buffer).setUint32(start - 4, this.#at - start)
  }

  /** Begins a message. @param expected its bytes; a good guess saves a move. */
  begin(tag: number, expected: number): Open {
    const reserved = varintBytes(expected)
    this.#need(1 + reserved)
    this.#bytes[this.#at++] = tag
    this.#at += reserved
    return { start: this.#at, reserved }
  }

  end({ start, reserved }: Open): void {
    const length = this.#at - start
    const needed = varintBytes(length)
    if (needed !== reserved) {
      this.#need(needed)
      this.#bytes.copyWithin(start + needed - reserved, start, this.#at)
      this.#at += needed - reserved
    }
    const end = this.#at
    this.#at = start - reserved
    this.#varint(length)
    this.#at = end
  }

  /** @param value a whole number of 0 or more. */
  number(tag: number, value: number): void {
    this.number64(tag, value % 0x100000000, Math.floor(value / 0x100000000))
  }

  /** @param low, high the halves of a number of 64 bits, each without a sign. */
  number64(tag: number, low: number, high: number): void {
    this.#need(11)
    this.#bytes[this.#at++] = tag
    let [rest, top] = [low >>> 0, high >>> 0]
    while (top > 0 || rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80
      rest = ((rest >>> 7) | ((top & 0x7f) << 25)) >>> 0
      top >>>= 7
    }
    this.#bytes[this.#at++] = rest
  }

  /** Leaves an empty one out. */
  content(tag: number, content: string | Uint8Array): void {
    if (content.length === 0) return
    if (typeof content === 'string') return this.text(tag, content)
    this.#need(6 + content.length)
    this.#bytes[this.#at++] = tag
    this.#varint(content.length)
    this.#bytes.set(content, this.#at)
    this.#at += content.length
  }

  text(tag: number, text: string): void {
    if (text.length <= shortText && this.#ascii(tag, text)) return
    const open = this.begin(tag, text.length)
    let rest = text
    for (;;) {
      this.#need(rest.length + 4)
      const { read, written } = encoder.encodeInto(rest, this.#bytes.subarray(this.#at))
      this.#at += written
      if (read === rest.length) break
      rest = rest.slice(read)
      this.#need(rest.length * 3)
    }
    this.end(open)
  }

  /** @returns false, with nothing written, where the text has another character. */
  #ascii(tag: number, text: string): boolean {
    const { length } = text
    this.#need(length + 2)
    const bytes = this.#bytes
    const start = this.#at + 2
    for (let index = 0; index < length; index++) {
      const character = text.charCodeAt(index)
      if (character > 0x7f) return false
      bytes[start + index] = character
    }
    bytes[this.#at] = tag
    bytes[this.#at + 1] = length
    this.#at = start + length
    return true
  }

  #varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#at++] = rest
  }

  #need(count: number): void {
    if (this.#at + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + count))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}
