// Joins pictures in WebP to an animation.

export interface Frame {
  /** A whole file, as a browser encodes it. */
  readonly webp: Uint8Array
  /** Its place on the frame before; even numbers, as the format keeps halves. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly milliseconds: number
}

/** @returns a file that repeats for ever. The first frame covers everything. */
export function animatedWebp(frames: readonly Frame[]): Uint8Array {
  const { width, height } = frames[0]!
  const screen = chunk('VP8X', bytes(4, 0x02), bytes(3, width - 1), bytes(3, height - 1))
  const timing = chunk('ANIM', bytes(4, 0), bytes(2, 0))
  const body = joined([text('WEBP'), screen, timing, ...frames.map(frameChunk)])
  return joined([text('RIFF'), bytes(4, body.length), body])
}

/** Covers the frame before; nothing shines through and nothing is taken away afterwards. */
const covers = 0x02

function frameChunk({ webp, x, y, width, height, milliseconds }: Frame): Uint8Array {
  if (x % 2 || y % 2) throw new Error(`A frame cannot lie at ${x}, ${y}.`)
  const place = [bytes(3, x / 2), bytes(3, y / 2), bytes(3, width - 1), bytes(3, height - 1)]
  return chunk('ANMF', ...place, bytes(3, milliseconds), bytes(1, covers), ...picture(webp))
}

/** The part of a file that a frame keeps: the picture, without the header that only whole files have. */
function picture(webp: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength)
  for (let at = 12; at + 8 <= webp.length;) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4))
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) parts.push(webp.subarray(at, end))
    at = end
  }
  if (parts.length === 0) throw new Error('A frame is no picture in WebP.')
  return parts
}

function chunk(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = joined(parts)
  return joined([text(name), bytes(4, body.length), body, new Uint8Array(body.length % 2)])
}

/** A number, lowest byte first. */
const bytes = (length: number, value: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256)

const text = (name: string): Uint8Array => new TextEncoder().encode(name)

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
