import { expect, test } from 'vitest'
import { readJson } from '../../base/json/read.ts'
import { printXml } from './element.ts'
import { elementsOf } from './from-json.ts'

const asXml = (text: string): string | undefined => {
  const read = readJson(text)
  return read.kind === 'value' ? elementsOf('x', read.value)?.map(printXml).join('') : 'unreadable'
}

test.each([
  ['members', '{"a":1,"b":true}', '<x><a>1</a><b>true</b></x>'],
  ['null', '{"a":null,"b":{},"c":""}', '<x><a /><b /><c></c></x>'],
  ['a list', '{"n":[1,2]}', '<x><n>1</n><n>2</n></x>'],
  ['an empty list', '{"n":[],"":[]}', '<x />'],
  ['lists in a list', '{"n":[[1,2],[3],[]]}', '<x><n><n>1</n><n>2</n></n><n><n>3</n></n><n /></x>'],
  ['doubles', '{"n":[100.0,-0.0,1e21,1.5]}', '<x><n>100</n><n>-0</n><n>1E+21</n><n>1.5</n></x>'],
  ['large integers', '{"n":12345678901234567890}', '<x><n>12345678901234567890</n></x>'],
  ['markup', '{"a":"<&>\\"\'"}', `<x><a>&lt;&amp;&gt;"'</a></x>`],
  ['pieces of text', '{"#text":["x ","<y>"],"a":1}', '<x>x &lt;y&gt;<a>1</a></x>'],
  [
    'dates',
    '{"at":"2024-03-01T09:30:15.500Z","@at":"2024-03-01T09:30:15+01:00"}',
    '<x at="2024-03-01T08:30:15+00:00"><at>2024-03-01T09:30:15.5Z</at></x>',
  ],
  [
    'characters that XML has not',
    '{"@a":"1\\n\\u0001","b":"\\u0000\\u001f\\u007f\\ufffe\\t\\n"}',
    '<x a="1&#xA;&#x1;"><b>&#x0;&#x1F;\u007f&#xFFFE;\t\n</b></x>',
  ],
  ['CDATA', '{"#cdata-section":"<x>","a":1}', '<x><![CDATA[<x>]]><a>1</a></x>'],
  ['instructions', '{"?go":"there","a":null,"?on":null}', '<x><?go there?><a /><?on ?></x>'],
  [
    'namespaces',
    '{"@xmlns":"u","@xmlns:p":"v","p:a":{"@p:b":1,"@xml:lang":"de"}}',
    '<x xmlns="u" xmlns:p="v"><p:a p:b="1" xml:lang="de" /></x>',
  ],
  ['attributes behind other members', '{"a":1,"@b":[1,2],"@c":[]}', '<x b="2"><a>1</a></x>'],
  ['attributes', '{"@a":"1\\"","@b":null,"#text":"t"}', '<x a="1&quot;" b="">t</x>'],
  [
    'names',
    '{"$a":1,"1d":2,"a/b":3,"-x":4,"dash-ok":5,"dot.ok":6,"a b":7,"ä":8,"_x0041_":9}',
    '<x><_x0024_a>1</_x0024_a><_x0031_d>2</_x0031_d><a_x002F_b>3</a_x002F_b><_x002D_x>4</_x002D_x><dash-ok>5</dash-ok><dot.ok>6</dot.ok><a_x0020_b>7</a_x0020_b><ä>8</ä><_x005F_x0041_>9</_x005F_x0041_></x>',
  ],
])('%s', (_, json, xml) => {
  expect(asXml(json)).toBe(xml)
})

test.each([
  '{"":1}',
  '{"a":[{"":1}]}',
  '{"@a":{}}',
  '{"@a":[1]}',
  '{"#text":[[1]]}',
  '{"@":1}',
  '{"p:a":1}',
  '{"@p:a":1}',
  '{"!DOCTYPE":{}}',
  '{"?xml":{}}',
])('%s has no form in XML', (json) => {
  expect(asXml(json)).toBeUndefined()
})
