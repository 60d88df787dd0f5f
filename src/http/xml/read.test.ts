import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { writeCompactJson } from '../../base/json/write.ts'
import { inSlices } from '../../base/time/steps.ts'
import { countTasks } from '../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import { printXml } from './element.ts'
import { atOnce } from '../../base/time/steps.ts'
import { elementsOf } from './from-json.ts'
import { readXml } from './read.ts'
import { membersOf } from './to-json.ts'
import type { XmlTree } from './tree.ts'

/** The text as JSON. */
const asJson = async (text: string): Promise<string> => {
  const read = await readXml(text)
  if (read.kind === 'malformed') return 'malformed'
  const values = []
  for (const root of read.roots) {
    const around: XmlTree = { kind: 'element', name: 'around', attributes: new Map(), children: [root], selfClosed: false }
    const members = await inSlices(membersOf(around), createTimeSlice(0))
    values.push(writeCompactJson([...members.values()][0]))
  }
  return values.join(' ')
}

describe('XML', () => {
  test.each([
    ['an element', '<a/>', 'null'],
    ['with an end tag', '<a></a>', '""'],
    ['text', '<a>x</a>', '"x"'],
    ['elements', '<a> <b>1</b> <c/> </a>', '{"b":"1","c":null}'],
    ['repeated elements', '<a><b>1</b><c>2</c><b>3</b></a>', '{"b":["1","3"],"c":"2"}'],
    ['attributes', `<a x="1" y='2"'>t</a>`, '{"@x":"1","@y":"2\\"","#text":"t"}'],
    ['pieces of text', '<a>x<b/>y</a>', '{"#text":["x","y"],"b":null}'],
    ['CDATA', '<a><![CDATA[<x>]]></a>', '{"#cdata-section":"<x>"}'],
    ['instructions', '<a><?go  there?></a>', '{"?go":"there"}'],
    ['comments', '<!-- x --><a><!-- y --></a>', '{}'],
    ['several comments', '<a><!-- x --><b>1</b><!-- y --></a>', '{"#comment":[],"b":"1"}'],
    ['escaped names', '<a _x0040_b="1"><_x0024_a>1</_x0024_a><_x0001F600_/></a>', '{"@@b":"1","$a":"1","😀":null}'],
    ['prefixes', '<p:a xmlns:p="u"><p:b xml:lang="de">1</p:b></p:a>', '{"@xmlns:p":"u","p:b":{"@xml:lang":"de","#text":"1"}}'],
    ['references', '<a x="&quot;&#65;">&lt;&amp;&#x42;&apos;</a>', '{"@x":"\\"A","#text":"<&B\'"}'],
    ['line ends', '<a x="1\r\n2">1\r\n2\r3</a>', '{"@x":"1 2","#text":"1\\n2\\n3"}'],
    ['a declaration', '<?xml version="1.0" encoding="utf-16" standalone="yes"?>\n<a/>', 'null'],
    ['several at the top', '<a/> <b>x</b>', 'null "x"'],
    ['kept blanks', '<a xml:space=" preserve "> <b> </b></a>', '{"@xml:space":" preserve ","#text":" ","b":" "}'],
    [
      'blanks kept no further',
      '<a xml:space="preserve"><b xml:space="default"> <c> </c></b></a>',
      '{"@xml:space":"preserve","b":{"@xml:space":"default","c":""}}',
    ],
    ['names of any script', '<änderung-1.x/>', 'null'],
  ])('%s', async (_, text, json) => {
    expect(await asJson(text)).toBe(json)
  })

  it('expands the entities of an internal DTD', async () => {
    const dtd = '<!DOCTYPE a [<!ELEMENT a ANY><!ENTITY e "x&#38;amp;y"><!ENTITY m "<b>&e;</b>"><!-- c -->]>'
    expect(await asJson(`${dtd}<a t="&e;">&m;</a>`)).toBe('{"@t":"x&y","b":"x&y"}')
  })
})

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['text', 'x'],
    ['JSON', '[{"a":1}]'],
    ['a tag without end', '<a>'],
    ['an end without tag', '</a>'],
    ['another end', '<a></b>'],
    ['crossing tags', '<a><b></a></b>'],
    ['text behind', '<a/>x'],
    ['another word for blanks', '<a xml:space="keep"/>'],
    ['a repeated attribute', '<a x="1" x="2"/>'],
    ['an attribute without quotes', '<a x=1/>'],
    ['an attribute without value', '<a x/>'],
    ['an attribute with markup', '<a x="<"/>'],
    ['attributes without blank', '<a x="1"y="2"/>'],
    ['a name that starts with a digit', '<1a/>'],
    ['two prefixes', '<a:b:c xmlns:a="u"/>'],
    ['an unknown prefix', '<p:a/>'],
    ['an unknown prefix of an attribute', '<a p:x="1"/>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a bare ampersand', '<a>a & b</a>'],
    ['a reference to no character', '<a>&#0;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['the end of CDATA in text', '<a>]]></a>'],
    ['dashes in a comment', '<a><!-- -- --></a>'],
    ['a second declaration', '<a><?xml version="1.0"?></a>'],
    ['a declaration behind a blank', ' <?xml version="1.0"?><a/>'],
    ['a byte order mark', '\ufeff<a/>'],
    ['an entity in itself', '<!DOCTYPE a [<!ENTITY e "&e;">]><a>&e;</a>'],
    [
      'too many entities',
      `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><a>&c;</a>`,
    ],
  ])('%s', async (_, text) => {
    expect(await asJson(text)).toBe('malformed')
  })
})

test('depth does not matter', async () => {
  const depth = 100_000
  expect(await readXml('<a>'.repeat(depth) + '</a>'.repeat(depth))).toMatchObject({ kind: 'elements', depth })
})

test('JSON printed as XML reads back as the same texts', async () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/)
  const text = fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', 'é', ']', '1') }).filter((value) => value.trim() !== '')
  const tree: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, text, fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true })),
  })).value
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), async (value) => {
      const [element] = atOnce(elementsOf('data', value as Record<string, string>)) ?? []
      expect(JSON.parse(await asJson(printXml(element!)))).toEqual(value)
    }),
  )
})

test.each([
  ['elements', `<a>${'<b>1</b>'.repeat(10_000)}</a>`],
  ['attributes', `<a><b ${Array.from({ length: 10_000 }, (_, n) => `c${n}='${n}'`).join(' ')}/></a>`],
  ['references', `<a><b>${'x&lt;'.repeat(10_000)}</b></a>`],
])('others run while many %s are read', async (_what, text) => {
  const { result, tasks } = await countTasks(() => readXml(text, createTimeSlice(0)))
  expect(result).toMatchObject({ kind: 'elements', depth: 2 })
  expect(tasks).toBeGreaterThan(10)
})

test('a text of many references is one text', async () => {
  expect(await asJson(`<a><b>${'x&lt;'.repeat(10_000)}</b></a>`)).toBe(`{"b":"${'x<'.repeat(10_000)}"}`)
})
