import { expect, test } from 'vitest'
import { closestWord } from './closest-word.ts'

const words = ['fromAll', 'fromStream', 'fromStreams', 'fromCategory', 'emit', 'log', '$any', '$init']

test.each([
  ['fromStrem', 'fromStream'],
  ['fromstream', 'fromStream'],
  ['formAll', 'fromAll'],
  ['$ny', '$any'],
  ['$Any', '$any'],
  ['lgo', 'log'],
  ['emti', 'emit'],
  ['total', undefined],
  ['Math', undefined],
  ['x', undefined],
  ['', undefined],
])('%s: %s', (word, closest) => expect(closestWord(word, words)).toBe(closest))
