// Lets one runner work at a time, in an order that does not depend on time, so that a run is repeatable (decision 23).

import { yieldToOthers } from '../../../base/time/time-slice.ts'

export type Relay = ReturnType<typeof createRelay>

interface Waiting {
  readonly projection: string
  readonly begin: (end: () => void) => void
}

/** Turns go round by name among the waiting runners; a stopped one and its successor have the same name. */
export function createRelay() {
  const waiting = new Set<Waiting>()
  let isTaken = false
  let last = ''

  async function pass(): Promise<void> {
    isTaken = true
    // Runners that the last turn woke queue in this task: their order must not matter.
    await yieldToOthers()
    const inOrder = [...waiting].toSorted(byProjection)
    const next = inOrder.find(({ projection }) => projection > last) ?? inOrder[0]
    if (!next) {
      isTaken = false
      return
    }
    last = next.projection
    waiting.delete(next)
    next.begin(() => void pass())
  }

  return {
    /** Resolves when it is this projection's turn, with a function that ends the turn. */
    take: (projection: string): Promise<() => void> =>
      new Promise((resolve) => {
        waiting.add({ projection, begin: resolve })
        if (!isTaken) void pass()
      }),
  }
}

const byProjection = (one: Waiting, other: Waiting): number =>
  one.projection < other.projection ? -1 : one.projection > other.projection ? 1 : 0
