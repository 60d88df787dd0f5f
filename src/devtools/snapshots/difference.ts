// Compares two contents of a store: events by stream, projections, and the states of projections.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { StorePicture } from '../../engine/inspect/inspection.ts'
import type { Snapshot } from '../../engine/snapshot/snapshot.ts'
import type { Store } from '../../engine/store.ts'

export interface StoreContent {
  readonly events: readonly { readonly stream: string; readonly id: string }[]
  readonly projections: NonNullable<Scenario['projections']>
  readonly states: StorePicture['states']
}

export interface ContentDifference {
  /** Numbers of events that only the second content has, and only the first. */
  readonly streams: readonly { readonly name: string; readonly added: number; readonly removed: number }[]
  readonly projections: readonly { readonly name: string; readonly kind: 'added' | 'removed' | 'changed' }[]
  readonly states: readonly { readonly projection: string; readonly partition: string; readonly before: string; readonly after: string }[]
}

/** Milliseconds for projections that were on their way. */
const patience = 10_000
/** States of each projection that are compared. */
const mostStates = 100

/** @param empty a store without content, which is filled. @param content a snapshot, also as text. */
export async function readContent(empty: Store, content: Snapshot | string): Promise<StoreContent> {
  const { scenarioOfSnapshot } = await import('../../engine/snapshot/to-scenario.ts')
  await empty.restore(content)
  const snapshot = await empty.snapshot()
  // One that never comes to rest has a state all the same.
  await empty.settled({ signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  const { states } = await empty.inspect({ states: mostStates })
  const events = snapshot.events.filter(({ stream }) => !stream.startsWith('$'))
  return { events, projections: scenarioOfSnapshot(snapshot).scenario.projections ?? [], states }
}

export function differenceOf(one: StoreContent, other: StoreContent): ContentDifference {
  const before = new Set(one.events.map(({ id }) => id))
  const after = new Set(other.events.map(({ id }) => id))
  const added = Map.groupBy(
    other.events.filter(({ id }) => !before.has(id)),
    ({ stream }) => stream,
  )
  const removed = Map.groupBy(
    one.events.filter(({ id }) => !after.has(id)),
    ({ stream }) => stream,
  )
  const names = [...new Set([...added.keys(), ...removed.keys()])].sort()
  return {
    streams: names.map((name) => ({ name, added: added.get(name)?.length ?? 0, removed: removed.get(name)?.length ?? 0 })),
    projections: projectionsThatDiffer(one.projections, other.projections),
    states: statesThatDiffer(one.states, other.states),
  }
}

function projectionsThatDiffer(one: StoreContent['projections'], other: StoreContent['projections']): ContentDifference['projections'] {
  const before = new Map(one.map((each) => [each.name, JSON.stringify(each)]))
  const after = new Map(other.map((each) => [each.name, JSON.stringify(each)]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, kind: !before.has(name) ? 'added' : !after.has(name) ? 'removed' : 'changed' }))
}

function statesThatDiffer(one: StoreContent['states'], other: StoreContent['states']): ContentDifference['states'] {
  const byPlace = (states: StoreContent['states']) =>
    new Map(states.map((each) => [JSON.stringify([each.projection, each.partition]), each]))
  const before = byPlace(one)
  const after = byPlace(other)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const { projection, partition } = (before.get(key) ?? after.get(key))!
    const states = { before: before.get(key)?.state ?? '', after: after.get(key)?.state ?? '' }
    return states.before === states.after ? [] : [{ projection, partition, ...states }]
  })
}
