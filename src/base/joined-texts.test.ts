// Whatever texts are joined come apart again.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinTexts, textsReader } from './joined-texts.ts'

test('any texts come apart as they were joined', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const text = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.constantFrom('', '\ud83d', '\ude00', '\0'))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const next = textsReader(joinTexts(texts))
      expect(texts.map(() => next())).toEqual(texts)
    }),
  )
})

test('equal lengths are kept once', () => {
  expect(joinTexts(['ab', 'cd'])).toEqual({ joined: 'abcd', lengths: 2 })
  expect(joinTexts(['a', 'cd'])).toEqual({ joined: 'acd', lengths: [1, 2] })
  expect(joinTexts([])).toEqual({ joined: '', lengths: [] })
})
