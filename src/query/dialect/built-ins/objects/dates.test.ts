import { describe, expect, test } from 'vitest'
import { evaluate, valueOf } from '../sandbox.fixture.ts'

describe('texts are parsed as .NET does', () => {
  test('in one stride where they are long', () => {
    expect(valueOf("isNaN(new Date('x' + ' '.repeat(200000) + 'x'))")).toBe(true)
  })

  test.each([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01t10:00:00z', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00.123456Z', '2024-03-01T10:00:00.123Z'],
    ['2024-03-01T10:00:00.5', '2024-03-01T10:00:00.500Z'],
    ['2024-03-01T10:00:00.1239', '2024-03-01T10:00:00.123Z'],
    ['2024-03-01T10:00:00.9999999Z', '2024-03-01T10:00:01.000Z'],
    ['1969-12-31T23:59:59.9995Z', '1970-01-01T00:00:00.000Z'],
    ['2024-03-01T10:00:00+02:00', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01T10:00:00+02', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01T10:00-0130', '2024-03-01T11:30:00.000Z'],
    ['2024-03', '2024-03-01T00:00:00.000Z'],
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
    ['+012024-01-01T00:00:00Z', '+12024-01-01T00:00:00.000Z'],
    ['2024-03-01 10:00', '2024-03-01T10:00:00.000Z'],
    ['2024-13-01', '2024-01-13T00:00:00.000Z'],
    ['2024/1/2 3:04', '2024-01-02T03:04:00.000Z'],
    ['1/2/2024 3:04 PM', '2024-01-02T15:04:00.000Z'],
    ['1/2/2024 12:04 AM', '2024-01-02T00:04:00.000Z'],
    ['1/2/2024 0:04 AM', '2024-01-02T00:04:00.000Z'],
    ['1/2/2024 0:04 PM', '2024-01-02T12:04:00.000Z'],
    ['1/2/2024 13:04 PM', '2024-01-02T13:04:00.000Z'],
    ['2024-01-02 3:4:5', '2024-01-02T03:04:05.000Z'],
    ['15/06/2024', '2024-06-15T00:00:00.000Z'],
    ['Jan 2, 2024', '2024-01-02T00:00:00.000Z'],
    ['January 2, 2024 13:05', '2024-01-02T13:05:00.000Z'],
    ['2 Jan 2024', '2024-01-02T00:00:00.000Z'],
    ['Wed, 31 Jan 2024 13:05:09 GMT', '2024-01-31T13:05:09.000Z'],
    ['Wed Jan 31 2024 13:05:09 GMT+0000 (Coordinated Universal Time)', '2024-01-31T13:05:09.000Z'],
    ['Wed Jan 31 2024 13:05:09 GMT+0100', '2024-01-31T12:05:09.000Z'],
  ])('%s', (text, iso) => expect(valueOf(`new Date(${JSON.stringify(text)}).toISOString()`)).toBe(iso))

  test.each([
    '2023-02-29',
    '2024-02-30',
    '2024-03-01T24:00:00Z',
    '2024-03-01T10:00:60Z',
    '0000-01-01',
    'nonsense',
    '',
    '2024-00-10',
    '5',
    '12',
    '99999',
    '10000-01-01',
    '+275760-09-13T00:00:01Z',
    '3/1/2024 10',
    '1/2/2024 24:05 PM',
    'order-818',
    'order 2023-7',
    'user 42',
    'Monday 43',
    '60.est',
    '-853',
    '23/10',
    'may-41',
  ])('%j is no date', (text) => expect(valueOf(`Date.parse(${JSON.stringify(text)})`)).toBeNaN())

  test('a time alone is that of today', () => {
    const today = new Date().toISOString().slice(0, 11)
    expect(valueOf("new Date('12:30').toISOString()")).toBe(`${today}12:30:00.000Z`)
  })
})

test.each(['3/1', '3-1', '3.1', 'Mar 1', 'March 1', 'Mar-1', 'Mar1'])('%s is in this year', (text) => {
  expect(valueOf(`new Date('${text} 10 PM').toISOString()`)).toBe(`${new Date().getUTCFullYear()}-03-01T22:00:00.000Z`)
})

