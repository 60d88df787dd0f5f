// Runs the query of a block over its events, or over those that a store has once other projections have written theirs.

import type { Release } from '../../base/release/facts.ts'
import type { Scenario, ScenarioEvent } from '../../engine/scenario/scenario.ts'
import { createStore } from '../../engine/store.ts'
import { valueOf } from '../../engine/live/values.ts'
import type { GivenEvent } from '../../testing/events.ts'
import { given } from '../../testing/given.ts'
import type { QueryBlock } from '../blocks/block.ts'
import type { QueryOutcome } from './outcome.ts'
import type { ResolvedQuery } from './resolve.ts'
import { userEvents } from './user-events.ts'

/** @param content of the store that the query reads; its first projection is that of the block. */
export async function runQuery({ options }: QueryBlock, content: Scenario, { projection, query }: ResolvedQuery): Promise<QueryOutcome> {
  const release = options.release ?? content.release
  const events = needsStore(content) ? await eventsInStore(content, release) : (content.events ?? [])
  const isEmitting = projection.emit ?? (projection.mode ?? 'continuous') === 'continuous'
  return await given(events.map(givenOf)).when(query, { release, engine: options.engine, emit: isEmitting })
}

/** Other projections may write events that the query reads, and metadata may hide some. */
const needsStore = ({ projections = [], streams = {} }: Scenario): boolean => projections.length > 1 || Object.keys(streams).length > 0

async function eventsInStore(scenario: Scenario, release: Release | undefined): Promise<readonly ScenarioEvent[]> {
  const store = createStore({ release, queries: 'in-process' })
  try {
    // The first projection is the one that the block shows.
    await store.seed({ ...scenario, projections: scenario.projections?.slice(1) ?? [] })
    await store.settled()
    return await userEvents(store)
  } finally {
    await store.close()
  }
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
