// Runs work that is written as a generator in slices: it stops where it yields, at any depth of its own calls.

import type { TimeSlice } from './time-slice.ts'

/** Work that lets others run where it yields. */
export type Steps<T> = Generator<undefined, T, undefined>

export async function inSlices<T>(work: Steps<T>, slice: TimeSlice): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await slice.end()
  }
}

/** Runs work in one go, which is known to be short. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Steps between two looks at the clock. */
const stride = 500
let count = 0

/** Counts a step. @returns whether the work should yield. */
export function pause(): boolean {
  count = (count + 1) % stride
  return count === 0
}
