import { expect, it } from 'vitest'
import { readRemembered } from './memory.ts'

const first = { corner: 'bottom-right', isOpen: false, height: 0.5, panel: 'streams' }

it.each([[undefined], [null], [[]], [{ corner: 'middle', isOpen: 'yes', height: 'tall', panel: 5 }], ['text']])(
  'is as at first where %j is kept',
  (kept) => expect(readRemembered(kept, 1024)).toEqual(first),
)

it('takes possible values', () => {
  expect(readRemembered({ corner: 'top-left', isOpen: true, height: 7, panel: 'faults' }, 1024)).toEqual({
    corner: 'top-left',
    isOpen: true,
    height: 0.95,
    panel: 'faults',
  })
})

it('is higher on a phone at first', () => expect(readRemembered(undefined, 390).height).toBe(0.75))
