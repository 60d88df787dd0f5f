// Postpones writing the text of a state that event after event changes, until the text is needed.

import type { Handler, QueryDefinition } from './definition.ts'
import type { Slot } from './partitions.ts'
import type { Shape } from './shape-writers.ts'
import type { QueryTools } from './tools.ts'

export interface LateTexts {
  /** The partition whose last state was taken instead of written. */
  owner: Slot | undefined
  /** Whether the text of its state is that of an earlier event. */
  isStale: boolean
  /** A state that only handlers hold which read and set its existing members: it keeps its shape. */
  own: object | undefined
  /** The shape of `own`. */
  ownShape: Shape | undefined
  /** The shape of all states from `$init`, where they qualify as `own`, and functions exist for them. */
  madeShape: Shape | undefined
  /**
   * Takes the state after an event, so that it need not be written. Only for queries whose results are their states, in the partition
   * of the event before.
   *
   * @returns false where the state must be written.
   */
  store(slot: Slot, state: object, event: number): boolean
  /** Writes the text of a stale state. */
  settle(): void
  /** Settles, and releases the partition: another state follows, or one that is written. */
  end(): void
  /** Notes a state from `$init` while the shape of such states is unknown. */
  made(state: unknown): void
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function writeLate({ p, guest, definition, writer, partitions, settings }: QueryTools): LateTexts {
  const uses = settings.stateUses
  const { getPrototypeOf, hasOwn, isArray, list, objectPrototype, ownKeys } = p
  const { isFirst } = partitions
  const { shapes } = writer
  /** After this many states in a row that could not be taken, taking stops. Shape functions only exist after some states were written. */
  const mostFailures = 100
  let failures = 0
  let shape: Shape | undefined
  /** The members of every state from `$init`, where handlers use no others; undefined before the first state. */
  let madeNames: readonly PropertyKey[] | undefined
  let isMadeOwn = true

  const late: LateTexts = {
    __proto__: null,
    owner: undefined,
    isStale: false,
    own: undefined,
    ownShape: undefined,
    madeShape: undefined,
    store,
    settle,
    end,
    made,
  } as LateTexts
  const usedNames = namesUsed(definition)

  function store(slot: Slot, state: object, event: number): boolean {
    if (state === late.own) {
      const taken = late.ownShape!.take(state)
      if (taken > 0) return keep(slot, late.ownShape!, taken, event)
    }
    late.own = undefined
    const found = failures === mostFailures || writer.mayHideMembers ? undefined : takerOf(state)
    if (found === undefined) return false
    const taken = found.take(state)
    failures = taken === 0 ? failures + 1 : 0
    if (taken === 0) return false
    if (usedNames !== undefined && hasNames(state, usedNames)) {
      late.own = state
      late.ownShape = found
    }
    return keep(slot, found, taken, event)
  }

  function keep(slot: Slot, taker: Shape, taken: number, event: number): true {
    if (late.owner === slot && taker === shape) note(slot, taken, event)
    else begin(slot, taker, event)
    return true
  }

  function takerOf(state: object): Shape | undefined {
    // The state may be the event object, which must list its members as for writing.
    guest.writing = true
    const names = !isArray(state) && getPrototypeOf(state) === objectPrototype ? ownKeys(state) : undefined
    guest.writing = false
    const found = names === undefined ? undefined : shapeWith(names)
    if (found === undefined) failures += 1
    return found
  }

  function note(slot: Slot, taken: number, event: number): void {
    if (taken === 2) late.isStale = true
    if (taken === 2 || isFirst(slot)) partitions.touch(slot, event)
  }

  /** Compares the first taken state with the one before, which is possible only by its text. */
  function begin(slot: Slot, taker: Shape, event: number): void {
    if (late.isStale) settle()
    late.owner = slot
    shape = taker
    partitions.changeText(slot, taker.takenText(), event)
  }

  function settle(): void {
    if (!late.isStale) return
    late.isStale = false
    const slot = late.owner!
    slot.state = shape!.takenText()
    slot.result = slot.state
  }

  function end(): void {
    settle()
    late.owner = undefined
    late.own = undefined
  }

  function made(state: unknown): void {
    if (usedNames === undefined || !isMadeOwn) return
    if (madeNames === undefined) {
      isMadeOwn = typeof state === 'object' && state !== null && hasNames(state, usedNames)
      if (isMadeOwn) madeNames = ownKeys(state as object)
    }
    if (isMadeOwn) late.madeShape = shapeWith(madeNames!)
  }

  function shapeWith(names: readonly PropertyKey[]): Shape | undefined {
    const found = shapes[names[0]!]
    return found !== undefined && found.fits(names) ? found : undefined
  }

  // ---- the functions that get hold of a state

  function hasNames(state: object, names: readonly string[]): boolean {
    for (let i = 0; i < names.length; i += 1) if (!hasOwn(state, names[i]!)) return false
    return true
  }

  /** @returns undefined where one of the functions may use a state in other ways, or `$init` may have kept it. */
  function namesUsed({ any, created, deleted, handlers, init, sources }: QueryDefinition): readonly string[] | undefined {
    if (created.length > 0 || deleted !== undefined) return undefined
    if (init !== undefined && useOf(init) !== null) return undefined
    const names = list<string>()
    for (let i = 0; i < sources.events.length; i += 1) if (!addNames(names, handlers.get(sources.events[i]!))) return undefined
    return addNames(names, any) ? names : undefined
  }

  function addNames(names: string[], handler: Handler | undefined): boolean {
    const used = handler === undefined ? list<string>() : useOf(handler)
    if (used === undefined || used === null) return false
    for (let i = 0; i < used.length; i += 1) names[names.length] = used[i]!
    return true
  }

  function useOf(handler: Handler): readonly string[] | null | undefined {
    const text = p.functionText(handler)
    for (let i = 0; i < uses.length; i += 1) if (uses[i]!.text === text) return uses[i]!.names
    return undefined
  }

  return late
}
