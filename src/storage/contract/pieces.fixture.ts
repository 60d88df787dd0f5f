// Counts the tasks of others that run while a storage works, by a clock of the test.

import { vi } from 'vitest'
import { realTime } from '../../base/time/real-time.ts'
import { nextTask } from '../../base/time/time-slice.ts'

/** A clock on which each look takes so many milliseconds. */
export function useClock(step: number): void {
  let now = 0
  vi.spyOn(realTime, 'now').mockImplementation(() => (now += step))
}

/** @returns how many tasks of others ran before the work settled. */
export async function tasksDuring(work: () => Promise<unknown>): Promise<number> {
  let [tasks, isOver] = [0, false]
  const counting = (async () => {
    for (; !isOver; tasks++) await nextTask()
  })()
  try {
    await work()
  } finally {
    isOver = true
  }
  await counting
  return tasks
}
