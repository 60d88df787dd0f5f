// Collects text as UTF-8 and gives pieces of it as strings: cutting one string is many times as fast as decoding each piece.

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const firstSize = 2 ** 17
/** A call to the platform's encoder costs more than copying so many characters. */
const shortText = 64

/** A stretch of an output, in bytes. */
interface Gap {
  readonly start: number
  readonly end: number
}

export class Utf8Text {
  /** Written by those who fill it, up to `end`. */
  bytes = new Uint8Array(firstSize)
  end = 0
  /** The UTF-8 bytes up to `end` less their UTF-16 units. */
  surplus = 0

  /** Where the next text goes, in UTF-16 units. */
  get length(): number {
    return this.end - this.surplus
  }

  /** Makes room for so many bytes. */
  reserve(room: number): void {
    if (this.bytes.length - this.end >= room) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.end + room))
    larger.set(this.bytes.subarray(0, this.end))
    this.bytes = larger
  }

  append(text: string): void {
    this.reserve(text.length * 3)
    if (text.length < shortText && this.#appendsAscii(text)) return
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.end))
    this.end += written
    this.surplus += written - text.length
  }

  /** Appends a text that is ASCII; of any other one it appends nothing. */
  #appendsAscii(text: string): boolean {
    const { bytes, end } = this
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 0x7f) return false
      bytes[end + at] = code
    }
    this.end += text.length
    return true
  }

  /** Appends a character beyond ASCII, for which there must be room; half of a pair becomes the sign for what is no character. */
  character(point: number): void {
    const { bytes } = this
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
    let { end } = this
    if (code < 0x800) {
      bytes[end++] = 0xc0 | (code >> 6)
      this.surplus += 1
    } else {
      if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12)
      else {
        bytes[end++] = 0xf0 | (code >> 18)
        bytes[end++] = 0x80 | ((code >> 12) & 0x3f)
      }
      bytes[end++] = 0x80 | ((code >> 6) & 0x3f)
      this.surplus += 2
    }
    bytes[end++] = 0x80 | (code & 0x3f)
    this.end = end
  }

  /** Takes the bytes between such places out. @param gaps in their order, without common parts. */
  remove(gaps: readonly Gap[]): void {
    const [first] = gaps
    if (first === undefined) return
    const { bytes } = this
    let to = first.start
    for (const [index, { start, end }] of gaps.entries()) {
      const next = gaps[index + 1]?.start ?? this.end
      this.surplus -= surplusOf(bytes, start, end)
      bytes.copyWithin(to, end, next)
      to += next - end
    }
    this.end = to
  }

  /** Goes back to such values of `end` and `surplus`. */
  rewind(end: number, surplus: number): void {
    this.end = end
    this.surplus = surplus
  }

  /** Ends what was written: a new text begins. */
  take(): string {
    const text = decoder.decode(this.bytes.subarray(0, this.end))
    this.end = 0
    this.surplus = 0
    return text
  }

  /** Whether it has not grown. */
  isSmall(): boolean {
    return this.bytes.length === firstSize
  }
}

/** How many more bytes than UTF-16 units a text takes: one more of two bytes, two more of three, two more of four, which are a pair. */
function surplusOf(bytes: Uint8Array, start: number, end: number): number {
  let surplus = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= 0xc0) surplus += byte >= 0xe0 ? 2 : 1
  }
  return surplus
}

/** @returns a text of its own: a piece of a longer one keeps all of it alive. */
export const copyOf = (text: string): string => decoder.decode(encoder.encode(text))
