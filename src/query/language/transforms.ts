// Derives the result from a state through the steps of transformBy and filterBy.

import type { QueryDefinition } from './definition.ts'
import type { Emissions } from './emission.ts'
import type { Guest } from './guest.ts'
import type { StateWriter } from './state-writer.ts'

/** @returns the text of the result; undefined where there is none. */
export type Transform = (state: unknown) => string | undefined

/** Runs inside the sandbox; refers to nothing outside itself. */
export function makeTransform(guest: Guest, { steps }: QueryDefinition, emissions: Emissions, writer: StateWriter): Transform {
  const { clock } = guest

  /** All steps are one entry; each gets the value of the one before (projection-language §12.1). */
  return function transform(state) {
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
    guest.check()
    return value === null || value === undefined ? undefined : writer.write(value)
  }
}
