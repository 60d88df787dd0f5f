import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed, takesGzip } from './compression.ts'

test('every frame keeps its message, compressed', () => {
  const texts = ['', 'a', 'b'.repeat(100_000)]
  // Behind other bytes, as a part of a larger buffer.
  const frames = Buffer.concat([
    Buffer.from('before'),
    ...texts.map((text) => {
      const prefix = Buffer.alloc(5)
      prefix.writeUInt32BE(text.length, 1)
      return Buffer.concat([prefix, Buffer.from(text)])
    }),
  ]).subarray(6)
  const bytes = Buffer.from(compressed(frames))
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt32BE(at + 1)) {
    expect(bytes[at]).toBe(1)
    found.push(gunzipSync(bytes.subarray(at + 5, at + 5 + bytes.readUInt32BE(at + 1))).toString())
  }
  expect(found).toEqual(texts)
  expect(bytes.length).toBeLessThan(1000)
})

test('only clients that name gzip get it', () => {
  expect(['identity,deflate,gzip', 'gzip', 'identity, gzip'].map(takesGzip)).toEqual([true, true, true])
  expect([undefined, '', 'identity', 'x-gzip'].map(takesGzip)).toEqual([false, false, false, false])
})
