import { expect, test } from 'vitest'
import { withinLimit } from './limit.ts'

const pass = (milliseconds: number): Promise<string> => new Promise((resolve) => setTimeout(() => resolve('done'), milliseconds))

test('work that does not end is late', async () => {
  expect(await withinLimit(20, new Promise(() => undefined))).toBe('late')
})

test('a thread that others keep busy takes no time from the work', async () => {
  // Half a second of steps, each of which needs a turn of the thread between long tasks of others.
  const steps = async (): Promise<string> => {
    for (let step = 0; step < 5; step++) {
      await pass(1)
      const until = performance.now() + 100
      while (performance.now() < until);
    }
    return 'done'
  }
  expect(await withinLimit(300, steps())).toBe('done')
})
