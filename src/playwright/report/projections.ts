// Prints the projections of a store as JSON: how far each is, its states by partition, and its fault.

import type { InspectedProjection } from '../../engine/inspect/inspected-projection.ts'
import type { StorePicture } from '../../engine/inspect/inspection.ts'
import type { Store } from '../../engine/store.ts'

/** Partitions whose states are printed, of each projection. */
const mostPartitions = 50

/** @param store looked at without being seen. */
export async function printProjections(store: Pick<Store, 'inspect' | 'partitions'>): Promise<string> {
  // One more tells whether there are more.
  const { projections, states } = await store.inspect({ states: mostPartitions + 1 })
  const reports = await Promise.all(projections.filter(isOfInterest).map((projection) => report(store, projection, states)))
  return JSON.stringify(reports, null, 2)
}

/** Every store has system projections, so only a faulted one is worth showing. */
const isOfInterest = ({ name, activity }: InspectedProjection): boolean => !name.startsWith('$') || activity === 'faulted'

async function report(
  store: Pick<Store, 'partitions'>,
  { name, mode, status, fault, progress, position, handled }: InspectedProjection,
  states: StorePicture['states'],
): Promise<object> {
  const own = states.filter(({ projection }) => projection === name)
  const shared = own.find(({ partition }) => partition === '')
  const partitions = own.filter(({ partition }) => partition !== '')
  const more = partitions.length > mostPartitions ? (await store.partitions(name)).filter(Boolean).length - mostPartitions : 0
  return {
    name,
    mode,
    status,
    ...(fault && { reason: fault.message }),
    progress,
    position,
    handled,
    ...(shared && { state: valueOf(shared.state) }),
    ...(partitions.length > 0 && {
      partitions: Object.fromEntries(partitions.slice(0, mostPartitions).map(({ partition, state }) => [partition, valueOf(state)])),
    }),
    ...(more > 0 && { morePartitions: more }),
  }
}

/** States are JSON, unless a query gave something else. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
