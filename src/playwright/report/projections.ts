// Prints the projections of a store as JSON: how far each is, its states by partition, and its fault.

import type { LookedAt } from '../matchers/to-have-stream.ts'
import { ask } from '../matchers/to-have-stream.ts'

interface Statistics {
  readonly name: string
  readonly mode: string
  readonly status: string
  readonly stateReason: string
  readonly progress: number
  readonly position: string
  readonly eventsProcessedAfterRestart: number
}

/** Partitions whose states are printed, of each projection. */
const mostPartitions = 50

/** @param store looked at without being seen. */
export async function printProjections(store: LookedAt): Promise<string> {
  const response = await ask(store, '/projections/any')
  const { projections } = (await response.json()) as { projections: readonly Statistics[] }
  const reports = await Promise.all(projections.filter(isOfInterest).map((projection) => report(store, projection)))
  return JSON.stringify(reports, null, 2)
}

/** Every store has system projections, so only a faulted one is worth showing. */
const isOfInterest = ({ name, status }: Statistics): boolean => !name.startsWith('$') || status.startsWith('Faulted')

async function report(store: LookedAt, statistics: Statistics): Promise<object> {
  const { name, mode, status, stateReason, progress, position, eventsProcessedAfterRestart } = statistics
  const partitions = await store.partitions(name)
  const states = await Promise.all(partitions.slice(0, mostPartitions).map(async (key) => [key, await stateOf(store, name, key)] as const))
  return {
    name,
    mode,
    status,
    ...(stateReason !== '' && { reason: stateReason }),
    progress,
    position,
    eventsProcessedAfterRestart,
    state: await stateOf(store, name, ''),
    ...(states.length > 0 && { partitions: Object.fromEntries(states) }),
    ...(partitions.length > mostPartitions && { morePartitions: partitions.length - mostPartitions }),
  }
}

/** A faulted projection still shows its last state and result; without them the line is left out. */
const stateOf = (store: Pick<LookedAt, 'state'>, name: string, partition: string): Promise<unknown> =>
  store.state(name, partition).catch((error: unknown) => `no state: ${String(error)}`)
