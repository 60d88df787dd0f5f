import { describe, expect, it, test } from 'vitest'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { readXml } from '../../xml/read.ts'
import { listedXmlEvents } from './event-list-xml.ts'

const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'

describe('a list in XML', () => {
  const one = async (members: string) =>
    (await listedXmlEvents(`<events><event><eventId> ${id} </eventId><eventType>T</eventType>${members}</event></events>`))?.[0]

  test.each([
    ['elements', '<data><amount>12</amount></data>', { data: '{\n  "amount": "12"\n}', isJson: true, id, type: 'T' }],
    ['text', '<data>free text</data>', { data: 'free text', isJson: false }],
    ['an object as text', '<data>{"a":1}</data>', { data: '{\n  "a": 1\n}', isJson: true }],
    ['a number as text', '<data>5</data>', { data: '5', isJson: false }],
    ['nothing', '<data/>', { data: '' }],
    ['blanks', '<data> \n </data>', { data: '' }],
    ['several', '<data>1</data><data>2</data>', { data: '[\n  "1",\n  "2"\n]', isJson: true }],
    ['names in any case', '<DATA><a/></DATA>', { data: '{\n  "a": null\n}' }],
    ['a date', '<data>2024-03-01T09:30:15Z</data>', { data: '', isJson: false }],
    ['dates', '<data><at>2024-03-01T09:30:15.500Z</at></data>', { data: '{\n  "at": "2024-03-01T09:30:15.5Z"\n}' }],
  ])('%s', async (_, members, expected) => {
    expect(await one(members)).toMatchObject(expected)
  })

  it('ignores the names of the list and its events, and their attributes', async () => {
    expect(
      await listedXmlEvents(`<?xml version="1.0" encoding="x"?><l xmlns:p="u"><p:e a="1"><eventId>${id}</eventId></p:e></l>`),
    ).toMatchObject([{ id }])
  })

  it('accepts a default namespace that holds no members', async () => {
    const events = `<l xmlns="u"><e xmlns=""><eventId>${id}</eventId></e><e/></l>`
    expect(await listedXmlEvents(events)).toMatchObject([{ id }, { id: undefined }])
  })

  it('takes an empty event for one without id', async () => {
    expect(await listedXmlEvents('<events><event/></events>')).toMatchObject([{ id: undefined, type: undefined }])
  })

  test.each([
    '',
    '<events/>',
    '<events>text</events>',
    '<events><event></events>',
    '<events><event>text</event></events>',
    `<events xmlns="u"><event><eventId>${id}</eventId></event></events>`,
    `<events><event xmlns="u"><eventId>${id}</eventId></event></events>`,
    '<events><event><eventId>x</eventId></event></events>',
    '<events><event><eventId/><eventType>T</eventType></event></events>',
    '<events><event><eventType>T</eventType><eventType>U</eventType></event></events>',
    '<events><event><data>x</data><Data><a/></Data></event></events>',
    '<a><b/></a><c><d/></c>',
    '\ufeff<events><event/></events>',
    '<e>'.repeat(70) + '</e>'.repeat(70),
  ])('is not %j', async (text) => {
    expect(await listedXmlEvents(text)).toBeUndefined()
  })

  it('lets others run while it is read', async () => {
    const text = `<events>${`<event><eventId>${id}</eventId><eventType>T</eventType><data><a>1</a></data></event>`.repeat(1000)}</events>`
    const { result, tasks } = await countTasks(() => listedXmlEvents(text, createTimeSlice(0)))
    expect(result).toHaveLength(1000)
    // Those of its reading alone are few.
    expect(tasks).toBeGreaterThan(900)
  })
  it('lets others run while it reads one long event', async () => {
    const data = `<a>${'<b>1</b><c x="1"/>'.repeat(5000)}</a><d>2024-03-01T09:30:15.500Z</d>`
    const text = `<events><event><eventId>${id}</eventId><eventType>T</eventType><data>${data}</data></event></events>`
    const { tasks: reading } = await countTasks(() => readXml(text, createTimeSlice(0)))
    const { result, tasks } = await countTasks(() => listedXmlEvents(text, createTimeSlice(0)))
    expect(JSON.parse(result![0]!.data as string)).toMatchObject({
      a: { b: { length: 5000 }, c: { length: 5000 } },
      d: '2024-03-01T09:30:15.5Z',
    })
    expect(tasks - reading).toBeGreaterThan(30)
  })
})
