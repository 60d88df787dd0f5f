import { expect, test } from 'vitest'
import { isMap } from '../../platform/realms.ts'
import { withRoom } from './long-map.ts'

const many = 200_000
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
  expect([map.get(nameOf(70_000)), map.has(nameOf(70_000))]).toEqual([70_000, true])
  expect([map.get('another'), map.has('another')]).toEqual([undefined, false])
})

test('an entry that is set again keeps its place; one that was deleted before gets the last', () => {
  const map = filled()
  map.set(nameOf(1), -1)
  expect(map.delete(nameOf(2))).toBe(true)
  expect(map.delete(nameOf(2))).toBe(false)
  expect(map.size).toBe(many - 1)
  map.set(nameOf(2), -2)
  const entries = [...map]
  expect(entries[1]).toEqual([nameOf(1), -1])
  expect(entries.at(-1)).toEqual([nameOf(2), -2])
  expect(map.size).toBe(many)
  map.clear()
  expect([map.size, [...map], map.has(nameOf(1))]).toEqual([0, [], false])
})
