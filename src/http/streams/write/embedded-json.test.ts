import { expect, test } from 'vitest'
import { writeCompactJson } from '../../../base/json/write.ts'
import { embeddedJson } from './embedded-json.ts'

test.each([
  ['an object', ' {a:1.50} ', '{"a":1.5}'],
  ['an array', '[1,[2]]', '[1,[2]]'],
  ['the members that name a type', '{"$type":"x","$id":"1","$ref":null,"a":{"$type":"y"},"$id2":2}', '{"a":{"$type":"y"},"$id2":2}'],
  ['the same behind other members', '{"a":1,"$type":"x"}', '{"a":1,"$type":"x"}'],
  ['nothing but that', '{"$type":"x"}', '{}'],
  ['a list in an object', '{"$id":"1","$values":[1]}', '[1]'],
])('%s', (_, text, json) => {
  expect(writeCompactJson(embeddedJson(text))).toBe(json)
})

test.each(['', 'plain', '5', '"x"', '{', '{"$ref":"1"}', '{"$values":[],"a":1}', '{"$id":{"a":1},"b":2}', '{"$id":[]}'])(
  '%j stays a text',
  (text) => {
    expect(embeddedJson(text)).toBeUndefined()
  },
)
