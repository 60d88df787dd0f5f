import { expect, test } from 'vitest'
import { cutEvents } from './cut.ts'

const lengths = (...data: readonly number[]) => ({ data: data.map((length) => 'x'.repeat(length)), metadata: 'm', count: data.length })

test.each([
  ['nothing', lengths(), 3, 10, []],
  ['as many as fit by number', lengths(1, 1, 1, 1, 1, 1, 1), 3, 100, [3, 6, 7]],
  ['until there is enough', lengths(3, 5, 1, 1, 1), 9, 10, [2, 5]],
  ['a large one with those before it', lengths(1, 99, 1, 99), 9, 10, [2, 4]],
])('cuts %s', (_, events, most, enough, ends) => {
  expect(cutEvents(events, most, enough)).toEqual(ends.map((end, index) => [ends[index - 1] ?? 0, end]))
})
