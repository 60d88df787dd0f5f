import { expect, test } from 'vitest'
import { xmlLines } from './xml-lines.ts'

test('one element a line, texts beside their tags', () => {
  expect(
    xmlLines('<?xml version="1.0"?><feed a="1 > 0"><title>x &lt; y</title><empty/><none></none><author><name>E</name></author></feed>'),
  ).toBe(
    `<?xml version="1.0"?>
<feed a="1 > 0">
  <title>x &lt; y</title>
  <empty/>
  <none></none>
  <author>
    <name>E</name>
  </author>
</feed>`,
  )
})

test('comments and CDATA stay whole', () => {
  expect(xmlLines('<a><!-- <b> --><![CDATA[<c>]]></a>')).toBe('<a>\n  <!-- <b> -->\n  <![CDATA[<c>]]>\n</a>')
})

test.each(['', 'no tags', '<a>', '<a></b>', '<a', '</a>', '<a><b></a></b>', '1 < 2'])('%j stays as it is', (text) => {
  expect(xmlLines(text)).toBe(text)
})
