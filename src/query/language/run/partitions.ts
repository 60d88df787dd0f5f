// The partitions that a query has used: their texts, those that are missing, and those that the run changed.

import { dictionary, list, setPrototypeOf } from '../primordials.ts'

export interface Slot {
  readonly name: string
  /** Exact text; empty without a state. */
  state: string
  result: string | undefined
  /** Whether it had no texts before this run; certain once a run begins. */
  isNew: boolean
  /** Number of the read in which it first appeared, -1 before (projection-language §8.8). */
  read: number
  /** Number of the event that changed it last, until that is reported; otherwise -1. */
  changedBy: number
  /** Whether its texts differ from those reported last, or did in between. */
  isAltered: boolean
  /** Whether the state text was not written here, so that its depth must be checked. */
  isStored: boolean
  /** Whether its catalogue entry is written or not needed. */
  listed: boolean
}

const slots = dictionary<Slot>()
const asked = list<Slot>()
const changed = list<Slot>()

export function slotOf(name: string): Slot {
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
    isAltered: false,
    isStored: false,
    listed: false,
  } as unknown as Slot
  slots[name] = slot
  asked[asked.length] = slot
  return slot
}

/** The root partition. */
export const root = slotOf('')

/** @param needsRoot whether the host must supply its texts: not where only an empty key could lead to it. */
export function startPartitions(needsRoot: boolean): void {
  root.read = 0
  root.isNew = needsRoot
  if (!needsRoot) asked.length = 0
}

/** Takes the requested texts of partitions: a flat list of name, state (null if it waits for its catalogue entry without one) and result. */
export function supply(texts: readonly (string | null)[]): void {
  for (let i = 0; i < texts.length; i += 3) {
    const slot = slotOf(texts[i] as string)
    slot.state = texts[i + 1] ?? ''
    slot.result = texts[i + 2] ?? undefined
    slot.isStored = true
    slot.isNew = false
    slot.listed = texts[i + 1] !== null
  }
  asked.length = 0
}

/** @returns the names requested since the last supply. */
export function missing(): string[] {
  const names = list<string>()
  for (let i = 0; i < asked.length; i += 1) names[i] = asked[i]!.name
  return names
}

/** Whether the partition was never reported: its first report comes even without a state. */
export const isFirst = (slot: Slot): boolean => slot.isNew && slot.changedBy < 0

/** Gives the partition its texts, also where they are those of before: then the event counts as its last change only if there was none. */
export function change(slot: Slot, state: string, result: string | undefined, event: number): void {
  const isNews = state !== slot.state || result !== slot.result
  slot.state = state
  slot.result = result
  if (isNews) touch(slot, event)
  else if (!slot.isAltered) note(slot, event)
}

/** Notes that the event changed the partition, whose texts follow. */
export function touch(slot: Slot, event: number): void {
  slot.isAltered = true
  note(slot, event)
}

function note(slot: Slot, event: number): void {
  if (slot.changedBy < 0) {
    slot.isStored = false
    changed[changed.length] = slot
  }
  slot.changedBy = event
}

/** A partition that a run changed, as a list: an object costs the engine twice as much. */
export type ReportedPartition = readonly [
  name: string,
  state: string,
  /** True where it is the state, null if there is none. */
  result: string | true | null,
  /** The one that changed it last. */
  event: number,
  /** Whether it has no state, and waits for its catalogue entry. */
  isUnlisted: boolean,
  /** Whether it has no state, and had none before or in between. */
  isUnaltered: boolean,
]

/** Reports each changed partition once. @param base number of the event from which events count. */
export function reportPartitions(base: number): ReportedPartition[] {
  const report = list<ReportedPartition>()
  for (let i = 0; i < changed.length; i += 1) {
    const slot = changed[i]!
    const { changedBy, isAltered, listed, name, state } = slot
    const result = slot.result === state ? true : (slot.result ?? null)
    const partition: ReportedPartition = [name, state, result, changedBy - base, state === '' && !listed, !isAltered]
    setPrototypeOf(partition, null)
    report[i] = partition
    slot.isNew = false
    slot.changedBy = -1
    slot.isAltered = false
  }
  changed.length = 0
  return report
}
