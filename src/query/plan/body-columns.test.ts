import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BodyNeeds } from './needs.ts'
import { createBodyPruner, partitionKey } from './body-columns.ts'
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
  ['usual bodies', orders(20)],
  ['bodies that lack what is read', [...orders(20), eventOf('{}'), eventOf('{"amount":1}')]],
  [
    'bodies of several types',
    [...orders(20), eventOf('{"a":1}', 'Ignored'), eventOf('{"amount":2}', 'Refunded'), eventOf('[]', 'Refunded')],
  ],
  ['a separator of lines', [...orders(20), eventOf('{"amount":"\u2028"}')]],
  ['a body that is no JSON', [...orders(20), eventOf("{'amount':1}")]],
  ['an event that is not flagged JSON', [...orders(20), eventOf('1', 'Ordered', false)]],
  ['an event without a body', [...orders(20), eventOf(null)]],
  ['few bodies', orders(3)],
])('takes the same out of %s that were parsed before', (_, events) => {
  const parsed = events.map((event) => ({ ...event, body: parse(event) }))
  assert.deepEqual(createBodyPruner(needs())(parsed), createBodyPruner(needs())(events))
})

test('takes out the members that are read and leaves the rest', () => {
  const events = [...orders(16), eventOf('[]')]
  const { groups, at, others } = JSON.parse(createBodyPruner(needs())(events)!.json) as {
    groups: { columns: unknown[][] }[]
    at: number[]
    others: unknown[]
  }
  const amounts = Array.from({ length: 16 }, (__, index) => index)
  assert.deepEqual(groups[0]!.columns, [amounts, amounts.map(() => 2), amounts.flatMap((amount) => [1, amount])])
  assert.deepEqual([at, others], [[16], [[]]])
})

test('takes out the names of partitions, and leaves bodies whole that have none', () => {
  const keyed = Array.from({ length: 18 }, (_, index) =>
    eventOf(JSON.stringify({ k: `c${index % 3}`, amount: index, '-': '-'.repeat(50) })),
  )
  const others = ['{"amount":1}', '{"k":null,"amount":1}', '{"k":7}', '{"k":1.5,"amount":1}'].map((data) => eventOf(data))
  const { json, keys } = createBodyPruner({ ...needs(), path: ['k'], types: new Map([['Ignored', undefined]]) })([
    ...keyed,
    ...others,
    eventOf('{"k":"c0"}', 'Ignored'),
  ])!
  assert.deepEqual(keys!.values, ['c0', 'c1', 'c2', null, '7'])
  assert.deepEqual(keys!.indexes, [...keyed.map((_, index) => index % 3), 3, 3, 4, 3, 3])
  const columns = JSON.parse(json) as { at: number[]; groups: { columns: unknown[][] }[] }
  assert.deepEqual(columns.at, [18, 19, 20, 21])
  assert.deepEqual(columns.groups[0]!.columns, [keyed.map((_, index) => index)])
})

test('hands nothing over of bodies of which only the partition is read', () => {
  const { json, keys } = createBodyPruner({ path: ['amount'], types: new Map(), others: { members: {} } })(orders(20))!
  assert.deepEqual(JSON.parse(json), { groups: [], at: [], others: [] })
  assert.equal(keys!.values.length, 20)
})

test('hands bodies over as they are where one of them is unusual', () => {
  assert.equal(createBodyPruner(needs())([...orders(20), eventOf('{"amount":"\u2028"}')]), undefined)
})

test('takes parts out of long bodies in one stride', () => {
  const comment = `${'x'.repeat(49)}\n`.repeat(80_000)
  const { at } = JSON.parse(createBodyPruner(needs())([...orders(19), eventOf(order(19, comment))])!.json) as { at: number[] }
  assert.deepEqual(at, [])
})

test('gives up where it saves nothing', () => {
  const pruner = createBodyPruner({ path: undefined, types: new Map(), others: { members: { comment: true } } })
  for (let round = 0; round < 3; round++) assert.equal(pruner(orders(20)), undefined)
  const short = orders(20).map((event) => ({ ...event, data: '{"comment":1,"long":"' + '-'.repeat(200) + '"}' }))
  assert.equal(pruner(short), undefined)
  assert.notEqual(createBodyPruner({ path: undefined, types: new Map(), others: { members: { comment: true } } })(short), undefined)
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
