import { javascriptLanguage } from '@codemirror/lang-javascript'
import { describe, expect, it } from 'vitest'
import { placeAt } from './completion-place.ts'
import { stateMembers } from './state-members.ts'

/** @param text with `|` where the caret is. */
function membersAt(text: string): string[] {
  const caret = text.indexOf('|')
  const query = text.replace('|', '')
  const tree = javascriptLanguage.parser.parse(query)
  const place = placeAt(tree, query, caret)
  return place?.kind === 'state' ? stateMembers(tree, query, place.path, place.from).sort() : ['no place']
}

describe('stateMembers', () => {
  it.each([
    [
      'what $init returns',
      "fromAll().when({ $init: () => ({ total: 0, 'odd name': 1, 'lines': [] }), A: (s) => { s.| } })",
      ['lines', 'total'],
    ],
    ['from a body', 'fromAll().when({ $init() { return { a: 1, b } }, A: (s, e) => { s.| } })', ['a', 'b']],
    ['and from objects in it', 'fromAll().when({ $init: () => ({ by: { de: 0, fr: 0 } }), A: (s, e) => { s.by.| } })', ['de', 'fr']],
    [
      'what other handlers write',
      'fromAll().when({ A: (s, e) => { s.first = 1; s.more.push(2) }, B: (x, e) => { x.| } })',
      ['first', 'more'],
    ],
    ['not the name that is being written', 'fromAll().when({ A: (s, e) => { s.first = 1; s.fi| } })', ['first']],
    ['nothing that is unknown', 'fromAll().when({ A: (s, e) => { s.| } })', []],
  ])('%s', (_what, text, members) => expect(membersAt(text)).toEqual(members))
})
