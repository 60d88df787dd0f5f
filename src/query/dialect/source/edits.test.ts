import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Edits } from './edits.ts'
import { collectEdits } from './edits.ts'

const edited = (source: string, change: (edits: Edits) => void) => {
  const edits = collectEdits(source)
  change(edits)
  return edits.apply()
}

test('nothing changes where nothing is to change', () => {
  const { text, toNew, toOld } = edited('abc', () => {})
  expect([text, toNew(2), toOld(2)]).toEqual(['abc', 2, 2])
})

test('brackets nest: the first one closed is the last one opened', () => {
  const { text } = edited('abc', (edits) => {
    edits.before(0, '(')
    edits.after(3, ')')
    edits.before(0, '[')
    edits.after(3, ']')
  })
  expect(text).toBe('([abc])')
})

test('at one offset closing comes before opening', () => {
  const { text } = edited('ab', (edits) => {
    edits.before(1, '<')
    edits.after(1, '>')
  })
  expect(text).toBe('a><b')
})

test('a replaced stretch takes along the changes inside', () => {
  const { text } = edited('one two three', (edits) => {
    edits.replace(5, 6, 'W')
    edits.before(5, '!')
    edits.replace(4, 7, '2')
    edits.replace(4, 7, 'again')
    edits.before(4, '<')
    edits.after(7, '>')
  })
  expect(text).toBe('one <2> three')
})

test('places lead back to where they came from', () => {
  const { text, toNew, toOld } = edited('f(x).y', (edits) => {
    edits.before(0, '((v=')
    edits.after(4, ')===void 0?void 0:v')
    edits.after(6, ')')
    edits.replace(2, 3, 'longer')
  })
  expect(text).toBe('((v=f(longer))===void 0?void 0:v.y)')
  expect([0, 1, 4, 5].map(toNew).map((offset) => text[offset])).toEqual(['f', '(', '.', 'y'])
  expect(Array.from({ length: text.length }, (_, offset) => toOld(offset))).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]))
  expect(toOld(text.indexOf('.'))).toBe(4)
  expect(toOld(text.indexOf('void'))).toBe(4)
})

describe('for any insertions', () => {
  const insertions = fc.array(fc.record({ offset: fc.nat(20), text: fc.string({ maxLength: 4 }), closes: fc.boolean() }), { maxLength: 8 })

  test('the original text is found again, in order', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 20, maxLength: 20 }), insertions, (source, changes) => {
        const { text, toNew, toOld } = edited(source, (edits) => {
          for (const { offset, text, closes } of changes) edits[closes ? 'after' : 'before'](offset, text)
        })
        for (let offset = 0; offset < source.length; offset += 1) {
          expect(text[toNew(offset)]).toBe(source[offset])
          expect(toOld(toNew(offset))).toBe(offset)
        }
      }),
    )
  })
})
