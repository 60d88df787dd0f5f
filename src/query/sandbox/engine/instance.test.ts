// The memory of one instance, which queries leave and come back to.

import { expect, test } from 'vitest'
import { createInstance } from './instance.ts'
import { sizeOfChanges } from './memory-image.ts'
import { settings } from './settings.fixture.ts'

/** @param code makes a global `told` of text. */
const open = async (code: string) => {
  const instance = await createInstance()
  instance.begin(settings)
  expect(instance.evaluate(code, 1000).kind).toBe('value')
  return instance
}

test('knows all that a query has written, as much as that may be', async () => {
  const code = 'globalThis.kept = []; for (let i = 0; i < 10; i += 1) kept.push(new Uint8Array(1e5).fill(i + 1))'
  const [one, other] = [await open(code), await open('globalThis.other = 1')]
  const query = one.takeOut()
  expect(sizeOfChanges(query)).toBeGreaterThan(10 * 1e5)
  const another = other.takeOut()
  expect(sizeOfChanges(another)).toBeLessThan(1e6)
  other.putIn(query)
  const check =
    "if (kept.some((bytes, i) => bytes.some((byte) => byte !== i + 1)) || globalThis.other !== undefined) throw new Error('changed')"
  expect(other.evaluate(check, 5000)).toMatchObject({ kind: 'value' })
  one.putIn(another)
  expect(one.evaluate("if (other !== 1 || globalThis.kept) throw new Error('changed')", 1000)).toMatchObject({ kind: 'value' })
})

test('leaves nothing of a query behind for the next one', async () => {
  const instance = await open('globalThis.kept = new Uint8Array(1e6).fill(7); Array.prototype.left = 1')
  instance.clear()
  instance.begin(settings)
  const check =
    "if ('kept' in globalThis || [].left !== undefined) throw new Error('left'); new Uint8Array(1e6).forEach((byte) => { if (byte) throw 1 })"
  expect(instance.evaluate(check, 5000)).toMatchObject({ kind: 'value' })
})

test.each([
  ['has grown', 'globalThis.kept = []; for (let i = 0; i < 20; i += 1) kept.push(new Uint8Array(1e6).fill(1))', false],
  ['threw', 'try { throw new Error() } catch {}', true],
])('that %s can be shared: %s', async (_, code, expected) => {
  expect((await open(code)).isCommon).toBe(expected)
})
