// Reads the settings of a group, old and new spellings alike, and the place and filter of one on `$all` (grpc §12).

import type { GroupConfiguration } from '../../subscriptions/subscriptions.ts'
import type { GroupFilter } from '../../subscriptions/group/configuration.ts'
import { allStream } from '../../streams/system.ts'
import { CallRefused } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import { groupFailed, handlerFailed, notChosen } from '../status.ts'
import { filterOf } from '../streams/filter.ts'
import { none, streamName } from '../wire/names.ts'

type CreateOptions = NonNullable<MessageOf<'groups.CreateReq'>['options']>
type UpdateOptions = NonNullable<MessageOf<'groups.UpdateReq'>['options']>
type Settings = NonNullable<CreateOptions['settings']>

export interface ReadGroup {
  readonly stream: string
  readonly name: string
  readonly configuration: GroupConfiguration
}

const strategies = ['DispatchToSingle', 'RoundRobin', 'Pinned']

/** @param end of the log. @throws CallRefused where the options make no group. */
export function readGroup(options: CreateOptions | UpdateOptions, end: number): ReadGroup {
  const { settings, streamOption, groupName: name } = options
  if (!settings) throw new CallRefused(handlerFailed)
  if (streamOption.case === 'all') {
    const { allOption } = streamOption.value
    const startFrom = allStart(allOption, { stream: allStream, name }, end)
    const filter = 'filterOption' in streamOption.value ? readGroupFilter(streamOption.value.filterOption) : undefined
    return { stream: allStream, name, configuration: { ...readSettings(settings, startFrom), ...(filter && { filter }) } }
  }
  // Clients from before release 21.10 name the stream, and its start, elsewhere.
  const stream = streamName(streamOption.case === 'stream' ? streamOption.value.streamIdentifier : options.streamIdentifier)
  const startFrom = streamOption.case === 'stream' ? streamStart(streamOption.value.revisionOption) : asStart(settings.revision)
  return { stream, name, configuration: readSettings(settings, startFrom) }
}

type RevisionOption = Extract<CreateOptions['streamOption'], { readonly case: 'stream' }>['value']['revisionOption']
type AllOption = Extract<CreateOptions['streamOption'], { readonly case: 'all' }>['value']['allOption']
type FilterOption = Extract<CreateOptions['streamOption'], { readonly case: 'all' }>['value']['filterOption']

function streamStart(option: RevisionOption): bigint {
  if (option.case === undefined) throw new CallRefused(notChosen('RevisionOptionOneofCase'))
  return option.case === 'start' ? 0n : option.case === 'end' ? -1n : asStart(option.value)
}

/** The largest number stands for the end. */
const asStart = (revision: bigint): bigint => (revision === none ? -1n : BigInt.asIntN(64, revision))

function allStart(option: AllOption, group: { readonly stream: string; readonly name: string }, end: number): bigint {
  if (option.case === undefined) throw new CallRefused(notChosen('AllOptionOneofCase'))
  if (option.case !== 'position') return option.case === 'start' ? 0n : -1n
  const { commitPosition: commit, preparePosition: prepare } = option.value
  if (commit === none && prepare === none) return -1n
  if (commit < prepare) throw new CallRefused(handlerFailed)
  if (commit > BigInt(end)) throw new CallRefused(groupFailed(group, behindEnd))
  return commit
}

const behindEnd =
  'Invalid Start From position: commit position must be less than or equal to the last commit position in the transaction file.'

function readGroupFilter(option: FilterOption): GroupFilter | undefined {
  if (option.case !== 'filter') return undefined
  const { filter } = option.value
  if (filter.case === undefined) throw new CallRefused(notChosen('FilterOneofCase'))
  // An expression that does not parse is refused here.
  const read = filterOf(filter)
  const of = filter.case === 'eventType' ? 'type' : 'stream'
  if (read.kind === 'prefix') return { of, kind: 'prefix', data: read.prefixes }
  return { of, kind: 'regex', data: [filter.value.regex === '' ? '(?!)' : filter.value.regex] }
}

const ticksPerMillisecond = 10_000n

function readSettings(settings: Settings, startFrom: bigint): GroupConfiguration {
  const { messageTimeout, checkpointAfter } = settings
  return {
    resolveLinks: settings.resolveLinks,
    startFrom,
    extraStatistics: settings.extraStatistics,
    messageTimeout: millisecondsOf(messageTimeout),
    checkpointAfter: millisecondsOf(checkpointAfter),
    maxRetries: settings.maxRetryCount,
    liveBufferSize: settings.liveBufferSize,
    bufferSize: settings.historyBufferSize,
    readBatchSize: settings.readBatchSize,
    minCheckpointCount: settings.minCheckpointCount,
    maxCheckpointCount: settings.maxCheckpointCount,
    maxSubscribers: settings.maxSubscriberCount,
    strategy: settings.consumerStrategy === '' ? (strategies[settings.namedConsumerStrategy] ?? '') : settings.consumerStrategy,
  }
}

/** At most what an answer can say: a client without a time limit sends the largest number of ticks. */
function millisecondsOf({ value = 0 }: Settings['messageTimeout'] | Settings['checkpointAfter']): number {
  const milliseconds = typeof value === 'bigint' ? Number(value / ticksPerMillisecond) : value
  return Math.min(Math.max(milliseconds, -(2 ** 31)), 2 ** 31 - 1)
}

/** @returns the reason why no group can have these sizes. */
export const sizeReason = ({ readBatchSize, bufferSize }: GroupConfiguration): string | undefined =>
  readBatchSize >= bufferSize
    ? "Specified argument was out of the range of valid values. (Parameter 'ReadBatchSize may not be greater than or equal to BufferSize')"
    : undefined
