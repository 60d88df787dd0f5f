// Converts the configuration of all groups into the data of its event, and back (server-http §10.8).

import { readJson } from '../../base/json/read.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { allStream } from '../../streams/system.ts'
import type { GroupConfiguration, GroupFilter } from '../group/configuration.ts'
import { sizeProblem, valueProblem } from '../group/configuration.ts'
import type { GroupEntry } from './directory.ts'
import { printPlace } from './checkpoint-stream.ts'
import { printTime } from '../time.ts'

export const configurationStream = '$persistentSubscriptionConfig'
export const configurationType = '$PersistentConfig'
export const configurationMetadata = '{"$maxCount":2}'

/** The author and time of a change. */
export interface ConfigurationUpdate {
  /** Name of the user. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The data of the event, without members that are false or 0. */
export const printConfiguration = (entries: readonly GroupEntry[], update: ConfigurationUpdate): string =>
  writeJson({ version: '2', updated: printTime(update.at), updatedBy: update.by, entries: entries.map(storedEntry) })

function storedEntry({ stream, name, configuration: of }: GroupEntry): JsonDocument {
  const members: [string, JsonDocument][] = [
    ['stream', stream],
    ['group', name],
    ['resolveLinkTos', of.resolveLinks],
    ['extraStatistics', of.extraStatistics],
    ['messageTimeout', of.messageTimeout],
    ['startFrom', of.startFrom],
    ['startPosition', stream === allStream ? printPlace(of.startFrom) : of.startFrom.toString()],
    ['liveBufferSize', of.liveBufferSize],
    ['historyBufferSize', of.bufferSize],
    ['maxRetryCount', of.maxRetries],
    ['readBatchSize', of.readBatchSize],
    ['checkPointAfter', of.checkpointAfter],
    ['minCheckPointCount', of.minCheckpointCount],
    ['maxCheckPointCount', of.maxCheckpointCount],
    ['maxSubscriberCount', of.maxSubscribers],
    ['namedConsumerStrategy', of.strategy],
    ...(of.filter ? [['filter', storedFilter(of.filter)] as [string, JsonDocument]] : []),
  ]
  return Object.fromEntries(members.filter(([, value]) => value !== false && value !== 0 && value !== 0n))
}

const storedFilter = ({ of, kind, data }: GroupFilter): JsonDocument => ({
  Context: of === 'type' ? 'eventtype' : 'streamid',
  Type: kind,
  Data: kind === 'regex' ? (data[0] ?? '') : data.join(','),
  IsAllStream: true,
})

function readFilter(stored: JsonValue): GroupFilter | undefined {
  if (!isJsonObject(stored)) return undefined
  const kind = text(stored.get('Type')) === 'prefix' ? 'prefix' : 'regex'
  const data = text(stored.get('Data'))
  return {
    of: text(stored.get('Context')) === 'eventtype' ? 'type' : 'stream',
    kind,
    data: kind === 'regex' ? [data] : data.split(','),
  }
}

/**
 * Reads the data of the event. Leaves out impossible groups: those with an unknown strategy, with impossible sizes, and repeated ones.
 *
 * @returns undefined if the data is no configuration.
 */
export function readConfiguration(text: string): readonly GroupEntry[] | undefined {
  const outcome = readJson(text)
  if (outcome.kind !== 'value' || !isJsonObject(outcome.value)) return undefined
  const { version, entries } = { version: outcome.value.get('version'), entries: outcome.value.get('entries') ?? [] }
  if (version == null || !Array.isArray(entries)) return undefined
  return entries.filter(isJsonObject).map(readEntry).filter(isPossible).filter(isFirst)
}

const isPossible = ({ stream, configuration }: GroupEntry): boolean =>
  stream !== '' && !valueProblem(configuration) && !(stream === allStream ? undefined : sizeProblem(configuration))

const isFirst = (entry: GroupEntry, index: number, entries: readonly GroupEntry[]): boolean =>
  entries.findIndex(({ stream, name }) => stream === entry.stream && name === entry.name) === index

const readEntry = (stored: JsonObject): GroupEntry => ({
  stream: text(stored.get('stream')),
  name: text(stored.get('group')),
  configuration: readSettings(stored),
})

const readSettings = (stored: JsonObject): GroupConfiguration => ({
  resolveLinks: stored.get('resolveLinkTos') === true,
  startFrom: startOf(stored),
  messageTimeout: number(stored.get('messageTimeout')),
  extraStatistics: stored.get('extraStatistics') === true,
  maxRetries: number(stored.get('maxRetryCount')),
  liveBufferSize: number(stored.get('liveBufferSize')),
  bufferSize: number(stored.get('historyBufferSize')),
  readBatchSize: number(stored.get('readBatchSize')),
  checkpointAfter: number(stored.get('checkPointAfter')),
  minCheckpointCount: number(stored.get('minCheckPointCount')),
  maxCheckpointCount: number(stored.get('maxCheckPointCount')),
  maxSubscribers: number(stored.get('maxSubscriberCount')),
  strategy: text(stored.get('namedConsumerStrategy')),
  ...filterMember(stored),
})

function filterMember(stored: JsonObject): { readonly filter?: GroupFilter } {
  const filter = readFilter(stored.get('filter'))
  return filter ? { filter } : {}
}

/** Releases before `startPosition` stored only `startFrom`. */
function startOf(stored: JsonObject): bigint {
  const position = stored.get('startPosition')
  const [, digits] = typeof position === 'string' ? (/^(?:C:)?(-?\d+)(?:\/P:-?\d+)?$/.exec(position) ?? []) : []
  if (digits !== undefined) return BigInt(digits)
  const start = stored.get('startFrom')
  return typeof start === 'bigint' ? start : 0n
}

const number = (value: JsonValue): number => (typeof value === 'bigint' ? Number(value) : 0)

const text = (value: JsonValue): string => (typeof value === 'string' ? value : '')
