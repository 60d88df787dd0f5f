// Extracts from a batch of bodies the values that a query reads, with the platform's fast parser instead of the engine's slow one.

import { Dictionary } from './dictionary.ts'
import type { BodyRead } from './body-reads.ts'
import type { BodyNeeds } from './needs.ts'
import { partitionKey } from './partition-keys.ts'
import type { BodyColumns, BodyGroup } from './guest/body-columns.ts'
import type { QueryEvent } from '../query.ts'

/** Below this, parsing costs too little to pay for generated functions. */
const fewBodies = 16
/** Bodies with longer arrays stay whole. */
const mostItems = 1000
/** Columns longer than this fraction of the bodies save nothing. */
const worthwhile = 0.6
/** After this many batches that saved nothing, pruning stops. */
const mostFailures = 3

/**
 * Texts that the engine's parser reads otherwise than the platform's, or the reference's otherwise than both: member names with
 * escapes, and line separators.
 */
const suspicious = /[\u2028\u2029]|\\(?:u00[01]|[bfnr])[^"]*"\s*:/

/** The replacement for the bodies of a batch. */
export interface Pruned {
  /** `BodyColumns` as JSON. */
  readonly json: string
  /** The partition of each event, null where the query must decide; undefined where it always decides. */
  readonly keys: Dictionary | undefined
}

/** @returns undefined where the bodies must stay whole. */
export type PruneBodies = (events: readonly QueryEvent[]) => Pruned | undefined

/** @param needs the needs of the query that gets the batches. */
export function createBodyPruner(needs: BodyNeeds): PruneBodies {
  let failures = 0
  return (events) => {
    if (failures >= mostFailures || events.length < fewBodies) return undefined
    const bodies = new PrunedBodies(needs)
    for (const event of events) bodies.add(event)
    const pruned = bodies.pruned()
    if (pruned !== undefined && lengthOf(pruned) < bodies.length * worthwhile) return pruned
    failures += 1
    return undefined
  }
}

const lengthOf = ({ json, keys }: Pruned): number => (keys?.values ?? []).reduce((sum, key) => sum + (key?.length ?? 0), json.length)

class PrunedBodies {
  readonly needs: BodyNeeds
  /** Of all bodies, in UTF-16 units. */
  length = 0
  readonly #groups = new Map<string | null, Group | undefined>()
  readonly #at: number[] = []
  /** Unusual bodies as texts: they may not survive parsing and writing. */
  readonly #others: string[] = []
  readonly #keys: Dictionary | undefined
  #count = 0
  /** Whether some body must stay whole; then all do. */
  #isGivenUp = false

  constructor(needs: BodyNeeds) {
    this.needs = needs
    this.#keys = needs.path && new Dictionary()
  }

  add({ type, isJson, data, body: parsed }: QueryEvent): void {
    const index = this.#count
    this.#count += 1
    if (this.#isGivenUp) return
    if (!isJson || data === null) {
      this.#isGivenUp = true
      return
    }
    this.length += data.length
    const group = this.#groupOf(type)
    if (!group) {
      this.#keys?.set(index, null)
      return
    }
    const body = readable(data, parsed)
    if (this.#hasKey(body, index) && group.take(body, index)) return
    if (body === undefined) this.#isGivenUp = true
    this.#at.push(index)
    this.#others.push(data)
  }

  /** @returns whether the partition is known without asking the query, which then need not see the whole body. */
  #hasKey(body: unknown, index: number): boolean {
    if (!this.#keys) return true
    const key = partitionKey(body, this.needs.path!)
    this.#keys.set(index, key ?? null)
    return key !== undefined
  }

  #groupOf(type: string | null): Group | undefined {
    const known = this.#groups.get(type)
    if (known || this.#groups.has(type)) return known
    const read = this.needs.types.has(type) ? this.needs.types.get(type) : this.needs.others
    const group = read && createGroup(read)
    this.#groups.set(type, group)
    return group
  }

  pruned(): Pruned | undefined {
    if (this.#isGivenUp) return undefined
    const groups = [...this.#groups.values()].flatMap((group) => group?.columns(this.#count) ?? [])
    const columns: Omit<BodyColumns, 'others'> = { groups, at: this.#at }
    return { json: `${JSON.stringify(columns).slice(0, -1)},"others":[${this.#others.join(',')}]}`, keys: this.#keys }
  }
}

/** @returns the parsed text; undefined where the engine's parser or the reference's reads it differently, or not at all. */
function readable(text: string, parsed: unknown): unknown {
  if (suspicious.test(text) || !text.isWellFormed()) return undefined
  if (parsed !== undefined) return parsed
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// ---- groups of bodies with the same reads

interface Group {
  /** @returns false for an unusual body, which the group leaves out. */
  take(body: unknown, index: number): boolean
  /**
   * @param total the number of bodies in the batch.
   * @returns nothing where the query reads nothing of these bodies.
   */
  columns(total: number): BodyGroup[]
}

/** A part of the bodies, with the values taken from it. */
interface Part {
  fits(value: unknown): boolean
  put(value: unknown): void
}

function createGroup(read: BodyRead): Group {
  const columns: unknown[][] = []
  const longest = { items: 0 }
  const part = createPart(read, columns, longest)
  const at: number[] = []
  return {
    take(body, index) {
      if (!part.fits(body)) return false
      part.put(body)
      at.push(index)
      return true
    },
    columns: (total) =>
      at.length === 0 || columns.length === 0
        ? []
        : [{ read: JSON.stringify(read), at: at.length === total ? null : at, count: at.length, columns, mostItems: longest.items }],
  }
}

function createPart(read: BodyRead, columns: unknown[][], longest: { items: number }): Part {
  if (read === true) return createLeaf(columns)
  return 'items' in read ? createItems(read.items, columns, longest) : createMembers(read.members, columns, longest)
}

function createLeaf(columns: unknown[][]): Part {
  const values: unknown[] = []
  columns.push(values)
  return { fits: survives, put: (value) => void values.push(value) }
}

function createMembers(members: Readonly<Record<string, BodyRead>>, columns: unknown[][], longest: { items: number }): Part {
  const names = Object.keys(members)
  const parts = names.map((name) => createPart(members[name]!, columns, longest))
  return {
    fits(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
      for (let i = 0; i < names.length; i += 1) {
        if (!parts[i]!.fits((value as Record<string, unknown>)[names[i]!])) return false
      }
      return true
    },
    put(value) {
      for (let i = 0; i < names.length; i += 1) parts[i]!.put((value as Record<string, unknown>)[names[i]!])
    },
  }
}

function createItems(read: BodyRead, columns: unknown[][], longest: { items: number }): Part {
  const counts: number[] = []
  columns.push(counts)
  const item = createPart(read, columns, longest)
  return {
    fits: (value) => Array.isArray(value) && value.length <= mostItems && value.every((one) => item.fits(one)),
    put(value) {
      const items = value as readonly unknown[]
      counts.push(items.length)
      longest.items = Math.max(longest.items, items.length)
      for (const one of items) item.put(one)
    },
  }
}

const index = /^(?:0|[1-9]\d*)$/

/** Whether writing and parsing preserve the value, with its members in their written order. */
function survives(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'object':
      return value === null || (Array.isArray(value) ? value.every(survives) : membersSurvive(value))
    default:
      return typeof value === 'string' || typeof value === 'boolean'
  }
}

/** Members with index-like names have lost their place: the platform lists them first. */
function membersSurvive(value: object): boolean {
  const names = Object.keys(value)
  return !index.test(names[0] ?? '') && names.every((name) => survives((value as Record<string, unknown>)[name]))
}
