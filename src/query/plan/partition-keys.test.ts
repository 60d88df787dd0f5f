import { expect, test } from 'vitest'
import { partitionKey } from './body-columns.ts'

test.each([
  ['{"a":{"b":"x"}}', ['a', 'b'], 'x'],
  ['{"a":""}', ['a'], ''],
  ['{"a":"\\ud800"}', ['a'], '\ud800'],
  ['{"a":-12}', ['a'], '-12'],
  ['{"a":9007199254740991}', ['a'], '9007199254740991'],
  ['{"a":1e3}', ['a'], '1000'],
  ['{"a":[1,2]}', ['a', 'length'], '2'],
  ['{"__proto__":{"a":"x"}}', ['__proto__', 'a'], 'x'],
])('takes the text or number of %s at %j', (json, path, key) => {
  expect(partitionKey(JSON.parse(json), path)).toBe(key)
})

test.each([
  ['{"a":-0}', ['a']],
  ['{"a":1.5}', ['a']],
  ['{"a":1e21}', ['a']],
  ['{"a":1e400}', ['a']],
  ['{"a":null}', ['a']],
  ['{"a":true}', ['a']],
  ['{"a":{}}', ['a']],
  ['{}', ['a']],
  ['{"a":"x"}', ['a', 'length']],
  ['{"a":null}', ['a', 'b']],
  ['{}', ['toString', 'name']],
  ['{}', ['__proto__', 'a']],
  ['null', ['a']],
  ['"text"', ['length']],
])('leaves %s at %j to the function', (json, path) => {
  expect(partitionKey(JSON.parse(json), path)).toBeUndefined()
})

test('leaves a body that is not parsed to the function', () => {
  expect(partitionKey(undefined, ['a'])).toBeUndefined()
})
