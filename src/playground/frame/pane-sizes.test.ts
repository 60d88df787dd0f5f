import { expect, it } from 'vitest'
import { rememberSizes, rememberedSizes, shareAt, shareForKey } from './pane-sizes.ts'

it('moves with the arrows along its axis, and to the ends', () => {
  const reached = (axis: 'columns' | 'rows', isRtl: boolean) =>
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => shareForKey(key, 50, axis, isRtl))
  expect(reached('columns', false)).toEqual([48, 52, undefined, undefined, 20, 80, undefined])
  expect(reached('columns', true)).toEqual([52, 48, undefined, undefined, 20, 80, undefined])
  expect(reached('rows', true)).toEqual([undefined, undefined, 48, 52, 20, 80, undefined])
  expect(shareForKey('ArrowLeft', 21, 'columns', false)).toBe(20)
})

it('follows the pointer, from right to left too, and leaves room for both panes', () => {
  expect([shareAt(150, 100, 300), shareAt(250, 300, 100), shareAt(-50, 0, 100), shareAt(5, 0, 0)]).toEqual([25, 25, 20, 50])
})

it('remembers sizes where the page may keep something', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  expect(rememberedSizes(() => storage)).toEqual({})
  rememberSizes(() => storage, { columns: 30 })
  expect(rememberedSizes(() => storage)).toEqual({ columns: 30, rows: undefined })
  kept.set([...kept.keys()][0]!, '{"columns":"a","rows":500}')
  expect(rememberedSizes(() => storage)).toEqual({ columns: undefined, rows: 80 })
  kept.set([...kept.keys()][0]!, 'no JSON')
  expect(rememberedSizes(() => storage)).toEqual({})
  rememberSizes(() => undefined, { rows: 30 })
  expect(rememberedSizes(() => undefined)).toEqual({})
})
