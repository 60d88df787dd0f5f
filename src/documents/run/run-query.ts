// Runs the query of a block over its events: in the engine alone, or in a store where only a store can.

import { projectionPath, search } from '../../base/paths.ts'
import type { Release } from '../../base/release/facts.ts'
import type { Scenario, ScenarioEvent } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { valueOf } from '../../engine/values.ts'
import type { GivenEvent } from '../../testing/events.ts'
import { given } from '../../testing/given.ts'
import type { QueryBlock } from '../blocks/block.ts'
import type { OutcomeFault, QueryOutcome } from './outcome.ts'
import type { ResolvedQuery } from './resolve.ts'
import { userEvents } from './user-events.ts'

/** @param content of the store that the query reads; its first projection is that of the block. */
export async function runQuery({ options }: QueryBlock, content: Scenario, { projection, query }: ResolvedQuery): Promise<QueryOutcome> {
  const release = options.release ?? content.release
  if (options.engine === 2) return await inSecondEngine(content, { name: projection.name, query, emit: projection.emit ?? true }, release)
  const events = needsStore(content) ? await eventsInStore(content, release) : (content.events ?? [])
  const isEmitting = projection.emit ?? (projection.mode ?? 'continuous') === 'continuous'
  return await given(events.map(givenOf)).when(query, { release, emit: isEmitting })
}

/** Other projections may write events that the query reads, and metadata may hide some. */
const needsStore = ({ projections = [], streams = {} }: Scenario): boolean => projections.length > 1 || Object.keys(streams).length > 0

async function eventsInStore(scenario: Scenario, release: Release | undefined): Promise<readonly ScenarioEvent[]> {
  return await inStore(release, async (store) => {
    await store.seed(withoutShown(scenario))
    await store.settled()
    return await userEvents(store)
  })
}

/** The first projection is the one that the block shows. */
const withoutShown = (scenario: Scenario): Scenario => ({ ...scenario, projections: scenario.projections?.slice(1) ?? [] })

async function inStore<T>(release: Release | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const store = createStore({ release, queries: 'in-process' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

interface Created {
  readonly name: string
  readonly query: string
  readonly emit: boolean
}

/** The second engine has no run without a projection. */
async function inSecondEngine(scenario: Scenario, { name, query, emit }: Created, release: Release | undefined): Promise<QueryOutcome> {
  return await inStore(release, async (store) => {
    await store.seed(withoutShown(scenario))
    await store.settled()
    const before = (await userEvents(store)).length
    const flags = search({ name, type: 'JS', emit, enabled: true, engineversion: '2' })
    const created = await store.direct(new Request(`http://store/projections/continuous?${flags}`, { method: 'POST', body: query }))
    if (!created.ok) return { ...nothing, fault: { message: `${created.status} ${await created.text()}` } }
    await store.settled()
    const names = await store.partitions(name)
    const partitions = await Promise.all(names.map(async (partition) => [partition, await store.state(name, partition)] as const))
    const state = await store.state(name)
    const byName = Object.fromEntries(partitions)
    // What it emits is written with its next checkpoint, at the latest when it stops.
    await store.direct(new Request(`http://store${projectionPath(name)}/command/disable`, { method: 'POST' }))
    await store.settled()
    const fault = (await store.fault(name)) ?? (await failureOf(store, name))
    if (fault) return { ...nothing, fault }
    const emitted = (await userEvents(store)).slice(before).map(({ stream, type, data }) => ({ stream, type, data }))
    // Of this engine the result is the state.
    return { state, partitions: byName, result: state, results: byName, emitted, fault: undefined }
  })
}

const nothing = { state: undefined, partitions: {}, result: undefined, results: {}, emitted: [] } as const

/** A query that throws leaves the second engine running; the reason shows once it is stopped. */
async function failureOf(store: Store, name: string): Promise<OutcomeFault | undefined> {
  const response = await store.direct(new Request(`http://store${projectionPath(name)}/statistics`))
  if (!response.ok) return undefined
  const { projections } = (await response.json()) as { readonly projections: readonly { readonly stateReason?: string }[] }
  const reason = projections[0]?.stateReason
  return reason === undefined || reason === '' ? undefined : { message: reason }
}

/** A text in a scenario is kept as it is, whether it is flagged as JSON or not. */
function givenOf({ stream, type, data, metadata, isJson, id, at }: ScenarioEvent): GivenEvent {
  const flagged = isJson ?? (typeof data === 'object' || typeof metadata === 'object')
  const value = typeof data === 'string' && flagged ? valueOf(data) : data
  return {
    stream,
    type,
    isJson: flagged,
    ...(value !== undefined && { data: value }),
    ...(metadata !== undefined && { metadata }),
    ...(id !== undefined && { id }),
    ...(at !== undefined && { created: at }),
  }
}
