// Takes events one after the other through their handlers with as few steps as possible, where nothing about them is special.

import type { Definition } from './definition.ts'
import type { Emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import type { Execution } from './execution.ts'
import type { Guest } from './guest.ts'
import type { LateTexts } from './late-texts.ts'
import type { Outcome } from './outcome.ts'
import type { Partitions, Slot } from './partitions.ts'
import type { Shape } from './shape-writers.ts'

/**
 * @param most how many.
 * @returns how many were handled: none where the next one is not as simple as that. Throws what an event is refused for; those before
 *   it are finished.
 */
type HandleSeries = (batch: EventBatch, from: number, most: number) => number

export interface Series {
  /** Events of the only partition that there is. */
  readonly handleMany: HandleSeries
  /** Events that each belong to another partition than the one before. */
  readonly handleApart: HandleSeries
  /** Must be called before anybody looks at what is finished, or at the texts of partitions. */
  readonly settle: () => void
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function handleSeries(
  guest: Guest,
  definition: Definition,
  emissions: Emissions,
  partitions: Partitions,
  late: LateTexts,
  outcome: Outcome,
  { live, isSimple, initial, callHandler, storeState, checkPermission }: Execution,
): Series {
  const { clock } = guest
  const { changeText, root } = partitions
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

  /** Only states that are new or still alive and keep their shape. Calls are what costs most, so those of the common case stand here as they are. */
  function handleApart(batch: EventBatch, from: number, most: number): number {
    const shape = late.madeShape
    if (!isSimple || shape === undefined || batch.hasDeletions || emissions.held.length > 0) return 0
    const { first, handlers, makers, type } = batch
    const slots = batch.slots!
    const { init } = definition
    let last = live.slot
    if (slots[from] === last) return 0
    if (late.owner !== undefined) late.end()
    /** The state of the last event, where it was left as it is. */
    let left: object | undefined
    firstOfMany = first + from
    for (let index = from; done < most && !clock.stop; index += 1) {
      const slot = slots[index]
      const place = typeof type === 'number' ? type : type[index]!
      const handler = handlers[place]
      if (slot === undefined || slot === last || slot === root || handler === undefined) break
      const { alive } = slot
      if (alive === undefined && slot.state !== '') break
      emissions.event = first + index
      emissions.count = 0
      const own = alive ?? (initial(init) as object)
      const make = makers[place]
      const event = make === undefined ? undefined : make(batch, index)
      clock.entries += 1
      const returned = handler(own, event)
      clock.entries += 1
      if (guest.refusal !== undefined) guest.check()
      const text = returned === own || returned === undefined ? shape.plainText(own) : undefined
      last = slot
      if (text === undefined) {
        left = undefined
        enter(slot, own, shape)
        if (returned !== undefined) live.state = returned
        storeState(slot, false, false)
      } else {
        left = own
        if (alive === undefined && slot.mayLive) slot.alive = own
        if (emissions.count > 0) checkPermission()
        changeText(slot, text, first + index)
      }
      done += 1
    }
    if (left !== undefined) enter(last!, left, shape)
    return finishMany()
  }

  function enter(slot: Slot, state: object, shape: Shape): void {
    live.slot = slot
    live.state = state
    late.own = state
    late.ownShape = shape
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

  return { handleMany, handleApart, settle }
}
