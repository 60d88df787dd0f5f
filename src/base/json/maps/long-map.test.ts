import { expect, test } from 'vitest'
import { isMap } from '../../platform/realms.ts'
import { withRoom } from './long-map.ts'

const many = 300_000
const nameOf = (n: number): string => `name ${n}`

function filled(): Map<string, number> {
  let map = new Map<string, number>()
  for (let n = 0; n < many; n++) {
    map = withRoom(map)
    map.set(nameOf(n), n)
  }
  return map
}

test('a map of few entries stays the platform’s own', () => {
  const map = new Map([['a', 1]])
  expect(withRoom(map)).toBe(map)
})

test('a map of many entries has all of them, in their order', () => {
  const map = filled()
  expect(map).not.toBeInstanceOf(Map)
  expect(isMap(map)).toBe(true)
  expect(map.size).toBe(many)
  let n = 0
  for (const [name, value] of map) {
    if (name !== nameOf(n) || value !== n) break
    n++
  }
  expect(n).toBe(many)
  expect([...map.keys()].at(-1)).toBe(nameOf(many - 1))
  expect([...map.values()].at(-1)).toBe(many - 1)
  for (const n of [70_000, 290_000]) expect([map.get(nameOf(n)), map.has(nameOf(n))]).toEqual([n, true])
  expect([map.get('another'), map.has('another')]).toEqual([undefined, false])
})

test('an entry that is set again keeps its place; one that was deleted before gets the last', () => {
  const map = filled()
  for (const n of [1, 290_000]) {
    map.set(nameOf(n), -n)
    expect(map.delete(nameOf(n + 1))).toBe(true)
    expect(map.delete(nameOf(n + 1))).toBe(false)
    expect([map.size, map.has(nameOf(n + 1)), map.get(nameOf(n + 1))]).toEqual([many - 1, false, undefined])
    map.set(nameOf(n + 1), -n - 1)
    expect(map.size).toBe(many)
  }
  const entries = [...map]
  expect(entries[1]).toEqual([nameOf(1), -1])
  // One place behind where it was, because of the one that moved from the front.
  expect(entries[289_999]).toEqual([nameOf(290_000), -290_000])
  expect(entries.slice(-2)).toEqual([
    [nameOf(2), -2],
    [nameOf(290_001), -290_001],
  ])
  map.clear()
  expect([map.size, [...map], map.has(nameOf(1))]).toEqual([0, [], false])
})
