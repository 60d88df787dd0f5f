// Takes the messages out of the frames of a request, and puts those of an answer into frames (grpc §1.2).

import { CallRefused } from '../call.ts'
import { cancelled, encodingUnknown, incompleteMessage, messageTooLarge } from '../status.ts'

/** A flag, 1 where the message is compressed, and its length. */
export const prefixBytes = 5

/** @returns a frame that holds an uncompressed message. */
export function frame(message: Uint8Array): Uint8Array {
  const framed = new Uint8Array(prefixBytes + message.length)
  new DataView(framed.buffer).setUint32(1, message.length)
  framed.set(message, prefixBytes)
  return framed
}

/** @returns one chunk with all of them. */
export function joined(frames: readonly Uint8Array[]): Uint8Array {
  if (frames.length === 1) return frames[0]!
  const chunk = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const bytes of frames) {
    chunk.set(bytes, at)
    at += bytes.length
  }
  return chunk
}

export interface FrameOptions {
  /** The header `grpc-encoding`. */
  readonly encoding: string | undefined
  /** Most bytes of a message, compressed or not. */
  readonly most: number
  /** Aborted where the call has ended: what ends its body then is not the client, which had more to send. */
  readonly signal: AbortSignal
}

/**
 * Splits the body of a request into its messages. The bytes are parts of the chunks where a chunk has the whole message.
 *
 * @throws CallRefused where the body ends inside a frame or with the call, a message is too large, or its compression is unknown.
 */
export async function* messagesIn(
  body: AsyncIterable<Uint8Array>,
  { encoding, most, signal }: FrameOptions,
): AsyncGenerator<Uint8Array, undefined> {
  const pending = new Pending()
  for await (const chunk of body) {
    pending.add(chunk)
    for (;;) {
      const head = pending.peek(prefixBytes)
      if (!head) break
      const length = new DataView(head.buffer, head.byteOffset).getUint32(1)
      if (length > most) throw new CallRefused(messageTooLarge(most))
      const isCompressed = head[0] === 1
      const whole = pending.take(prefixBytes + length)
      if (!whole) break
      const message = whole.subarray(prefixBytes)
      yield isCompressed ? await decompressed(message, encoding, most) : message
    }
  }
  if (signal.aborted) throw new CallRefused(cancelled)
  if (pending.size > 0) throw new CallRefused(incompleteMessage)
  return undefined
}

/** Bytes that wait for the rest of their frame. */
class Pending {
  size = 0
  #chunks: Uint8Array[] = []

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.#chunks.push(chunk)
    this.size += chunk.length
  }

  /** @returns the first bytes, which stay; undefined where there are fewer. */
  peek(count: number): Uint8Array | undefined {
    if (this.size < count) return undefined
    if (this.#chunks[0]!.length < count) this.#join()
    return this.#chunks[0]!.subarray(0, count)
  }

  /** @returns the first bytes, which go; undefined where there are fewer. */
  take(count: number): Uint8Array | undefined {
    if (this.size < count) return undefined
    if (this.#chunks[0]!.length < count) this.#join()
    const [first] = this.#chunks as [Uint8Array]
    if (first.length === count) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(count)
    this.size -= count
    return first.subarray(0, count)
  }

  #join(): void {
    const whole = new Uint8Array(this.size)
    let at = 0
    for (const chunk of this.#chunks) {
      whole.set(chunk, at)
      at += chunk.length
    }
    this.#chunks = [whole]
  }
}

async function decompressed(message: Uint8Array, encoding: string | undefined, most: number): Promise<Uint8Array> {
  if (encoding !== 'gzip') throw new CallRefused(encodingUnknown(encoding))
  const stream = new Blob([message as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'))
  const plain = new Pending()
  try {
    for await (const chunk of stream as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
      plain.add(chunk)
      if (plain.size > most) throw new CallRefused(messageTooLarge(most))
    }
  } catch (error) {
    throw error instanceof CallRefused ? error : new CallRefused(encodingUnknown(encoding))
  }
  return plain.take(plain.size) ?? new Uint8Array()
}
