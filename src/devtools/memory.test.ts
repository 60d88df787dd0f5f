import { expect, it } from 'vitest'
import { readRemembered } from './memory.ts'

const first = { corner: 'bottom-right', isOpen: false, height: 0.5, panel: 'streams' }

it.each([[''], ['null'], ['[]'], ['{"corner":"middle","isOpen":"yes","height":"tall","panel":5}'], ['"text"']])(
  'is as at first where the text says %s',
  (text) => expect(readRemembered(text, 1024)).toEqual(first),
)

it('takes possible values', () => {
  expect(readRemembered('{"corner":"top-left","isOpen":true,"height":7,"panel":"faults"}', 1024)).toEqual({
    corner: 'top-left',
    isOpen: true,
    height: 0.95,
    panel: 'faults',
  })
})

it('is higher on a phone at first', () => expect(readRemembered('', 390).height).toBe(0.75))
