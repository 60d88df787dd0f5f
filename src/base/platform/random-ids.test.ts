// Random GUIDs look as they should and do not repeat.

import { expect, test } from 'vitest'
import { createRandomIds } from './random-ids.ts'

test('ids are GUIDs of version 4, and none comes twice, across blocks as well', () => {
  const [one, other] = [createRandomIds(), createRandomIds()]
  const ids = Array.from({ length: 1500 }, (_, index) => (index % 3 === 0 ? other() : one()))
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('every digit occurs at every place that is random', () => {
  const next = createRandomIds()
  const ids = Array.from({ length: 2000 }, next)
  for (const place of [0, 7, 9, 12, 15, 17, 20, 22, 24, 35]) expect(new Set(ids.map((id) => id[place])).size).toBe(16)
})
