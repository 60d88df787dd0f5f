import { describe, expect, it, test } from 'vitest'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { listedEvents } from './event-list.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'

describe('a list in JSON', () => {
  const listed = async (text: string) => await listedEvents(encode(text))
  const one = async (members: string) => (await listed(`[{"eventId":"${id}","eventType":"T",${members}}]`))?.[0]

  test.each([
    ['an object', '"data":{"a":1.50}', { data: '{\n  "a": 1.5\n}', isJson: true }],
    ['an array', '"data":[]', { data: '[]', isJson: true }],
    ['an object in a string', '"data":" {a:1} "', { data: '{\n  "a": 1\n}', isJson: true }],
    ['a string', '"data":"plain"', { data: 'plain', isJson: false }],
    ['a string that looks like an object', '"data":"{x"', { data: '{x', isJson: false }],
    ['a number', '"data":5', { data: '', isJson: false }],
    ['a boolean', '"data":true', { data: '', isJson: false }],
    ['null', '"data":null', { data: '', isJson: false }],
    ['nothing', '"x":1', { data: '', metadata: '', isJson: false }],
    [
      'metadata that is an object beside text',
      '"data":"plain","metadata":{"m":1}',
      { data: 'plain', metadata: '{\n  "m": 1\n}', isJson: true },
    ],
    ['names in any case, the last of them', '"DATA":{},"Data":"x"', { data: 'x' }],
    ['null behind a value', '"data":{},"data":null,"eventType":null', { data: '{}', type: 'T' }],
    ['undefined behind a value', '"data":"x","Data":undefined', { data: 'x' }],
    ['an object behind an object', '"data":{"a":1},"data":{}', { data: '{}' }],
    ['an object behind null', '"data":null,"data":{}', { data: '{}' }],
    ['text behind an object', '"data":{},"data":"x"', { data: 'x', isJson: false }],
    ['a type that is a number', '"eventtype":5', { type: '5' }],
    ['a type that is a double', '"eventType":1.0', { type: '1.0' }],
    ['a type that is a number in another spelling', '"eventType":0x1F', { type: '0x1F' }],
    ['a date', '"data":"2024-03-01T09:30:15.500Z"', { data: '2024-03-01T09:30:15.500Z', isJson: false }],
    ['a date in an object', '"data":{"at":"2024-03-01T09:30:15.500Z"}', { data: '{\n  "at": "2024-03-01T09:30:15.500Z"\n}' }],
    ['a date in an object in a string', `"data":"{'at':'2024-03-01T09:30:15.500Z'}"`, { data: '{\n  "at": "2024-03-01T09:30:15.5Z"\n}' }],
    ['a type that is no number', '"eventType":NaN', { type: 'NaN' }],
    ['a type that is a boolean', '"eventType":true', { type: 'true' }],
    ['an id of zeros', '"eventId":"00000000-0000-0000-0000-000000000000"', { id: undefined }],
    ['62 levels of data', `"data":${'['.repeat(62)}${']'.repeat(62)}`, { isJson: true }],
  ])('%s', async (_, members, expected) => {
    expect(await one(members)).toMatchObject(expected)
  })

  it('reads long JSON in a string as it reads short JSON, in slices', async () => {
    const long = `{"a":"2024-03-01T09:30:15.500Z","list":[${'[1,{}],'.repeat(20_000)}]}`
    const text = (data: string) =>
      JSON.stringify([
        { eventId: id, eventType: 'T', data, metadata: '{"m":1}' },
        { eventId: id, eventType: 'U' },
      ])
    const [first, second] = (await listed(text(long)))!
    const items = ',\n    [\n      1,\n      {}\n    ]'.repeat(20_000).slice(1)
    expect(first).toEqual({
      id,
      type: 'T',
      data: `{\n  "a": "2024-03-01T09:30:15.5Z",\n  "list": [${items}\n  ]\n}`,
      metadata: '{\n  "m": 1\n}',
      isJson: true,
    })
    expect(second).toMatchObject({ type: 'U', data: '' })
    const { result, tasks } = await countTasks(() => listedEvents(encode(text(`{"x":[${'"text",'.repeat(30_000)}]}`)), createTimeSlice(0)))
    expect(result?.[0]).toMatchObject({ data: expect.stringMatching(/^{\n  "x": \[\n    "text",\n/) as string, isJson: true })
    expect(tasks).toBeGreaterThan(100)
    expect((await listed(text(`{"$type":[],"x":[${'1,'.repeat(30_000)}]}`)))?.[0]).toBeNull()
  })

  it('lets others run while it copies one long string', async () => {
    const long = 'plain \u00e9\ud83d\ude00 "quoted" \\ \n'.repeat(20_000)
    const spelled = JSON.stringify([{ eventId: id, eventType: 'T', data: { long, last: 1 } }])
    const { result, tasks } = await countTasks(() => listedEvents(encode(spelled), createTimeSlice(0)))
    expect(JSON.parse(result![0]!.data as string)).toEqual({ long, last: 1 })
    expect(tasks).toBeGreaterThan(10)
    expect(await listed(spelled.slice(0, -20))).toBeUndefined()
  })

  const long = 1_200_000
  test.each([
    ['a string', `"data":"${'a\\n'.repeat(long / 3)}"`, { data: 'a\n'.repeat(long / 3) }],
    ['a string in the spelling of the server alone', `"data":'${"a\\'".repeat(long / 3)}'`, { data: "a'".repeat(long / 3) }],
    ['a type', `"eventType":"${'a\\n'.repeat(long / 3)}"`, { type: 'a\n'.repeat(long / 3) }],
    ['the name of a member', `"${'a\\n'.repeat(long / 3)}":{},"data":"x"`, { data: 'x' }],
    ['a name inside the data', `"data":{"${'a\\n'.repeat(long / 3)}":1}`, { data: `{\n  "${'a\\n'.repeat(long / 3)}": 1\n}` }],
    ['members', `${'"a":1,'.repeat(long / 6)}"data":"x"`, { data: 'x' }],
    [
      'blanks and comments',
      `${' '.repeat(long)}/**/${'//\n'.repeat(long / 3)}"data"${' '.repeat(9)}:${' '.repeat(long)}"x"`,
      { data: 'x' },
    ],
    ['blanks behind a value', `"data":"x"${' '.repeat(long)},"metadata":"y"${' '.repeat(long)}`, { data: 'x', metadata: 'y' }],
    [
      'a string inside JSON inside a string',
      JSON.stringify(JSON.stringify([{ a: 'x\n'.repeat(long / 2) }])).replace(/^/, '"data":'),
      {
        data: `[\n  {\n    "a": "${'x\\n'.repeat(long / 2)}"\n  }\n]`,
      },
    ],
  ])('lets others run while it reads ahead: %s', async (_what, members, event) => {
    const text = `[{"eventId":"${id}","eventType":"T",${members}}]`
    const { result, tasks } = await countTasks(() => listedEvents(encode(text), createTimeSlice(0)))
    expect(result).toHaveLength(1)
    expect(result![0]).toMatchObject(event)
    expect(tasks).toBeGreaterThan(30)
    expect(await listed(text.slice(0, -3))).toBeUndefined()
  })

  it('reads bytes that are no UTF-8, and other than ASCII anywhere', async () => {
    const event = (name: string, value: string, type = 'T') => `{"eventId":"${id}","eventType":"${type}","data":{"${name}":${value}}}`
    const data = async (name: string, value: string) => (await listed(`[${event(name, value)}]`))?.[0]?.data
    expect(await data('a', '"é"')).toBe('{\n  "a": "é"\n}')
    expect(await data('é', '1')).toBe('{\n  "é": 1\n}')
    expect(await data('a', '[1,\u00a02,"€"]')).toBe('{\n  "a": [\n    1,\n    2,\n    "€"\n  ]\n}')
    expect(await data('😀', '{"b":1\u2003}')).toBe('{\n  "😀": {\n    "b": 1\n  }\n}')
    expect(await listed(`[${event('a', '1', 'Größe')},\u00a0${event('b', '2', 'Größe')}]`)).toMatchObject([
      { type: 'Größe' },
      { type: 'Größe', data: '{\n  "b": 2\n}' },
    ])
    const broken = encode(`[${event('a', '"?"')}]`)
    broken[broken.indexOf(0x3f)] = 0xff
    expect(await listedEvents(broken)).toMatchObject([{ data: '{\n  "a": "\ufffd"\n}' }])
    const typed = encode(`[${event('a', '1', '?')}]`)
    typed[typed.lastIndexOf(0x3f)] = 0xe9
    await listed(`[${event('a', '1', 'é')}]`)
    expect(await listedEvents(typed), 'a byte that is no character, behind the type with the code of that byte').toMatchObject([
      { type: '\ufffd' },
    ])
    const long = await listed(`[${event('é', `"${'x'.repeat(2_000_000)}"`)},${event('a', '"😀"')}]`)
    expect(long).toMatchObject([{ id }, { data: '{\n  "a": "😀"\n}' }])
    expect(JSON.parse(long![0]!.data as string)).toEqual({ é: 'x'.repeat(2_000_000) })
  })

  it('takes a null id and type for none', async () => {
    expect(await listed('[{"eventId":null,"eventType":null}]')).toMatchObject([{ id: undefined, type: undefined }])
  })

  it('may hold null', async () => {
    expect(await listed('[null]')).toEqual([null])
    const many = await listed(`[${'null,'.repeat(10_000)}{"eventId":"${id}","eventType":"T"}]`)
    expect([many?.length, many?.[0], many?.[9_999]]).toEqual([10_001, null, null])
    expect(many?.[10_000]).toMatchObject({ id, type: 'T' })
    expect(await listed('[undefined,,""]')).toEqual([null, null, null])
  })

  test.each([
    '',
    'not json',
    '{}',
    '[]',
    '[[]]',
    '["x"]',
    '[{}] x',
    '\ufeff[{}]',
    '[{"eventId":""}]',
    '[{"eventId":5}]',
    '[{"eventType":{}}]',
    '[{"eventId":undefined}]',
    '[{"eventType":undefined}]',
    '[{"eventType":{},"eventType":"T"}]',
    `[{"eventId":"x","eventId":"${id}"}]`,
    '[{"data":{},"data":[]}]',
    '[{"data":[],"data":{}}]',
    '[{"data":"x","Data":{}}]',
    '[{"metadata":5,"metadata":[]}]',
    `[{"data":${'['.repeat(63)}${']'.repeat(63)}}]`,
  ])('is not %j', async (text) => {
    expect(await listed(text)).toBeUndefined()
  })
})