describe('texts of dates', () => {
  const script = (method: string) => `new Date(Date.UTC(2024, 1, 1, 3, 5, 9, 7)).${method}()`
  test.each([
    ['toString', 'Thu Feb 01 2024 03:05:09 GMT+0000 (Coordinated Universal Time)'],
    ['toDateString', 'Thu Feb 01 2024'],
    ['toTimeString', '03:05:09 GMT+0000 (Coordinated Universal Time)'],
    ['toUTCString', 'Thu, 01 Feb 2024 03:05:09 GMT'],
    ['toLocaleDateString', 'Thursday, 01 February 2024'],
    ['toLocaleTimeString', '03:05:09'],
    ['toLocaleString', 'Thursday, 01 February 2024 03:05:09'],
    ['toISOString', '2024-02-01T03:05:09.007Z'],
    ['toJSON', '2024-02-01T03:05:09.007Z'],
  ])('%s', (method, text) => expect(valueOf(script(method))).toBe(text))

  test('years before the first have four digits', () => {
    expect(valueOf('[-1, -12345].map((year) => { const d = new Date(0); d.setUTCFullYear(year); return d.toISOString() })')).toEqual([
      '-0001-01-01T00:00:00.000Z',
      '-12345-01-01T00:00:00.000Z',
    ])
  })

  test('years behind 9999 have a sign', () => expect(valueOf('new Date(1e15).toISOString()')).toBe('+33658-09-27T01:46:40.000Z'))

  test.each(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])('%s is for the years that .NET knows', (method) => {
    expect(valueOf(`[-62135596800000, 253402300799999].map((time) => typeof new Date(time).${method}())`)).toEqual(['string', 'string'])
    for (const time of [-62135596800001, 253402300800000])
      expect(evaluate(`new Date(${time}).${method}()`)).toMatchObject({
        message: "The added or subtracted value results in an un-representable DateTime. (Parameter 'value')",
      })
  })

  test('an invalid date says so, or has an error without a text', () => {
    expect(valueOf('[String(new Date(NaN)), new Date(NaN).toLocaleString(), String(new Date(NaN).getHours())]')).toEqual([
      'Invalid Date',
      'Invalid Date',
      'NaN',
    ])
    expect(evaluate('new Date(NaN).toISOString()')).toMatchObject({ name: 'RangeError', message: '' })
  })
})

describe('the zone is UTC, wherever the sandbox runs', () => {
  test.each([
    ['new Date(2024, 0, 31, 13, 5, 9, 7).toISOString()', '2024-01-31T13:05:09.007Z'],
    ['new Date(2024, 5, 1).getTimezoneOffset()', 0],
    ['new Date(99, 0).getFullYear()', 1999],
    ['var d = new Date(0); d.setHours(5, 6); d.getHours() + ":" + d.getMinutes()', '5:6'],
    ['var d = new Date(0); d.setMonth(1); d.toISOString()', '1970-02-01T00:00:00.000Z'],
    ['new Date(0).getDay() + new Date(0).getYear()', 74],
  ])('%s', (script, value) => expect(valueOf(script)).toBe(value))
})

describe('the constructor', () => {
  test.each([
    ['typeof Date()', 'string'],
    ['new Date(new Date(5)).getTime()', 5],
    ['class D extends Date { plus() { return this.getTime() + 1 } }; new D(5).plus()', 6],
    ['new Date(5).constructor === Date && new Date(5) instanceof Date', true],
    ['Date.UTC(1970, 0) + (Date.now() > 0) + Date.length', 8],
    ['typeof (new Date(5) + 1) + (new Date(5) - 1)', 'string4'],
    ['new Date(undefined).getTime()', NaN],
    ["new Date(['5']).getTime()", NaN],
    ["new Date(new String('1/2/1970')).getTime()", 86_400_000],
    ['new Date({ valueOf: () => 7 }).getTime()', 7],
    ['new Date({ [Symbol.toPrimitive]: () => 8 }).getTime()', 8],
    ['new Date(8.64e15 + 1).getTime()', NaN],
  ])('%s', (script, value) => expect(valueOf(script)).toBe(value))
})

test.each([
  ['1968-12-31T12:00:00Z', [1969, 0, 0, 'Tue Jan 01 1969']],
  ['1968-12-31T00:00:00Z', [1968, 11, 31, 'Tue Dec 31 1968']],
  ['1972-12-31T12:00:00Z', [1972, 11, 31, 'Sun Dec 31 1972']],
])('%s has the parts that the server computes', (text, parts) => {
  expect(valueOf(`var d = new Date('${text}'); [d.getFullYear(), d.getUTCMonth(), d.getDate(), d.toDateString()]`)).toEqual(parts)
})

test('the offset of local time is never -0', () => expect(valueOf("new Date('1960-01-01').getTimezoneOffset()")).toBe(0))
