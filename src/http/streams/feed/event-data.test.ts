import { expect, it } from 'vitest'
import { writeJsonInSlices } from '../../../base/json/write-in-slices.ts'
import { writeJson } from '../../../base/json/write.ts'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { eventDocument, eventDocumentInSlices } from './event-data.ts'

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

it('reads and prints a long event as a short one, and lets others run', async () => {
  const long = event(`{${Array.from({ length: 20_000 }, (_, n) => `"n${n}": [${n}.50, "x"]`).join()}}`)
  const read = await countTasks(() => eventDocumentInSlices(long, createTimeSlice(0)))
  expect(read.tasks).toBeGreaterThan(100)
  const printed = await countTasks(() => writeJsonInSlices(read.result, createTimeSlice(0)))
  expect(printed.tasks).toBeGreaterThan(50)
  expect(printed.result).toBe(writeJson(eventDocument(long)))
})

it.each(['', 'no JSON', 'null', '5', '[]'])('reads %j alike in both ways', async (data) => {
  const given = event(data)
  expect(await eventDocumentInSlices(given, createTimeSlice())).toEqual(eventDocument(given))
})
