// Derives the result from a state through the steps of transformBy and filterBy.

import { definition } from './definition.ts'
import { emissions } from './emission.ts'
import { check, clock } from './guest.ts'
import { writeValue } from './state-writer.ts'

/**
 * All steps are one entry; each gets the value of the one before (projection-language §12.1).
 *
 * @returns the text of the result; undefined where there is none.
 */
export function transform(state: unknown): string | undefined {
  const { steps } = definition
  let value = state
  emissions.late = true
  clock.entries += 1
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i]!
    const { call } = step
    const returned = call(value)
    if (!step.keeps) value = returned
    else if (returned !== true) value = undefined
    if (value === null || value === undefined) break
  }
  clock.entries += 1
  emissions.late = false
  check()
  return value === null || value === undefined ? undefined : writeValue(value)
}
