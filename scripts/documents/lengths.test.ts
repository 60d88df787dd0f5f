// Documents stay as short as their readers have time for: what comes in pushes something out.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')

/** Tables between two comments are written by commands. */
const words = (text: string): number => text.replaceAll(/<!-- (\S+) -->.*?<!-- \/\1 -->/gs, '').split(/\s+/).length

test('the README is read to its end', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(6500)
})

test.each([
  ['docs/inside/performance.md', 2500],
  ['docs/inside/reliability.md', 1500],
])('%s has at most %i words beside generated tables', (file, most) => {
  expect(words(read(file))).toBeLessThanOrEqual(most)
})
