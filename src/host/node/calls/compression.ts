// Compresses the messages of answers, for clients that say they take it (grpc §1.2).

import { constants, gzipSync } from 'node:zlib'

/** @param accepted the header `grpc-accept-encoding`. */
export const takesGzip = (accepted: string | undefined): boolean =>
  accepted?.split(',').some((encoding) => encoding.trim() === 'gzip') === true

/** A flag, 1 where the message is compressed, and the length of the message. */
const prefixBytes = 5

/** Most of what a client gets is small: another level takes as many bytes, and twice the time. */
const options = { level: constants.Z_BEST_SPEED }

/** @param frames one after another, uncompressed. @returns as many, each with its message compressed. */
export function compressed(frames: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  const view = new DataView(frames.buffer, frames.byteOffset)
  for (let at = 0; at < frames.length;) {
    const end = at + prefixBytes + view.getUint32(at + 1)
    const message = gzipSync(frames.subarray(at + prefixBytes, end), options)
    const prefix = new Uint8Array(prefixBytes)
    prefix[0] = 1
    new DataView(prefix.buffer).setUint32(1, message.length)
    parts.push(prefix, message)
    at = end
  }
  return Buffer.concat(parts)
}
