import { javascriptLanguage } from '@codemirror/lang-javascript'
import { expect, test } from 'vitest'
import { FieldShapes } from '../../engine/queries/event-names.ts'
import { helpAt } from './word-help.ts'

const fields = new FieldShapes()
fields.note('ItemAdded', '{"price":5}', null)
const names = { types: new Set(['ItemAdded']), streams: new Set<string>(), categories: new Set<string>(), fields, isComplete: true }

/** @param text with `|` where the pointer is. */
const help = (text: string) => {
  const query = text.replace('|', '')
  return helpAt(javascriptLanguage.parser.parse(query), query, text.indexOf('|'), names)
}

test.each([
  ["from|Stream('a').when({})", 'fromStream', '(stream)', 'Reads one stream.'],
  ['fromAll().foreach|Stream().when({})', 'foreachStream', '()', 'Keeps one state for each stream.'],
  ['fromAll().when({ $in|it: () => ({}) })', '$init', '()', 'Creates the initial state of each partition.'],
  ['fromAll().when({ A: (s, e) => { em|it("a", "B", {}) } })', 'emit', '(stream, type, data, metadata?)', 'Writes an event'],
  ['fromAll().when({ A: (s, e) => e.sequence|Number })', 'sequenceNumber', 'number', 'Number of the event'],
  ['fromAll().when({ ItemAdded: (s, e) => e.data.pri|ce })', 'price', 'number', '5 in ItemAdded'],
  ['options({ bi|State: true })', 'biState', 'boolean', 'Every state is a pair'],
])('%s', (text, word, detail, explanation) => {
  const found = help(text)
  expect(found).toMatchObject({ word, detail })
  expect(found?.explanation).toContain(explanation)
})

test.each([["fromStream('fromA|ll')"], ['// fromA|ll'], ['const emit|ter = 1'], ['fromAll().when({ Item|Added: (s) => s })'], ['1 |+ 1']])(
  'none: %s',
  (text) => expect(help(text)).toBeUndefined(),
)
