// The partitions a query has met: their texts, which of them are missing, and which the current batch changed.

import type { Primordials } from './primordials.ts'

export interface Slot {
  readonly name: string
  /** Exact text; empty: no state. */
  state: string
  result: string | undefined
  /** Whether nobody ever had texts of it before this run; certain when a run begins. */
  isNew: boolean
  /** Number of the read in which it was met first, -1 before (projection-language §8.8). */
  read: number
  /** Number of the event that changed it last, as long as that was not reported; else -1. */
  changedBy: number
  /** The state itself, where reading its text would make one like it. */
  alive: object | undefined
  /** Whether it may stay alive while other partitions have their turn. */
  readonly mayLive: boolean
  /** Whether the state text was not written here, so that its depth must be checked. */
  isStored: boolean
  /** Whether its catalogue entry is written or not needed. */
  listed: boolean
}

export type Partitions = ReturnType<typeof keepPartitions>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function keepPartitions(p: Primordials, needsRoot: boolean) {
  /** An object takes names in half the time that a map needs. */
  const slots = { __proto__: null } as unknown as Record<string, Slot | undefined>
  const asked = p.list<Slot>()
  const changed = p.list<Slot>()
  const counts = { __proto__: null, all: 0, asked: 0, changed: 0 } as unknown as { all: number; asked: number; changed: number }
  const mostAlive = 100_000

  function slotOf(name: string): Slot {
    const known = slots[name]
    if (known !== undefined) return known
    const slot = {
      __proto__: null,
      name,
      state: '',
      result: undefined,
      isNew: true,
      read: -1,
      changedBy: -1,
      alive: undefined,
      mayLive: counts.all < mostAlive,
      isStored: false,
      listed: false,
    } as unknown as Slot
    slots[name] = slot
    counts.all += 1
    asked[counts.asked] = slot
    counts.asked += 1
    return slot
  }

  /** The root partition; where only an empty key could lead to it, nobody is asked for its texts. */
  const root = slotOf('')
  root.read = 0
  root.isNew = needsRoot
  if (!needsRoot) counts.asked = 0

  /** Takes the texts of the partitions that were asked for: name, state and result by turns. */
  function supply(texts: readonly (string | null)[]): void {
    for (let i = 0; i < texts.length; i += 3) {
      const slot = slotOf(texts[i] as string)
      slot.state = texts[i + 1] as string
      slot.result = texts[i + 2] ?? undefined
      slot.isStored = true
      slot.isNew = false
      slot.listed = true
    }
    counts.asked = 0
  }

  /** @returns the names asked for since the last supply. */
  function missing(): string[] {
    const names = p.list<string>()
    for (let i = 0; i < counts.asked; i += 1) names[i] = asked[i]!.name
    return names
  }

  /** Whether nothing was ever told of it: a partition is reported although its state is no state. */
  const isFirst = (slot: Slot): boolean => slot.isNew && slot.changedBy < 0

  /**
   * Takes the text that an event has left, which is the result as well.
   *
   * @returns whether it is another than before.
   */
  function changeText(slot: Slot, text: string, event: number): boolean {
    const isNews = text !== slot.state
    if (isNews) {
      slot.state = text
      slot.result = text
    } else if (!isFirst(slot)) return false
    touch(slot, event)
    return isNews
  }

  function change(slot: Slot, state: string, result: string | undefined, event: number): void {
    slot.state = state
    slot.result = result
    touch(slot, event)
  }

  /** The texts follow before the report. */
  function touch(slot: Slot, event: number): void {
    if (slot.changedBy < 0) {
      slot.isStored = false
      changed[counts.changed] = slot
      counts.changed += 1
    }
    slot.changedBy = event
  }

  /**
   * Reports each change once: the names; and by turns the event, 1 if the partition is new, the length of the state, and that of the result,
   * where -1 stands for none and -2 for the state.
   *
   * @param texts gets the texts.
   */
  function report(base: number, texts: string[]): { readonly names: string[]; readonly numbers: number[] } {
    const names = p.list<string>()
    const numbers = p.list<number>()
    for (let i = 0; i < counts.changed; i += 1) {
      const slot = changed[i]!
      const { changedBy, isNew, name, result, state } = slot
      const at = i * 4
      names[i] = name
      numbers[at] = changedBy - base
      numbers[at + 1] = isNew ? 1 : 0
      numbers[at + 2] = state.length
      numbers[at + 3] = result === undefined ? -1 : result === state ? -2 : result.length
      texts[texts.length] = state
      if (result !== undefined && result !== state) texts[texts.length] = result
      slot.isNew = false
      slot.changedBy = -1
    }
    counts.changed = 0
    return { names, numbers }
  }

  return { root, slotOf, supply, missing, isFirst, change, changeText, touch, report }
}
