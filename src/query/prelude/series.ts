// Takes the events of the only partition through their handlers in one loop, where nothing about them is special.

import type { Emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import type { Execution } from './execution.ts'
import type { Guest } from './guest.ts'
import type { LateTexts } from './late-texts.ts'
import type { Outcome } from './outcome.ts'
import type { Partitions } from './partitions.ts'

/**
 * @param most how many.
 * @returns how many were handled: none where the next one is not as simple as that. Throws what an event is refused for; those before
 *   it are finished.
 */
type HandleSeries = (batch: EventBatch, from: number, most: number) => number

export interface Series {
  /** Events of the only partition that there is. */
  readonly handleMany: HandleSeries
  /** Must be called before anybody looks at what is finished, or at the texts of partitions. */
  readonly settle: () => void
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function handleSeries(
  guest: Guest,
  emissions: Emissions,
  { root }: Partitions,
  late: LateTexts,
  outcome: Outcome,
  { live, isSimple, callHandler, storeState }: Execution,
): Series {
  const { clock } = guest
  let firstOfMany = 0
  let done = 0

  function handleMany(batch: EventBatch, from: number, most: number): number {
    if (!isSimple || live.slot !== root || emissions.held.length > 0) return 0
    const { first, handlers, makers, type } = batch
    firstOfMany = first + from
    for (let index = from; done < most && !clock.stop; index += 1) {
      const place = typeof type === 'number' ? type : type[index]!
      const handler = handlers[place]
      if (handler === undefined) break
      emissions.event = first + index
      emissions.count = 0
      callHandler(handler, makers[place], batch, index)
      storeState(root, false, true)
      done += 1
    }
    return finishMany()
  }

  /** Also called after an interruption, which nothing in here could catch. */
  function finishMany(): number {
    const finished = done
    if (done > 0) outcome.finishMany(firstOfMany, done)
    done = 0
    return finished
  }

  function settle(): void {
    finishMany()
    late.settle()
  }

  return { handleMany, settle }
}
