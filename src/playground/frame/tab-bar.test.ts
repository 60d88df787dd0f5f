import { expect, test } from 'vitest'
import { tabForKey } from './tab-bar.ts'

test('arrows lead around the tabs, Home and End to the ends, other keys nowhere', () => {
  const tabs = ['a', 'b', 'c']
  const reached = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => tabForKey(tabs, 'c', key, false))
  expect(reached).toEqual(['a', 'b', 'a', 'c', undefined])
  expect(tabForKey(tabs, 'a', 'ArrowLeft', false)).toBe('c')
  expect(['ArrowRight', 'ArrowLeft'].map((key) => tabForKey(tabs, 'b', key, true))).toEqual(['a', 'c'])
})
