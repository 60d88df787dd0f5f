import { expect, it } from 'vitest'
import { animatedWebp } from './animated-webp.ts'

const file = (...chunks: readonly (readonly [name: string, body: string])[]): Uint8Array => {
  const body = chunks.map(
    ([name, content]) => `${name}${String.fromCharCode(content.length, 0, 0, 0)}${content}${content.length % 2 ? '\0' : ''}`,
  )
  const text = `WEBP${body.join('')}`
  return Uint8Array.from(`RIFF${String.fromCharCode(text.length, 0, 0, 0)}${text}`, (character) => character.charCodeAt(0))
}

const printed = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

it('writes the canvas, and every frame with its place, time and picture only', () => {
  const first = { webp: file(['VP8X', 'head of file'], ['VP8 ', 'abc']), x: 0, y: 0, width: 300, height: 200, milliseconds: 1000 }
  const second = { webp: file(['VP8L', 'de']), x: 10, y: 20, width: 4, height: 6, milliseconds: 40 }
  const made = printed(animatedWebp([first, second]))
  expect(made.slice(0, 4) + made.slice(8, 12)).toBe('RIFFWEBP')
  expect(made.length).toBe(8 + made.charCodeAt(4) + 256 * made.charCodeAt(5))
  expect(made).toContain('VP8X\x0a\0\0\0\x02\0\0\0\x2b\x01\0\xc7\0\0')
  expect(made).toContain('ANIM\x06\0\0\0\0\0\0\0\0\0')
  expect(made).toContain('ANMF\x1c\0\0\0\0\0\0\0\0\0\x2b\x01\0\xc7\0\0\xe8\x03\0\x02VP8 \x03\0\0\0abc\0')
  expect(made).toContain('ANMF\x1a\0\0\0\x05\0\0\x0a\0\0\x03\0\0\x05\0\0\x28\0\0\x02VP8L\x02\0\0\0de')
  expect(made).not.toContain('head of file')
})

it('refuses values that the format cannot express', () => {
  const frame = { webp: file(['VP8 ', 'abc']), x: 0, y: 0, width: 3, height: 3, milliseconds: 1 }
  expect(() => animatedWebp([{ ...frame, x: 1 }])).toThrow('cannot lie at 1, 0')
  expect(() => animatedWebp([{ ...frame, webp: file(['EXIF', 'a']) }])).toThrow('no picture')
})
