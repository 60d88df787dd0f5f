import { expect, it } from 'vitest'
import { keptTexts, textsOf } from './run.ts'

it.each([
  ['a result that equals the state', { state: '{"n":1}', result: '{"n":1}' }, { state: '{"n":1}', result: true }],
  ['another result', { state: '{"n":1}', result: '1' }, { state: '{"n":1}', result: '1' }],
  ['no result', { state: '{"n":1}', result: undefined }, { state: '{"n":1}', result: undefined }],
  ['two empty texts', { state: '', result: '' }, { state: '', result: true }],
] as const)('a run keeps a text once: %s', (_, texts, kept) => {
  expect(keptTexts(texts)).toEqual(kept)
  expect(textsOf(kept)).toEqual(texts)
})

it('reads a run of an earlier version, which kept both', () => {
  expect(textsOf({ state: '1', result: '1' })).toEqual({ state: '1', result: '1' })
})
