import { expect, test } from 'vitest'
import { hexDump, textOfBytes } from './bytes.ts'

test('UTF-8 bytes are text, including a byte order mark', () => {
  expect(textOfBytes(new TextEncoder().encode('\ufeffé€😀'))).toBe('\ufeffé€😀')
  expect(textOfBytes(new Uint8Array([0xff, 0xfe]))).toBeUndefined()
  expect(textOfBytes(new Uint8Array())).toBe('')
})

test('other bytes are dumped, eight per line', () => {
  const bytes = Uint8Array.from({ length: 10 }, (_, index) => index + 0x38)
  expect(hexDump(bytes)).toBe(`000000  38 39 3a 3b 3c 3d 3e 3f  89:;<=>?\n000008  40 41${' '.repeat(18)}  @A`)
  expect(hexDump(new Uint8Array([0, 0xff, 0x7f]), 2)).toBe(`000000  00 ff${' '.repeat(18)}  ··`)
})
