import { javascriptLanguage } from '@codemirror/lang-javascript'
import { describe, expect, it } from 'vitest'
import type { CompletionPlace } from './completion-place.ts'
import { placeAt } from './completion-place.ts'

/** @param text with `|` where the caret is. */
function at(text: string): CompletionPlace | undefined {
  const caret = text.indexOf('|')
  const query = text.replace('|', '')
  return placeAt(javascriptLanguage.parser.parse(query), query, caret)
}

describe('in the texts of calls', () => {
  it.each([
    ["fromStream('|", 'stream', 12],
    ["fromStream('ca|')", 'stream', 12],
    ["fromStreams(['a', 'b|'])", 'stream', 19],
    ['fromStreams(\'a\', "|")', 'stream', 18],
    ["fromCategory('|')", 'category', 14],
    ["fromCategory('a', 'b|')", 'category', 19],
    ["fromCategories(['|'])", 'category', 17],
    ["on_event('|", 'type', 10],
    ["fromAll().when({ A: (s, e) => { emit('|') } })", 'stream', 38],
    ["fromAll().when({ A: (s, e) => { emit('out', 'E|') } })", 'type', 45],
    ["fromAll().when({ A: (s, e) => { linkTo('|', e) } })", 'stream', 40],
    ["fromAll().when({}).outputTo('|')", 'stream', 29],
  ])('%s', (text, kind, from) => expect(at(text)).toEqual({ kind, from, quoted: true }))

  it.each([["fromStream('a'|)"], ["fromAll('|')"], ["emit('a', 'b', '|')"], ["const x = 'fr|'"], ["fromStream(|'a')"]])(
    'nothing of the language: %s',
    (text) => expect(['stream', 'category', 'type']).not.toContain(at(text)?.kind),
  )
})

describe('after a dot of the state', () => {
  it.each([
    ['fromAll().when({ A: (s, e) => { s.| } })', []],
    ['fromAll().when({ A: (s, e) => { s.data.| } })', ['data']],
    ['fromAll().when({ A(total, e) { total.lines.fi|; return total } })', ['lines']],
    ['fromAll().when({ A: (s, e) => { const by = s.by; by.de.| } })', ['by', 'de']],
  ])('%s', (text, path) => expect(at(text)).toMatchObject({ kind: 'state', path }))

  it('nothing where a function has no state', () => {
    expect(at('fromAll().partitionBy((e, s) => s.|)')).toBeUndefined()
  })
})

describe('after a dot', () => {
  it.each([
    ["fromCategory('ca').|", 'fromCategory', 19],
    ["fromCategory('ca')\n  .fore|", 'fromCategory', 22],
    ["fromCategory('ca').foreachStream().w|", 'foreachStream', 35],
    ['fromAll().when({}).|', 'when', 19],
    ['fromAll().|\nconst a = 1', 'fromAll', 10],
  ])('the chain: %s', (text, after, from) => expect(at(text)).toEqual({ kind: 'chain', from, after }))

  it.each([
    ['fromAll().when({ A: (s, e) => { e.| } })'],
    ['fromAll().when({ A(s, e) { s.n = e.da| } })'],
    ['fromAll().when({ A: function (s, e) { return e.| } })'],
    ['fromAll().partitionBy((e) => e.|)'],
    ['on_any((state, x) => x.|)'],
    ['function handle(event) { event.| }'],
  ])('the event: %s', (text) => expect(at(text)?.kind).toBe('event'))

  it.each([
    ['fromAll().when({ A: (s, e) => { let x; x.| } })'],
    ['const e = {}; e.|'],
    ['fromAll().when({ A: (s, e) => { [1].map((e) => e.|) } })'],
  ])('something else: %s', (text) => expect(at(text)).toBeUndefined())
})

