// Lets one runner work at a time, in an order that does not depend on time, so that a run is repeatable (decision 23).

import { yieldToOthers } from '../time-slice.ts'

export type Relay = ReturnType<typeof createRelay>

/** Turns go round by name among the waiting runners. */
export function createRelay() {
  const waiting = new Map<string, (end: () => void) => void>()
  let isTaken = false
  let last = ''

  async function pass(): Promise<void> {
    isTaken = true
    // Runners that the last turn woke queue in this task: their order must not matter.
    await yieldToOthers()
    const names = [...waiting.keys()].toSorted()
    const next = names.find((name) => name > last) ?? names[0]
    if (next === undefined) {
      isTaken = false
      return
    }
    last = next
    const begin = waiting.get(next)!
    waiting.delete(next)
    begin(() => void pass())
  }

  return {
    /** Resolves when it is this projection's turn, with a function that ends the turn. */
    take: (projection: string): Promise<() => void> =>
      new Promise((resolve) => {
        waiting.set(projection, resolve)
        if (!isTaken) void pass()
      }),
  }
}
