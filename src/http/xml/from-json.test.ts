import { expect, test } from 'vitest'
import { readJson } from '../../base/json/read.ts'
import { printXml } from './element.ts'
import { atOnce } from '../../base/time/steps.ts'
import { elementsOf } from './from-json.ts'

const asXml = (text: string): string | undefined => {
  const read = readJson(text)
  return read.kind === 'value' ? atOnce(elementsOf('x', read.value))?.map(printXml).join('') : 'unreadable'
}

/** The namespace of references and types. */
const library = 'http://james.newtonking.com/projects/json'

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
  [
    'prefixes without a namespace',
    '{"dc:title":1,"@p:a":2,"a b:c d":[3],"1:2":4}',
    '<x a="2"><title>1</title><c_x0020_d>3</c_x0020_d><2>4</2></x>',
  ],
  [
    'a prefix behind the object that declares it',
    '{"q":{"@xmlns:p":"u","p:b":1},"p:c":2}',
    '<x><q xmlns:p="u"><p:b>1</p:b></q><p:c xmlns:p="u">2</p:c></x>',
  ],
  ['a name outside of the default namespace', '{"@xmlns":"u","a":1,"p:b":2}', '<x xmlns="u"><a>1</a><b xmlns="">2</b></x>'],
  ['a default namespace declared too late', '{"a":1,"@xmlns":"u"}', '<x xmlns="u"><a>1</a></x>'],
  ['the prefix of XML', '{"xml:a":1}', '<x><xml:a xmlns:xml="http://www.w3.org/XML/1998/namespace">1</xml:a></x>'],
  [
    'leading references',
    '{"$type":"T","$id":1,"a":{"$ref":true}}',
    `<x xmlns:json="${library}" json:type="T" json:id="1"><a json:ref="True" /></x>`,
  ],
  ['references behind other members', '{"a":1,"$type":"T","$id":null}', '<x type="T" id=""><a>1</a></x>'],
  [
    'references of an object behind another',
    '{"a":{"$values":[]},"b":{"$id":"3"}}',
    `<x><a xmlns:json="${library}" /><b json:id="3" xmlns:json="${library}" /></x>`,
  ],
  ['a prefix that is taken', '{"@xmlns:json":"u","$type":"T"}', `<x xmlns:json="u" xmlns:json1="${library}" json1:type="T" />`],
  [
    'values',
    '{"$values":[1,{"a":2}]}',
    `<x xmlns:json="${library}"><values xmlns="${library}">1</values><values xmlns="${library}"><a xmlns="">2</a></values></x>`,
  ],
  ['values behind other members', '{"a":1,"$values":[[1]]}', '<x><a>1</a><_x0024_values><values>1</values></_x0024_values></x>'],
  ['other names with a dollar', '{"$date":1}', '<x><_x0024_date>1</_x0024_date></x>'],
  ['a name of an object of JavaScript', '{"@__proto__":"p","a":1}', '<x __proto__="p"><a>1</a></x>'],
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
  '{":a":1}',
  '{"a:":1}',
  '{"a:b:c":1}',
  '{"@a:b:c":1}',
  '{"xmlns:a":1}',
  '{"@xmlns:p":"","p:a":1}',
  '{"@xmlns:p":null,"p:a":1}',
  '{"$type":{}}',
  '{"a":1,"$type":{}}',
  '{"$type":"x","@xmlns:json":"u"}',
  '{"!DOCTYPE":{}}',
  '{"?xml":{}}',
])('%s has no form in XML', (json) => {
  expect(asXml(json)).toBeUndefined()
})
