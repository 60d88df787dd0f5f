// Lets one runner work at a time, in an order that does not depend on time: so that a run can be repeated (decision 23).

import { yieldToOthers } from '../time-slice.ts'

export interface Relay {
  /** Resolves when it is this projection's turn, with a function that ends the turn. */
  take(projection: string): Promise<() => void>
}

/** Turns go round by name among those that wait. */
export function createRelay(): Relay {
  const waiting = new Map<string, (end: () => void) => void>()
  let isTaken = false
  let last = ''

  async function pass(): Promise<void> {
    isTaken = true
    // Those whom the last turn woke up come to wait in this task still: who is first must not hang on that.
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
    take: (projection) =>
      new Promise((resolve) => {
        waiting.set(projection, resolve)
        if (!isTaken) void pass()
      }),
  }
}
