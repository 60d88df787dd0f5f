import { expect, it } from 'vitest'
import { atOnce, inSlices } from '../../../base/time/steps.ts'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { dataValue, eventDocument, prettyObject, printed } from './event-data.ts'
import { dataXml, eventXml } from './event-xml.ts'

const event = (data: string, metadata = '{"by": "ann"}') => ({
  stream: 's',
  number: 1,
  type: 'T',
  id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21',
  data,
  metadata,
  isJson: true,
  created: 0,
  position: 1,
})

const content = `{${Array.from({ length: 20_000 }, (_, n) => `"n${n}": [${n}.50, "x"]`).join()}}`
const long = event(content)

it.each([
  ['the data', 30, () => dataValue(long.data, true)],
  ['the event', 30, () => eventDocument(long)],
  ['pretty data', 60, () => prettyObject(content)],
  ['the data in XML', 60, () => dataXml(long)],
  ['the event in XML', 60, () => eventXml(long)],
] as const)('lets others run while it converts %s of a long event', async (_, least, work) => {
  const sliced = await countTasks<unknown>(() => inSlices<unknown>(work(), createTimeSlice(0)))
  expect(sliced.tasks).toBeGreaterThan(least)
  expect(sliced.result).toEqual(atOnce<unknown>(work()))
})

it('prints a long document as a short one', () => {
  const document = atOnce(eventDocument(long))
  expect(atOnce(printed(document, content.length))).toBe(atOnce(printed(document, 0)))
})
