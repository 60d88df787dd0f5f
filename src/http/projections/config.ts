// Reads the body of PUT config as leniently as the server, and prints a configuration (projections-http §10).

import type { Wanted } from '../../base/json/read.ts'
import { readJsonObjectInSlices } from '../../base/json/read.ts'
import type { JsonDocument, JsonValue } from '../../base/json/value.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import type { Configuration } from '../../projections/manage/commands.ts'
import { withoutDefaults } from '../../projections/model/definition/definition-json.ts'
import type { ConfiguredMembers } from '../../projections/model/definition/definition.ts'
import { readFlag, readInteger } from './members.ts'
import { queryText } from './parameters.ts'

export type ReadConfiguration =
  | { readonly kind: 'configuration'; readonly configuration: Configuration }
  /** With the text of the 400. */
  | { readonly kind: 'unusable'; readonly message: string }

const unparsable: ReadConfiguration = { kind: 'unusable', message: 'Failed to parse the projection config' }

/** Values of missing, null and empty members: a new configuration replaces the whole old one. */
const emptyConfiguration: Configuration = {
  emitEnabled: false,
  trackEmittedStreams: false,
  checkpointAfterMs: 0,
  checkpointHandledThreshold: 0,
  checkpointUnhandledBytesThreshold: 0,
  pendingEventsThreshold: 0,
  maxWriteBatchLength: 0,
  maxAllowedWritesInFlight: 0,
  projectionExecutionTimeout: null,
}

const memberNames = new Map(Object.keys(emptyConfiguration).map((name) => [name.toLowerCase(), name as keyof Configuration]))
const wanted: Wanted = new Map(Array.from(memberNames.keys(), (name) => [name, undefined]))

/** Names are case-insensitive, and the last of two wins. Lets others run while it reads a long body. */
export async function readConfiguration(body: Uint8Array, slice = createTimeSlice()): Promise<ReadConfiguration> {
  const members = new Map<string, JsonValue>()
  const take = (spelled: string, value: JsonValue): void => {
    members.delete(spelled)
    members.set(spelled, value)
  }
  if (!(await readJsonObjectInSlices(queryText(body), wanted, take, slice))) return unparsable
  const values: Partial<Record<keyof Configuration, boolean | number | null>> = {}
  for (const [spelled, value] of members) {
    const name = memberNames.get(spelled.toLowerCase())!
    const read = typeof emptyConfiguration[name] === 'boolean' ? readFlag(value) : readInteger(value)
    if (read === 'bad') return unparsable
    values[name] = read ?? emptyConfiguration[name]
  }
  const configuration = { ...emptyConfiguration, ...values } as Configuration
  const { projectionExecutionTimeout: timeout } = configuration
  if (timeout === null || timeout > 0) return { kind: 'configuration', configuration }
  return { kind: 'unusable', message: `projectionExecutionTimeout should be positive. Found : ${timeout}` }
}

/** Members of GET config, without false, 0 and null (projections-http §10.2). */
export const configurationJson = ({
  emitEnabled,
  trackEmittedStreams,
  tuning,
}: ConfiguredMembers): { readonly [name: string]: JsonDocument } =>
  withoutDefaults({
    emitEnabled,
    trackEmittedStreams,
    checkpointAfterMs: tuning.checkpointAfterMs,
    checkpointHandledThreshold: tuning.checkpointHandledThreshold,
    checkpointUnhandledBytesThreshold: tuning.checkpointUnhandledBytesThreshold,
    pendingEventsThreshold: tuning.pendingEventsThreshold,
    maxWriteBatchLength: tuning.maxWriteBatchLength,
    maxAllowedWritesInFlight: tuning.maxAllowedWritesInFlight,
    projectionExecutionTimeout: tuning.projectionExecutionTimeout,
  })
