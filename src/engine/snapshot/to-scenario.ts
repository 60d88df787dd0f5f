// Converts the content of a store into a scenario that begins there: the users' events, and the projections that make everything else.

import type { JsonDocument } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { isEngineV2 } from '../../projections/model/definition/definition.ts'
import type { Mode } from '../../projections/model/definition/definition.ts'
import type { ProjectionRow } from '../../projections/model/tables.ts'
import { projectionRows } from '../../projections/model/tables.ts'
import { isMetastream, isOfUsers, metadataType, originalOf, tombstoneType, subjectOf } from '../../streams/system.ts'
import type { Scenario, ScenarioEvent, ScenarioMetadata, ScenarioMode, ScenarioProjection } from '../scenario/scenario.ts'
import type { Snapshot, SnapshotEvent } from './snapshot.ts'
import { fromSnapshotValue } from './values.ts'

export interface ScenarioOfSnapshot {
  readonly scenario: Scenario
  /** Streams that a scenario cannot say: deleted for good, or with events that are no text. */
  readonly leftOut: readonly string[]
}

/**
 * Left out are users (a store has no passwords to give), the system's streams and projections, and the outputs of enabled projections:
 * they emit it again. Events get new ids unless another event names theirs.
 */
export function scenarioOfSnapshot(snapshot: Snapshot): ScenarioOfSnapshot {
  const projections = projectionsIn(snapshot)
  const emitted = new Set(snapshot.events.filter((event) => isEmitted(event, projections)))
  const emittedTo = new Set([...emitted].map(({ stream }) => stream))
  const own = snapshot.events.filter((event) => isOfUsers(event.stream) && !emitted.has(event) && !isBeginning(event, emittedTo))
  const leftOut = new Set(own.filter((event) => event.type === tombstoneType || !isText(event)).map(({ stream }) => subjectOf(stream)))
  const kept = own.filter(({ stream }) => !leftOut.has(subjectOf(stream))) as TextEvent[]
  const early = earlyMetadata(kept)
  const events = kept.filter((event) => !early.has(event))
  const metadata = [...early].map(([event, content]) => [originalOf(event.stream), content] as const)
  return {
    scenario: {
      version: 1,
      ...(metadata.length > 0 && { streams: Object.fromEntries(metadata) }),
      ...(events.length > 0 && { events: scenarioEvents(events, namedIds(kept)) }),
      ...(projections.length > 0 && { projections: projections.map(({ projection }) => projection) }),
    },
    leftOut: [...leftOut],
  }
}

type TextEvent = SnapshotEvent & { readonly data: string; readonly metadata: string }

const isText = (event: SnapshotEvent): event is TextEvent => typeof event.data === 'string' && typeof event.metadata === 'string'

interface NumberedProjection {
  readonly id: number
  readonly projection: ScenarioProjection
}

const modes: Readonly<Record<Mode, ScenarioMode>> = { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' }

/** In the order in which they were made. */
function projectionsIn({ tables }: Snapshot): NumberedProjection[] {
  const rows = tables.find(({ name }) => name === projectionRows.name)?.rows ?? []
  return rows
    .map(([, row]) => fromSnapshotValue(row) as ProjectionRow)
    .sort((a, b) => a.place - b.place)
    .flatMap(({ name, id, definition }) => {
      if (!definition || definition.handlerType !== 'JS' || name.startsWith('$')) return []
      const { query, mode, enabled, emitEnabled, checkpointsDisabled, trackEmittedStreams } = definition
      const projection = {
        name,
        query,
        ...(mode !== 'Continuous' && { mode: modes[mode] }),
        ...(emitEnabled !== (mode === 'Continuous') && { emit: emitEnabled }),
        ...(mode === 'OneTime' && !checkpointsDisabled && { checkpoints: true }),
        ...(trackEmittedStreams && { track: true }),
        ...(!enabled && { enabled: false }),
        ...(isEngineV2(definition) && { engine: 2 as const }),
      }
      return { id, projection }
    })
}

/** Whether a projection that runs again will write it again. */
function isEmitted({ metadata }: SnapshotEvent, projections: readonly NumberedProjection[]): boolean {
  if (typeof metadata !== 'string') return false
  const [, id] = /"\$v":"(\d+):/.exec(metadata) ?? []
  return id !== undefined && projections.some((known) => known.id === Number(id) && known.projection.enabled !== false)
}

/** Whether a projection wrote it when it began the stream; nothing in the event names the projection (projection-language §11.4). */
const isBeginning = ({ stream, data }: SnapshotEvent, emittedTo: ReadonlySet<string>): boolean =>
  isMetastream(stream) && data === '{"$acl":{}}' && emittedTo.has(originalOf(stream))

/** Metadata that was there before the first event of its stream, and stayed: scenarios have a shorter form for it. */
function earlyMetadata(events: readonly TextEvent[]): Map<TextEvent, ScenarioMetadata> {
  const begun = new Set<string>()
  const early = new Map<string, TextEvent | undefined>()
  for (const event of events) {
    const { stream, type, metadata } = event
    begun.add(stream)
    if (!isMetastream(stream)) continue
    const isFirst = !early.has(stream) && !begun.has(originalOf(stream)) && type === metadataType && metadata === ''
    early.set(stream, isFirst ? event : undefined)
  }
  return new Map(
    [...early.values()].flatMap((event) => {
      const content = event && asWritten(event.data)
      return isMembers(content) ? [[event!, content] as const] : []
    }),
  )
}

const isMembers = (content: unknown): content is ScenarioMetadata =>
  typeof content === 'object' && content !== null && !Array.isArray(content)

function scenarioEvents(events: readonly TextEvent[], named: ReadonlySet<string>): ScenarioEvent[] {
  let before: number | undefined
  return events.map(({ stream, type, data, metadata, isJson, id, created }) => {
    const at = created === before ? undefined : new Date(created).toISOString()
    before = created
    const content = contentOf(data, isJson)
    const beside = contentOf(metadata, isJson)
    const looksJson = typeof content === 'object' || typeof beside === 'object'
    return {
      stream,
      type,
      ...(content !== undefined && { data: content }),
      ...(beside !== undefined && { metadata: beside }),
      ...(looksJson !== isJson && { isJson }),
      ...(named.has(id) && { id }),
      ...(at !== undefined && { at }),
    }
  })
}

const contentOf = (text: string, isJson: boolean): unknown => (text === '' ? undefined : isJson ? asWritten(text) : text)

/** @returns the object or list that prints as this very text; otherwise the text. */
function asWritten(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && writeJson(value as JsonDocument) === text ? value : text
  } catch {
    return text
  }
}

const guids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Ids in data and metadata: of causes, for example. */
function namedIds(events: readonly TextEvent[]): Set<string> {
  return new Set(events.flatMap(({ data, metadata }) => `${data} ${metadata}`.match(guids) ?? []).map((id) => id.toLowerCase()))
}
