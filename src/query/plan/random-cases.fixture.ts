// Plays a random query over random events in batches and runs of random size, and finds where two outcomes differ.

import * as fc from 'fast-check'
import type { BatchOutcome, OpenQuery, PartitionTexts, Query, QueryEvent, QueryFault, QueryOptions } from '../query.ts'
import { isFault } from '../query.ts'
import { randomEvents } from './random-events.fixture.ts'
import { randomQuery } from './random-queries.fixture.ts'

/** A query, its events, and how they are brought to it. */
export interface RandomCase {
  readonly source: string
  readonly events: readonly QueryEvent[]
  /** The sizes of the batches, in turn. */
  readonly sizes: readonly number[]
  /** How many events a run handles, in turn. */
  readonly limits: readonly number[]
  /** Whether each batch is loaded during the runs of the one before. */
  readonly loadsAhead: boolean
  /** Whether the caller has parsed the bodies. */
  readonly parsesBodies: boolean
  /** Whether partitions have texts from an earlier time. */
  readonly isStored: boolean
  readonly trace: boolean
  readonly options: Pick<QueryOptions, 'continuous' | 'emitEnabled' | 'reordersPartitions'>
}

const mostly = (usual: boolean): fc.Arbitrary<boolean> => fc.nat({ max: 4 }).map((n) => (n === 4 ? !usual : usual))

export const randomCase: fc.Arbitrary<RandomCase> = fc.record({
  source: randomQuery,
  events: randomEvents,
  sizes: fc.constantFrom([1000], [1000], [40], [30, 16], [60, 3], [17, 15]),
  limits: fc.constantFrom([1000], [1000], [37], [50, 1, 2], [7]),
  loadsAhead: mostly(false),
  parsesBodies: mostly(false),
  isStored: mostly(false),
  trace: mostly(false),
  options: fc.record({ continuous: mostly(true), emitEnabled: mostly(true), reordersPartitions: fc.boolean() }),
})

/** Partitions in their order, which counts. */
type RunOutcome = Omit<BatchOutcome, 'states'> & { readonly states: readonly (readonly [name: string, texts: unknown])[] }

/** The fault of the definition phase, or the requests of each load and the results of each run. */
export type Played = QueryFault | readonly ({ readonly missing: readonly string[] } | RunOutcome)[]

/** Far more than any event needs, so that a slow machine makes no difference. */
const longTime = 1e9

export async function play(open: OpenQuery, given: RandomCase, plan?: 'none'): Promise<Played> {
  const fixed = { handlerType: 'js', executionTimeout: 60_000, now: 5_000_000, seed: 7 }
  const query = await open(given.source, { ...fixed, ...given.options, plan })
  if (isFault(query)) return query
  try {
    return await playEvents(query, given)
  } finally {
    query.close()
  }
}

async function playEvents(query: Query, given: RandomCase): Promise<Played> {
  const played: Exclude<Played, QueryFault>[number][] = []
  const batches = batchesOf(given)
  let runs = 0
  let missing: readonly string[] = []

  const load = async (events: readonly QueryEvent[]): Promise<void> => {
    const half = Math.ceil(events.length / 2)
    const loaded = given.parsesBodies ? events.map((event) => ({ ...event, body: parsed(event) })) : events
    const reply = await query.load(loaded, [half, events.length - half])
    missing = [...missing, ...reply.missing]
    played.push({ missing: reply.missing })
  }

  for (const [i, batch] of batches.entries()) {
    if (i === 0 || !given.loadsAhead) await load(batch)
    if (given.loadsAhead && i + 1 < batches.length) await load(batches[i + 1]!)
    for (let more = true; more; runs += 1) {
      const events = given.limits[runs % given.limits.length]!
      const texts = new Map(given.isStored ? missing.map((name) => [name, storedTexts(name)] as const) : [])
      missing = []
      const outcome = await query.run(texts, { events, milliseconds: longTime, trace: given.trace })
      played.push({ ...outcome, handlerTime: 0, states: [...outcome.states] })
      if (outcome.fault) return played
      more = outcome.more
    }
  }
  return played
}

function batchesOf({ events, sizes }: RandomCase): readonly QueryEvent[][] {
  const batches: QueryEvent[][] = []
  for (let at = 0; at < events.length; at += batches.at(-1)!.length) {
    batches.push(events.slice(at, at + sizes[batches.length % sizes.length]!))
  }
  return batches
}

function parsed({ data, isJson }: QueryEvent): unknown {
  if (!isJson || data === null) return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

const storedStates = ['{"n":5}', '{"n":5,"__proto__":{"a":1}}', '{"n":1,"m":0,"t":"x"}', '[1]', 'text', ''] as const

const storedTexts = (name: string): PartitionTexts => ({ state: storedStates[name.length % storedStates.length]!, result: undefined })

// ---- a person's view

export function shownCase({ source, events, ...how }: RandomCase): string {
  const lines = events.map(
    (event, i) => `${i}: ${JSON.stringify({ ...event, id: undefined, record: undefined, data: undefined })} ${event.data}`,
  )
  return `\n${source}\n\n${lines.join('\n')}\n\n${JSON.stringify(how)}`
}

/** @returns the path to the first value that differs, with both values; undefined if there is none. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (Object.is(expected, actual)) return undefined
  const [one, other] = [membersOf(expected), membersOf(actual)]
  if (!one || !other) return `${path}: ${shown(expected)} without a plan, ${shown(actual)} with it`
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const [name, value] = one[i] ?? [undefined, undefined]
    const [otherName, otherValue] = other[i] ?? [undefined, undefined]
    if (name !== otherName) return `${path}: ${shown(one[i])} without a plan, ${shown(other[i])} with it`
    const found = firstDifference(value, otherValue, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

const membersOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null ? Object.entries(value) : undefined

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
