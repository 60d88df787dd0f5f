import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('calls during a run lead to one more run', async () => {
  const finish: (() => void)[] = []
  const run = singleFlight(() => new Promise((resolve) => finish.push(resolve)))
  const calls = [run(), run(), run()]
  expect(finish).toHaveLength(1)
  finish[0]!()
  await expect.poll(() => finish.length).toBe(2)
  finish[1]!()
  await Promise.all(calls)
  expect(finish).toHaveLength(2)
})

test('a call right after a run, and one after a failure, run the task again', async () => {
  let count = 0
  const run = singleFlight(async () => {
    count += 1
    await Promise.resolve()
    if (count === 3) throw new Error('failed')
  })
  await run().then(run)
  expect(count).toBe(2)
  await expect(run()).rejects.toThrow('failed')
  await run()
  expect(count).toBe(4)
})
