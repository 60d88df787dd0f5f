// Compresses the large messages of answers, for clients that say they take it (grpc §1.2).

import { constants, gzipSync } from 'node:zlib'

/** @param accepted the header `grpc-accept-encoding`. */
export const takesGzip = (accepted: string | undefined): boolean =>
  accepted?.split(',').some((encoding) => encoding.trim() === 'gzip') === true

/** A flag, 1 where the message is compressed, and the length of the message. */
const prefixBytes = 5

/** Bytes from which compression pays: on one event of usual size it would spend ten times what reading it costs, and save nothing. */
export const leastCompressed = 4096

/** A better level would save few bytes more, in twice the time. */
const options = { level: constants.Z_BEST_SPEED }

/** @param frames one after another, uncompressed. @returns as many, those of large messages compressed. */
export function compressed(frames: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  const view = new DataView(frames.buffer, frames.byteOffset)
  let plainFrom = 0
  for (let at = 0; at < frames.length;) {
    const start = at + prefixBytes
    const end = start + view.getUint32(at + 1)
    if (end - start >= leastCompressed) {
      parts.push(frames.subarray(plainFrom, at), compressedFrame(frames.subarray(start, end)))
      plainFrom = end
    }
    at = end
  }
  return parts.length === 0 ? frames : Buffer.concat([...parts, frames.subarray(plainFrom)])
}

function compressedFrame(message: Uint8Array): Uint8Array {
  const prefix = Buffer.alloc(prefixBytes)
  const content = gzipSync(message, options)
  prefix[0] = 1
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}
