import { expect, test } from 'vitest'
import { excerptOf, marked } from './excerpt.ts'

const filler = 'Nothing of this sentence is looked for by anybody at all. '.repeat(4)

test('marks every form of a word, and no other one', () => {
  expect(marked('Appending: an appended event.', new Set(['append']))).toEqual([
    { text: 'Appending', isMatch: true },
    { text: ': an ', isMatch: false },
    { text: 'appended', isMatch: true },
    { text: ' event.', isMatch: false },
  ])
})

test('a short text is its own excerpt', () => {
  expect(excerptOf('Short.', new Set(['short']))).toBe('Short.')
})

test('begins with the sentence that matches most', () => {
  const text = `${filler}One clock. ${filler}You freeze the clock with one call, and it stands. ${filler}`
  expect(excerptOf(text, new Set(['clock', 'freez']))).toMatch(/^You freeze the clock with one call/)
})

test('begins near the match in a long sentence, with a whole word', () => {
  const text = `${'word '.repeat(60)}clock ${'word '.repeat(60)}`
  expect(excerptOf(text, new Set(['clock']))).toMatch(/^… (?:word )+clock (?:word )+…$/)
})
