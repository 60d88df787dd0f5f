// The service PersistentSubscriptions: groups, their messages, and what is parked (grpc §12).

import { factsOf } from '../../base/release/releases.ts'
import { allStream } from '../../streams/system.ts'
import type { GroupChangeOutcome, GroupName, GroupStatistics } from '../../subscriptions/subscriptions.ts'
import type { CallContext } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { GrpcMethod, Service, UnaryReply } from '../method.ts'
import { duplex, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import type { GrpcStatus } from '../status.ts'
import { groupExists, groupFailed, groupUnknown, handlerFailed, notChosen, refused } from '../status.ts'
import { streamName } from '../wire/names.ts'
import { consume } from './consume.ts'
import { infoOf } from './info.ts'
import { readGroup, sizeReason } from './settings.ts'

type Done = UnaryReply<'Empty'>

export function subscriptionsService(parts: CallServices): Service {
  const { subscriptions } = parts
  const method = (
    name: string,
    run: GrpcMethod['run'],
    callers: GrpcMethod['callers'] = 'admin-or-ops',
    counts: GrpcMethod['counts'] = 'writes',
  ): GrpcMethod => ({ name, callers, counts, features: ['stream', 'all'], run })
  const remove = unary(['groups.DeleteReq', 'Empty'], async ({ options }, { user }) => {
    const group = options && groupOf(options.streamOption, options.groupName)
    if (!group) return { status: handlerFailed }
    return changeReply(group, await subscriptions.delete(group, user?.name ?? ''))
  })
  const parked = (change: 'replayParked' | 'truncateParked', negative: string) =>
    unary(['groups.ParkedReq', 'Empty'], async ({ options }): Promise<Done> => {
      const group = options && groupOf(options.streamOption, options.groupName)
      if (!group) return { status: handlerFailed }
      const { stopAtOption } = options
      if (stopAtOption.case === undefined) return { status: notChosen('StopAtOptionOneofCase') }
      const stopAt = stopAtOption.case === 'stopAt' ? stopAtOption.value : undefined
      if (stopAt !== undefined && stopAt < 0n) return { status: groupFailed(group, negative) }
      return (await subscriptions[change](group, stopAt)) ? { message: {} } : { status: groupUnknown(group) }
    })
  const restart = unary(['Empty', 'Empty'], async (): Promise<Done> =>
    (await subscriptions.restart()) ? { message: {} } : { status: refused(notStarted) },
  )
  return {
    name: 'event_store.client.persistent_subscriptions.PersistentSubscriptions',
    methods: [
      method(
        'Create',
        unary(['groups.CreateReq', 'Empty'], (message, context) => create(message, context, parts)),
      ),
      method(
        'Update',
        unary(['groups.UpdateReq', 'Empty'], (message, context) => update(message, context, parts)),
      ),
      method('Delete', remove),
      method(
        'GetInfo',
        unary(['groups.GetInfoReq', 'groups.GetInfoResp'], (message) => getInfo(message, parts)),
        'authenticated',
        'reads',
      ),
      method(
        'List',
        unary(['groups.ListReq', 'groups.ListResp'], (message) => list(message, parts)),
        'authenticated',
        'reads',
      ),
      method('ReplayParked', parked('replayParked', 'Cannot stop replaying parked message at a negative version.')),
      ...(factsOf(parts.settings.release).subscriptions.truncatesParked
        ? [method('TruncateParked', parked('truncateParked', 'Cannot truncate parked messages at a negative version.'))]
        : []),
      method('RestartSubsystem', restart),
      method(
        'Read',
        duplex('groups.ReadReq', (messages, context) => consume(messages, context, parts)),
        'anyone',
        'reads',
      ),
    ],
  }
}

const notStarted = 'The Persistent Subscriptions subsystem cannot be restarted because it is not started.'

type NamedStream =
  | { readonly case: 'streamIdentifier'; readonly value: MessageOf<'StreamIdentifier'> }
  | { readonly case: 'all'; readonly value: unknown }
  | { readonly case: undefined; readonly value?: undefined }

function groupOf(option: NamedStream, name: string): GroupName | undefined {
  if (option.case === undefined) return undefined
  return { stream: option.case === 'all' ? allStream : streamName(option.value), name }
}

async function create({ options }: MessageOf<'groups.CreateReq'>, { user }: CallContext, parts: CallServices): Promise<Done> {
  if (!options) return { status: handlerFailed }
  const group = readGroup(options, await parts.streams.end())
  const reason = sizeReason(group.configuration)
  if (reason !== undefined) return { status: groupFailed(group, reason) }
  return changeReply(group, await parts.subscriptions.create(group, user?.name ?? ''))
}

/** Keeps the filter of a group on `$all`. */
async function update({ options }: MessageOf<'groups.UpdateReq'>, { user }: CallContext, parts: CallServices): Promise<Done> {
  if (!options) return { status: handlerFailed }
  const group = readGroup(options, await parts.streams.end())
  const reason = sizeReason(group.configuration)
  if (reason !== undefined) return { status: groupFailed(group, reason) }
  const found = await parts.subscriptions.details(group)
  const filter = found.kind === 'groups' ? found.groups[0]?.configuration.filter : undefined
  const configuration = { ...group.configuration, ...(filter && { filter }) }
  return changeReply(group, await parts.subscriptions.update({ ...group, configuration }, user?.name ?? ''))
}

function changeReply(group: GroupName, outcome: GroupChangeOutcome): Done {
  const status = changeStatus(group, outcome)
  return status ? { status } : { message: {} }
}

function changeStatus(group: GroupName, outcome: GroupChangeOutcome): GrpcStatus | undefined {
  switch (outcome.kind) {
    case 'done':
      return undefined
    case 'exists':
      return groupExists(group)
    case 'unknown':
      return groupUnknown(group)
    case 'refused':
      return groupFailed(group, outcome.reason)
    case 'stopped':
      return refused(notStarted)
  }
}

async function getInfo(
  { options }: MessageOf<'groups.GetInfoReq'>,
  { subscriptions }: CallServices,
): Promise<UnaryReply<'groups.GetInfoResp'>> {
  const group = options && groupOf(options.streamOption, options.groupName)
  if (!group) return { status: handlerFailed }
  const found = await subscriptions.details(group)
  if (found.kind !== 'groups' || !found.groups[0]) return { status: groupUnknown(group) }
  return { message: { subscriptionInfo: infoOf(found.groups[0], subscriptions.connectionsOf(group)) } }
}

async function list({ options }: MessageOf<'groups.ListReq'>, { subscriptions }: CallServices): Promise<UnaryReply<'groups.ListResp'>> {
  const option = options?.listOption
  if (option?.case === undefined) return { status: handlerFailed }
  const stream = option.case === 'listForStream' ? listedStream(option.value) : undefined
  const found = await subscriptions.list(stream)
  const groups: readonly GroupStatistics[] = found.kind === 'groups' ? found.groups : []
  if (stream !== undefined && groups.length === 0) return { status: groupUnknown({ stream, name: '' }) }
  return { message: { subscriptions: groups.map((group) => infoOf(group, subscriptions.connectionsOf(group))) } }
}

type ListedStream = Extract<NonNullable<MessageOf<'groups.ListReq'>['options']>['listOption'], { readonly case: 'listForStream' }>['value']

const listedStream = ({ streamOption }: ListedStream): string =>
  streamOption.case === 'stream' ? streamName(streamOption.value) : allStream
