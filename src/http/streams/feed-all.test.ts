import { expect, test } from 'vitest'
import { readLogPosition } from './feed-all.ts'

const half = '000000000000000A'

test('a position is two halves of digits, with ASCII blanks around each', () => {
  expect(readLogPosition(half + half.toLowerCase())).toEqual({ commit: 10n, prepare: 10n })
  expect(readLogPosition(`${'0a'.padStart(16)}${'b'.padEnd(16, '\t')}`)).toEqual({ commit: 10n, prepare: 11n })
})

test.each(['', 'head', half, `${half}${half}0`, `\u00a0${half.slice(1)}${half}`, `F${half.slice(1)}${half}`, `-${half.slice(1)}${half}`])(
  '%j is no position',
  (text) => {
    expect(readLogPosition(text)).toBeUndefined()
  },
)