describe('inside of objects', () => {
  it.each([
    ['fromAll().when({ | })', []],
    ['fromAll().when({|', []],
    ['fromAll().when({\n  $init: () => ({}),\n  It|', ['$init']],
    ["fromAll().when({ $init: () => ({}), 'B C': (s) => s,\n | })", ['$init', 'B C']],
    ['fromAll().when({ It|: (s) => s })', []],
  ])('handlers: %s', (text, given) => expect(at(text)).toMatchObject({ kind: 'handler', quoted: false, given }))

  it('handlers in quotes', () => {
    expect(at("fromAll().when({ A: (s) => s, 'It|': (s) => s })")).toEqual({ kind: 'handler', from: 31, quoted: true, given: ['A'] })
    expect(at("fromAll().when({ 'It|")).toMatchObject({ kind: 'handler', from: 18, quoted: true })
  })

  it.each([['options({ | })'], ['options({ re|'], ['options({ biState: true, | })']])('options: %s', (text) =>
    expect(at(text)?.kind).toBe('option'),
  )

  it.each([['fromAll().when({ $init: () => ({ | }) })'], ['const x = { | }']])('no handlers: %s', (text) =>
    expect(at(text)?.kind).not.toBe('handler'),
  )
})

describe('names', () => {
  it.each([
    ['|', false],
    ['fr|', false],
    ['fromAll().when({ A: (s, e) => { em| } })', true],
    ['function f() { | }', true],
  ])('%s, inside of a function: %s', (text, inside) => expect(at(text)).toMatchObject({ kind: 'name', inside }))

  it.each([['// fr|'], ['/* fr| */'], ['const fr| = 1']])('none in %s', (text) => expect(at(text)).toBeUndefined())
})

describe('above existing code', () => {
  it.each([
    ['fr|\nfromAll().when({})', { kind: 'name', inside: false }],
    ['|\nfromAll().when({})', { kind: 'name', inside: false }],
    ['fromAll()\n  .|\n  .when({ A() {} })', { kind: 'chain', after: 'fromAll' }],
    ['fromAll().when({\n  |\n  A: (s, e) => {},\n})', { kind: 'handler', given: ['A'] }],
    ['fromAll().when({\n  $in|\n  A: (s, e) => {},\n  B(s) {},\n})', { kind: 'handler', given: ['A', 'B'] }],
    ["fromAll().when({\n  It|\n  'B C': (s) => s,\n})", { kind: 'handler', given: [] }],
    ['fromAll().when({ A: (s, e) => {\n  lo|\n  s.n++\n} })', { kind: 'name', inside: true }],
    ['fromAll().when({ A: (s, e) => {\n  e.|\n  s.n++\n} })', { kind: 'event' }],
    ['fromAll().when({ A: (s, e) => {\n  e.data.|\n  s.n++\n} })', { kind: 'field', path: [], type: 'A' }],
  ])('%s', (text, place) => expect(at(text)).toMatchObject(place))
})

describe('fields of an event', () => {
  it.each([
    ['fromAll().when({ A: (s, e) => { e.data.pr| } })', 'data', [], 'A'],
    ["fromAll().when({ 'A B'(s, event) { event.body.| } })", 'data', [], 'A B'],
    ['fromAll().when({ A: function (s, e) { if (e.metadata.by.|) {} } })', 'metadata', ['by'], 'A'],
    ['fromAll().when({ A: (s, e) => e?.data?.to?.| })', 'data', ['to'], 'A'],
    ['fromAll().when({ A: (s, { data }) => { data.to.| } })', 'data', ['to'], 'A'],
    ['fromAll().when({ A: (s, e) => { const d = e.data; const to = d.to; to.| } })', 'data', ['to'], 'A'],
    ['fromAll().partitionBy((e) => e.data.|)', 'data', [], undefined],
    ["on_event('A', (s, e) => { e.data.| })", 'data', [], 'A'],
  ])('%s', (text, member, path, type) => expect(at(text)).toMatchObject({ kind: 'field', member, path, type }))

  it.each([['fromAll().when({ A: (s, e) => { e.eventId.| } })'], ['x.data.|']])('none in %s', (text) => expect(at(text)).toBeUndefined())
})
