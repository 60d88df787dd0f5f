import { describe, expect, test } from 'vitest'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { readBodyMembers, UnusableBody } from './body-members.ts'

describe.each([
  ['short', ''],
  ['long', ' '.repeat(70_000)],
])('in a %s body', (_, blanks) => {
  const members = (text: string) => readBodyMembers(new TextEncoder().encode(blanks + text), ['loginName', 'groups', 'a', 'b'])

  test('names are matched in any case, and of a name given twice the last that is not missing counts', async () => {
    expect((await members('{"LOGINNAME":"a"}')).text('loginName')).toBe('a')
    expect((await members('{"loginName":"a","LoginName":"b"}')).text('loginName')).toBe('b')
    expect((await members('{"loginName":"a","loginName":null}')).text('loginName')).toBe('a')
    const repeated = await members('{"loginName":{},"loginName":"a"}')
    expect(() => repeated.text('loginName')).toThrow(UnusableBody)
  })

  test('a missing or null member is undefined', async () => {
    const read = await members('{"a":null}')
    for (const name of ['a', 'b'] as const)
      expect([read.text(name), read.texts(name), read.integer(name), read.flag(name)]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('the spelling of JSON is lenient', async () => {
    const read = await members(`{ /* comment */ loginName: 'ada', "groups": ["a", "b",], }`)
    expect(read.text('loginName')).toBe('ada')
    expect(read.texts('groups')).toEqual(['a', 'b'])
  })

  test.each([
    ['"x"', 'x'],
    ['7', '7'],
    ['true', 'true'],
    ['1.5', '1.5'],
    ['1.0', '1.0'],
  ])('%s is the text %s', async (json, text) => {
    expect((await members(`{"a":${json}}`)).text('a')).toBe(text)
  })

  test.each([
    ['4', 4],
    ['"4"', 4],
    ['" -4 "', -4],
    ['0x10', 16],
  ])('%s is the integer %d', async (json, integer) => {
    expect((await members(`{"a":${json}}`)).integer('a')).toBe(integer)
  })

  test.each([
    ['4', 4n],
    ['" -4 "', -4n],
    ['1.5', 2n],
    ['2.5', 2n],
    ['-1.5', -2n],
    ['1e3', 1000n],
    ['true', 1n],
  ])('%s is the long integer %d', async (json, integer) => {
    expect((await members(`{"a":${json}}`)).long('a')).toBe(integer)
  })

  test('the word undefined stands for no list', async () => {
    expect((await members('{"a":undefined}')).texts('a')).toBeUndefined()
  })

  test('an empty text is no number and no flag, but nothing', async () => {
    const read = await members('{"a":""}')
    expect([read.integer('a'), read.flag('a')]).toEqual([undefined, undefined])
  })

  test.each([
    ['true', true],
    ['"True"', true],
    ['" false "', false],
    ['1', true],
    ['0', false],
    ['0.0', false],
    ['1.5', true],
  ])('%s is the flag %s', async (json, flag) => {
    expect((await members(`{"a":${json}}`)).flag('a')).toBe(flag)
  })

  test.each([
    ['text', '{"a":undefined}'],
    ['integer', '{"a":undefined}'],
    ['long', '{"a":undefined}'],
    ['flag', '{"a":undefined}'],
    ['text', '{"a":{}}'],
    ['text', '{"a":[]}'],
    ['texts', '{"a":"x"}'],
    ['texts', '{"a":[{}]}'],
    ['integer', '{"a":"x"}'],
    ['integer', '{"a":true}'],
    ['integer', '{"a":2147483648}'],
    ['integer', '{"a":1.5}'],
    ['integer', '{"a":1e3}'],
    ['integer', '{"a":"1.5"}'],
    ['long', '{"a":""}'],
    ['long', '{"a":"1.5"}'],
    ['long', '{"a":1e30}'],
    ['flag', '{"a":NaN}'],
    ['flag', '{"a":"yes"}'],
  ] as const)('no %s is in %s', async (reader, body) => {
    const read = await members(body)
    expect(() => read[reader]('a')).toThrow(UnusableBody)
  })

  test.each(['', 'nonsense', '[1]', 'null', '"x"', '{"a":', '{"a":1}}', '{"a":1,,}'])('the body %s is unusable', async (body) => {
    await expect(members(body)).rejects.toThrow(UnusableBody)
  })
})

test('others run while a long body is read', async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`name ${n}`, n])))
  const { result, tasks } = await countTasks(() => readBodyMembers(new TextEncoder().encode(body), ['name 9999'], createTimeSlice(0)))
  expect(result.integer('name 9999')).toBe(9999)
  expect(tasks).toBeGreaterThan(10)
})
