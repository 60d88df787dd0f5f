import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BodyNeeds } from './needs.ts'
import { partitionKey, pruneBodies } from './pruned-bodies.ts'
import type { QueryEvent } from '../query.ts'

const needs = (): BodyNeeds => ({
  path: undefined,
  types: new Map([
    ['Ordered', { members: { amount: true, lines: { items: { members: { pieces: true } } } } }],
    ['Ignored', undefined],
  ]),
  others: { members: { amount: true } },
})

const eventOf = (data: string | null, type = 'Ordered', isJson = true): QueryEvent => ({
  id: '',
  type,
  stream: 's',
  number: 0,
  isJson,
  data,
  metadata: null,
  linkMetadata: null,
  category: null,
  record: { stream: 's', number: 0, position: 0, created: 0 },
})

const order = (amount: number, comment = '-'.repeat(200)): string =>
  JSON.stringify({ amount, lines: [{ pieces: 1, sku: 'a' }, { pieces: amount }], comment })

const orders = (count: number): QueryEvent[] => Array.from({ length: count }, (_, index) => eventOf(order(index)))

const parse = ({ data }: QueryEvent): unknown => {
  try {
    return JSON.parse(data!)
  } catch {
    return undefined
  }
}

test.each([
  ['usual bodies', orders(2)],
  ['bodies that lack what is read', [eventOf('{}'), eventOf('{"amount":1}')]],
  [
    'bodies of several types',
    [...orders(2), eventOf('{"a":1}', 'Ignored'), eventOf('{"amount":2}', 'Refunded'), eventOf('[]', 'Refunded')],
  ],
  ['a separator of lines', [eventOf('{"amount":"\u2028"}')]],
  ['a body that is no JSON', [eventOf("{'amount':1}")]],
  ['an event that is not flagged JSON', [eventOf('1', 'Ordered', false)]],
  ['an event without a body', [eventOf(null)]],
])('takes the same out of %s that were parsed before', (_, events) => {
  const parsed = events.map((event) => ({ ...event, body: parse(event) }))
  assert.deepEqual(pruneBodies(parsed, needs()), pruneBodies(events, needs()))
})

test.each([
  ['the members and items that are read', order(5), '{"amount":5,"lines":[{"pieces":1},{"pieces":5}]}'],
  ['the members that are there', '{"lines":[{},{"pieces":null}],"x":1}', '{"lines":[{},{"pieces":null}]}'],
  ['whole values', '{"amount":{"b":[1,{"c":"\\"\\n"}]},"x":1}', '{"amount":{"b":[1,{"c":"\\"\\n"}]}}'],
])('takes out %s, and leaves the rest', (_, data, text) => {
  assert.deepEqual(pruneBodies([eventOf(data)], needs()).texts, [text])
})

test.each([
  '[]',
  'null',
  '"text"',
  '{"amount":1,"lines":{}}',
  '{"amount":1,"lines":[1]}',
  '{"amount":-0,"x":1}',
  '{"amount":1e999}',
  '{"amount":{"2":"b","1":"a"}}',
  '{"amount":"\u2028"}',
  '{"amount":"\ud800"}',
  '{"\\n":1,"amount":2}',
  "{'amount':1}",
])('leaves an unusual body whole: %s', (data) => {
  assert.deepEqual(pruneBodies([eventOf(data)], needs()).texts, [data])
})

test('leaves whole what is no JSON, and nothing of what is not read', () => {
  const events = [eventOf('1', 'Ordered', false), eventOf(null), eventOf('{"a":1}', 'Ignored'), eventOf('{"amount":2,"x":3}', 'Refunded')]
  assert.deepEqual(pruneBodies(events, needs()).texts, ['1', null, '{}', '{"amount":2}'])
})

test('takes out the names of partitions, and leaves bodies whole that have none', () => {
  const bodies = ['{"k":"c","amount":1,"x":2}', '{"amount":1,"x":2}', '{"k":null,"x":2}', '{"k":7,"x":2}', '{"k":"c","amount":3}']
  const events = [...bodies.map((data) => eventOf(data)), eventOf('{"k":"c"}', 'Ignored'), eventOf('{"k":"c"}', 'Ordered', false)]
  const { keys, texts } = pruneBodies(events, { ...needs(), path: ['k'] })
  assert.deepEqual(keys!.values, ['c', null, '7'])
  assert.deepEqual(keys!.indexes, [0, 1, 1, 2, 0, 1, 1])
  assert.deepEqual(texts, ['{"amount":1}', bodies[1], bodies[2], '{}', '{"amount":3}', '{}', '{"k":"c"}'])
})

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
  assert.equal(partitionKey(JSON.parse(json), path), key)
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
  assert.equal(partitionKey(JSON.parse(json), path), undefined)
})

test('leaves a body that is not parsed to the function', () => {
  assert.equal(partitionKey(undefined, ['a']), undefined)
})
