// Entry for properties of projections: histories that a declared machine allows, as arbitraries of fast-check, which a project has installed beside.

import type { Arbitrary } from 'fast-check'
import { array, asyncProperty, check, constant, constantFrom, nat, record } from 'fast-check'
import type { GivenEvent } from './testing/events.ts'
import { given } from './testing/given.ts'
import type { RunOptions } from './testing/given.ts'
import type { ProjectionRun } from './testing/run.ts'
import type { StoreProjection } from './engine/queries/files/projection-file.ts'
import { chosen, isHistory } from './testing/machine.ts'
import type { Machine } from './testing/machine.ts'

export type { Machine, MachineEvent } from './testing/machine.ts'
export type { GivenEvent } from './testing/events.ts'
export type { RunOptions } from './testing/given.ts'
export type { ProjectionRun } from './testing/run.ts'
export type { StoreProjection } from './engine/queries/files/projection-file.ts'

/** A machine whose events bring data of their own. */
export type MachineWithData = Machine & { readonly events: Readonly<Record<string, { readonly data?: Arbitrary<unknown> }>> }

export interface HistoryOptions {
  /** Most events of a history. Default: 20. */
  readonly maxLength?: number
}

/**
 * Histories that a machine allows, over all of its streams: events in the order in which they were written. They shrink by events that can be
 * missing, and by their data.
 *
 * @example
 * ```ts
 * await fc.assert(fc.asyncProperty(histories(orders), async (events) => {
 *   const run = await given(events).when(query)
 *   expect(run.fault).toBeUndefined()
 * }))
 * ```
 */
export function histories(machine: MachineWithData, { maxLength = 20 }: HistoryOptions = {}): Arbitrary<GivenEvent[]> {
  const types = Object.keys(machine.events)
  if (types.length === 0 || machine.streams.length === 0) throw new TypeError('A machine needs an event and a stream.')
  const data = record(Object.fromEntries(types.map((type) => [type, machine.events[type]!.data ?? constant(undefined)])))
  const choice = record({ stream: constantFrom(...machine.streams), type: nat(types.length - 1), data })
  // Long ones reach the states that are far from the start.
  return array(choice, { maxLength, size: 'max' }).map((choices) => chosen(machine, choices))
}

/** A history that breaks a projection. */
export interface BreakingHistory {
  /** No shorter part of it breaks the projection; of histories above twelve events, none that lacks one or two. */
  readonly events: readonly GivenEvent[]
  readonly run: ProjectionRun
  /** The words of the error; undefined where `holds` gave false. */
  readonly reason: string | undefined
}

export interface BreakingOptions extends HistoryOptions, RunOptions {
  /** Histories to try. Default: 100. */
  readonly numRuns?: number
  /** Makes the same histories again. */
  readonly historySeed?: number
}

/**
 * Looks for a history that breaks a projection, and makes it as short as it can be.
 *
 * @param holds what has to be true of every run; throws, or gives false, where it is not. Default: there is no fault.
 * @returns undefined where every history holds.
 */
export async function findBreakingHistory(
  machine: MachineWithData,
  projection: string | StoreProjection,
  holds: (run: ProjectionRun, events: readonly GivenEvent[]) => unknown = ({ fault }) => fault === undefined,
  { numRuns = 100, historySeed, maxLength, ...runOptions }: BreakingOptions = {},
): Promise<BreakingHistory | undefined> {
  const judge = async (events: readonly GivenEvent[]): Promise<BreakingHistory | undefined> => {
    const run = await given(events).when(projection, runOptions)
    try {
      return (await holds(run, events)) === false ? { events, run, reason: undefined } : undefined
    } catch (error) {
      return { events, run, reason: (error as Error).message }
    }
  }
  const property = asyncProperty(histories(machine, { maxLength }), async (events) => (await judge(events)) === undefined)
  const { counterexample } = await check(property, { numRuns, ...(historySeed !== undefined && { seed: historySeed }) })
  if (!counterexample) return undefined
  return await shortest((await judge(counterexample[0]))!, machine, judge)
}

/** Histories of at most this many events are shortened to the shortest part of them; longer ones lose one or two events at a time before. */
const mostSearched = 12

/** An event alone can often not be missing: what follows from it goes with it. */
async function shortest(
  found: BreakingHistory,
  machine: Machine,
  judge: (events: readonly GivenEvent[]) => Promise<BreakingHistory | undefined>,
): Promise<BreakingHistory> {
  const { events } = found
  const isShort = events.length <= mostSearched
  const sizes = isShort ? events.map((_event, index) => index).slice(1) : [events.length - 1, events.length - 2]
  for (const size of sizes)
    for (const part of parts(events, size)) {
      const broken = isHistory(machine, part) ? await judge(part) : undefined
      if (broken) return isShort ? broken : await shortest(broken, machine, judge)
    }
  return found
}

/** Every choice of so many events, in their order. */
function* parts<T>(list: readonly T[], size: number): Iterable<readonly T[]> {
  if (size === 0) return yield []
  for (let index = 0; index + size <= list.length; index++)
    for (const rest of parts(list.slice(index + 1), size - 1)) yield [list[index]!, ...rest]
}
