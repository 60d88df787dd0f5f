// Extracts from a batch of bodies the values that a query reads, with the platform's fast parser instead of the engine's slow one.

import { Dictionary } from './dictionary.ts'
import type { BodyRead } from './body-reads.ts'
import type { BodyNeeds } from './needs.ts'
import type { IndexOf } from '../language/refused-names.ts'
import { hasRefusedName } from '../language/refused-names.ts'
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

/** Texts with these the engine's parser reads otherwise than the platform's. */
const separators = /[\u2028\u2029]/

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
    const pruned = prune(events, needs)
    if (pruned === undefined) failures += 1
    return pruned
  }
}

/** @returns undefined where some body must stay whole, as then all do, or where that saves nothing. */
function prune(events: readonly QueryEvent[], { path, types, others: ofOthers }: BodyNeeds): Pruned | undefined {
  const groups = new Map<string | null, Group | undefined>()
  const keys = path && new Dictionary()
  const at: number[] = []
  /** Unusual bodies as texts: they may not survive parsing and writing. */
  const others: string[] = []
  let length = 0
  for (let index = 0; index < events.length; index += 1) {
    const { type, isJson, data, body: parsed } = events[index]!
    if (!isJson || data === null) return undefined
    length += data.length
    if (!groups.has(type)) groups.set(type, createGroup(types.has(type) ? types.get(type) : ofOthers))
    const group = groups.get(type)
    const body = group && readable(data, parsed)
    const key = group && path && partitionKey(body, path)
    keys?.set(index, key ?? null)
    // A query that must be asked for the partition may need to see the whole body.
    if (!group || ((!path || key !== undefined) && group.take(body, index))) continue
    if (body === undefined) return undefined
    at.push(index)
    others.push(data)
  }
  const columns: Omit<BodyColumns, 'others'> = { groups: [...groups.values()].flatMap((group) => group?.columns(events.length) ?? []), at }
  const json = `${JSON.stringify(columns).slice(0, -1)},"others":[${others.join(',')}]}`
  const pruned = (keys?.values ?? []).reduce((sum, key) => sum + (key?.length ?? 0), json.length)
  return pruned < length * worthwhile ? { json, keys } : undefined
}

const indexOf: IndexOf = (text, part, from) => text.indexOf(part, from)

/** @returns the parsed text; undefined where the engine's parser or the reference's reads it differently, or not at all. */
function readable(text: string, parsed: unknown): unknown {
  if (separators.test(text) || hasRefusedName(text, indexOf) || !text.isWellFormed()) return undefined
  if (parsed !== undefined) return parsed
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Finds the partition that a query's `partitionBy` would return, where that only reads a member.
 *
 * @returns undefined where the function must be called: for values other than texts and plain numbers (projection-language §7.1), and for inherited ones.
 */
export function partitionKey(body: unknown, path: readonly string[]): string | undefined {
  let value = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined
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

function createGroup(read: BodyRead | undefined): Group | undefined {
  if (read === undefined) return undefined
  const columns: unknown[][] = []
  const part = createPart(read, columns)
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
        : [{ read: JSON.stringify(read), at: at.length === total ? null : at, count: at.length, columns }],
  }
}

function createPart(read: BodyRead, columns: unknown[][]): Part {
  if (read === true) {
    const values = addColumn(columns)
    return { fits: survives, put: (value) => void values.push(value) }
  }
  if ('items' in read) {
    const counts = addColumn(columns)
    const item = createPart(read.items, columns)
    return {
      fits: (value) => Array.isArray(value) && value.length <= mostItems && value.every((one) => item.fits(one)),
      put(value) {
        const items = value as readonly unknown[]
        counts.push(items.length)
        for (const one of items) item.put(one)
      },
    }
  }
  const parts = Object.entries(read.members).map(([name, member]) => [name, createPart(member, columns)] as const)
  return {
    fits: (value) => isRecord(value) && parts.every(([name, part]) => part.fits(value[name])),
    put(value) {
      for (const [name, part] of parts) part.put((value as Record<string, unknown>)[name])
    },
  }
}

function addColumn(columns: unknown[][]): unknown[] {
  const column: unknown[] = []
  columns.push(column)
  return column
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

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
