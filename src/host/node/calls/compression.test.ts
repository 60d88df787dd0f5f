import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed, leastCompressed, takesGzip } from './compression.ts'

test('every frame keeps its message, and those of large ones are compressed', () => {
  const texts = ['a', 'b'.repeat(leastCompressed), '', 'c'.repeat(leastCompressed - 1), 'd'.repeat(100_000), 'e'.repeat(5000), 'f']
  // Behind other bytes, as a part of a larger buffer.
  const frames = Buffer.concat([Buffer.from('before'), ...texts.map(frameOf)]).subarray(6)
  const bytes = Buffer.from(compressed(frames))
  const found: [flag: number, text: string][] = []
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt32BE(at + 1)) {
    const message = bytes.subarray(at + 5, at + 5 + bytes.readUInt32BE(at + 1))
    found.push([bytes[at]!, (bytes[at] === 1 ? gunzipSync(message) : message).toString()])
  }
  expect(found).toEqual(texts.map((text) => [text.length < leastCompressed ? 0 : 1, text]))
  expect(bytes.length).toBeLessThan(leastCompressed + 1000)
})

test('small messages stay the bytes that they are', () => {
  const frames = Buffer.concat(['a', '', 'b'].map(frameOf))
  expect(compressed(frames)).toBe(frames)
})

function frameOf(text: string): Buffer {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(text.length, 1)
  return Buffer.concat([prefix, Buffer.from(text)])
}

test('only clients that name gzip get it', () => {
  expect(['identity,deflate,gzip', 'gzip', 'identity, gzip'].map(takesGzip)).toEqual([true, true, true])
  expect([undefined, '', 'identity', 'x-gzip'].map(takesGzip)).toEqual([false, false, false, false])
})
