import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countTasks } from '../time/tasks.fixture.ts'
import { createTimeSlice } from '../time/time-slice.ts'
import { readJson, readJsonInSlices } from './read.ts'
import { writeJsonInSlices } from './write-in-slices.ts'
import { writeJson } from './write.ts'

const valueOf = (text: string) => {
  const read = readJson(text)
  if (read.kind !== 'value') throw new Error(text)
  return read.value
}

it('prints what writeJson prints', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      const value = valueOf(text)
      expect(await writeJsonInSlices(value, createTimeSlice())).toBe(writeJson(value))
    }),
  )
})

it('lets others run while it reads and prints, and spells strings anew', async () => {
  const text = `[${Array.from({ length: 5000 }, (_, n) => `{"${n}": "é ${n}", "a": [${n}, 1.0, undefined, null]}`).join(', ')}]`
  const read = await countTasks(async () => await readJsonInSlices(text, createTimeSlice(0)))
  expect(read.result).toEqual({ kind: 'value', value: valueOf(text) })
  expect(read.tasks).toBeGreaterThan(30)
  const long = JSON.stringify('x'.repeat(4_000_000))
  expect((await countTasks(async () => await readJsonInSlices(long, createTimeSlice(0)))).tasks).toBeGreaterThan(10)
  const written = await countTasks(() => writeJsonInSlices(valueOf(text), createTimeSlice(0), { string: (each) => `${each}!` }))
  expect(written.result).toBe(writeJson(valueOf(text)).replaceAll(/"(é \d+)"/g, '"$1!"'))
  expect(written.tasks).toBeGreaterThan(30)
})

it('prints a long string in parts, pairs and escapes at their ends included', async () => {
  for (const text of ['x', '😀', 'é\u2028', '"\\', 'ab😀']) {
    const long = text.repeat(600_000)
    for (const value of [long, [long, new Map([['name', text.repeat(300_000)]])]]) {
      const { result, tasks } = await countTasks(() => writeJsonInSlices(value, createTimeSlice(0)))
      expect(result).toBe(writeJson(value))
      expect(tasks).toBeGreaterThan(2)
    }
  }
})
