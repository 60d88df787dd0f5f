// Converts definitions to the JSON of their events and of GET query, and back; null and default values are left out (serialiser B).

import { readJson } from '../../../base/json/read.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../../../base/json/value.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Sources } from '../../../query/query.ts'
import type { Definition, DeleteFlags, Mode, RunAs, Tuning } from './definition.ts'
import { defaultTuning } from './definition.ts'

type Members = { readonly [name: string]: JsonDocument }

/** The members that serialiser B writes: it leaves out null, false, 0 and missing ones (projections-http §2.3). */
export const withoutDefaults = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== false && value !== 0))

/** The source definition as clients see it (projections-http §8). */
export const sourcesJson = (sources: Sources): Members => ({
  ...withoutDefaults({
    allEvents: sources.allEvents,
    allStreams: sources.allStreams,
    byStream: sources.byStreams,
    byCustomPartitions: sources.byCustomPartitions,
  }),
  categories: sources.categories,
  events: sources.events,
  streams: sources.streams,
  options: optionsJson(sources),
})

const optionsJson = ({ options }: Sources): Members =>
  withoutDefaults({
    resultStreamName: options.resultStreamName,
    partitionResultStreamNamePattern: options.partitionResultStreamNamePattern,
    reorderEvents: options.reorderEvents,
    processingLag: options.processingLag,
    isBiState: options.biState,
    definesStateTransform: options.definesStateTransform,
    producesResults: options.producesResults,
    definesFold: options.definesFold,
    handlesDeletedNotifications: options.handlesDeletedNotifications,
    includeLinks: options.includeLinks,
  })

/** Members that a deletion adds to the last definition event. */
export interface Deletion extends DeleteFlags {
  /** How many deletions of streams the server waits for; 0 and -1 where it has counted down already. */
  readonly pending: number
  /** False while streams are being deleted. */
  readonly isDone: boolean
}

/** Data of `$ProjectionUpdated` (projections-http §11.2). */
export const definitionJson = (definition: Definition, deletion?: Deletion): string =>
  writeJson({
    ...withoutDefaults({ numberOfPrequisitesMetForDeletion: deletion?.pending }),
    handlerType: definition.handlerType,
    query: definition.query,
    ...withoutDefaults({
      mode: definition.mode === 'Transient' ? null : definition.mode,
      enabled: definition.enabled,
      deleted: deletion?.isDone,
      deleting: deletion && !deletion.isDone,
      deleteEmittedStreams: deletion?.deleteEmittedStreams,
      deleteCheckpointStream: deletion?.deleteCheckpointStream,
      deleteStateStream: deletion?.deleteStateStream,
      sourceDefinition: definition.sources && sourcesJson(definition.sources),
    }),
    // Nullable in the server: written even where false or 0.
    emitEnabled: definition.emitEnabled,
    checkpointsDisabled: definition.checkpointsDisabled,
    trackEmittedStreams: definition.trackEmittedStreams,
    epoch: definition.epoch,
    version: definition.version,
    ...tuningAndIdentity(definition),
  })

const tuningAndIdentity = ({ tuning, runAs, engineVersion }: Definition): Members =>
  withoutDefaults({
    runAs: runAs && runAsJson(runAs),
    checkpointHandledThreshold: tuning.checkpointHandledThreshold,
    checkpointAfterMs: tuning.checkpointAfterMs,
    checkpointUnhandledBytesThreshold: tuning.checkpointUnhandledBytesThreshold,
    pendingEventsThreshold: tuning.pendingEventsThreshold,
    maxWriteBatchLength: tuning.maxWriteBatchLength,
    maxAllowedWritesInFlight: tuning.maxAllowedWritesInFlight,
    projectionSubsystemVersion: 4,
    projectionExecutionTimeout: tuning.projectionExecutionTimeout,
    engineVersion,
  })

const runAsJson = ({ name, roles }: RunAs): Members => (roles ? { name, roles } : { name })

/**
 * Reads the data of a definition event, whose number is the version; `sources` follow when the query is prepared.
 *
 * @returns `gone` where its deletion had begun, undefined if it is unreadable.
 */
export function readDefinition(data: string, number: number): Definition | 'gone' | undefined {
  const outcome = readJson(data)
  if (outcome.kind !== 'value' || !isJsonObject(outcome.value)) return undefined
  const isGone = outcome.value.get('deleted') === true || outcome.value.get('deleting') === true
  return isGone ? 'gone' : definitionFrom(outcome.value, number)
}

const definitionFrom = (object: JsonObject, version: number): Definition => ({
  handlerType: text(object.get('handlerType')) ?? 'JS',
  query: text(object.get('query')) ?? '',
  mode: modeFrom(object.get('mode')),
  enabled: object.get('enabled') === true,
  emitEnabled: object.get('emitEnabled') === true,
  checkpointsDisabled: object.get('checkpointsDisabled') === true,
  trackEmittedStreams: object.get('trackEmittedStreams') === true,
  epoch: integer(object.get('epoch')) ?? -1,
  version,
  runAs: runAsFrom(object.get('runAs')),
  tuning: tuningFrom(object),
  sources: undefined,
  ...engineFrom(object),
})

function engineFrom(object: JsonObject): Pick<Definition, 'engineVersion'> {
  const engineVersion = integer(object.get('engineVersion'))
  return engineVersion ? { engineVersion } : {}
}

const text = (value: JsonValue): string | undefined => (typeof value === 'string' ? value : undefined)
const integer = (value: JsonValue): number | undefined => (typeof value === 'bigint' ? Number(value) : undefined)

const modeFrom = (value: JsonValue): Mode => (value === 'OneTime' || value === 'Continuous' ? value : 'Transient')

function runAsFrom(value: JsonValue): RunAs | undefined {
  if (!isJsonObject(value)) return undefined
  const name = text(value.get('name'))
  const roles = value.get('roles')
  if (name === undefined) return undefined
  return { name, roles: Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : undefined }
}

/** A missing member had the value 0 or null. */
function tuningFrom(object: JsonObject): Tuning {
  const numbers = Object.keys(defaultTuning).map((name) => [name, integer(object.get(name)) ?? 0])
  return {
    ...(Object.fromEntries(numbers) as unknown as Tuning),
    projectionExecutionTimeout: integer(object.get('projectionExecutionTimeout')) ?? null,
  }
}
