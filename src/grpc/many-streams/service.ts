// The service StreamsService of the second version of the protocol: appends to many streams at once, all or nothing (grpc v2).

import type { NewEvent } from '../../base/events/events.ts'
import { newEvents } from '../../base/events/event-table.ts'
import type { StreamWrite, TogetherOutcome } from '../../streams/streams.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { CallContext } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { Service, UnaryReply } from '../method.ts'
import { clientStream, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import type { GrpcStatus } from '../status.ts'
import { accessDenied } from '../status.ts'
import { mayUse } from '../streams/rights.ts'
import { checksViolated, noRequests, revisionConflict, streamGone, streamTombstoned, streamTwice, unusableRecord } from './problems.ts'
import { RecordReader } from './records.ts'

export const manyStreamsService = (parts: CallServices): Service => ({
  name: 'kurrentdb.protocol.v2.streams.StreamsService',
  methods: [
    {
      name: 'AppendSession',
      callers: 'anyone',
      counts: 'writes',
      run: clientStream(['v2.AppendRequest', 'v2.AppendSessionResponse'], (messages, context) => appendSession(messages, context, parts)),
    },
    {
      name: 'AppendRecords',
      callers: 'anyone',
      counts: 'writes',
      run: unary(['v2.AppendRecordsRequest', 'v2.AppendRecordsResponse'], (message, context) => appendRecords(message, context, parts)),
    },
  ],
})

async function appendSession(
  messages: AsyncIterable<MessageOf<'v2.AppendRequest'>>,
  context: CallContext,
  parts: CallServices,
): Promise<UnaryReply<'v2.AppendSessionResponse'>> {
  const reader = new RecordReader(parts)
  const writes: StreamWrite[] = []
  for await (const { stream, records, expectedRevision } of messages) {
    if (stream === '' || records.length === 0) return { status: unusableRecord('A request names a stream and has records.') }
    if (writes.some((write) => write.stream === stream)) return { status: streamTwice(stream) }
    if (!(await mayUse(context, 'write', stream, parts))) return { status: accessDenied }
    const events = records.map((record) => reader.read(record, stream))
    writes.push({ stream, events: newEvents(events), expected: expectedRevision ?? expectedVersion.any })
  }
  if (writes.length === 0) return { status: noRequests }
  const outcome = await parts.streams.appendTogether(writes, [])
  if (outcome.kind !== 'appended') return { status: await refusalOf(outcome, writes, parts) }
  const places = await placesOf(writes, outcome, parts)
  return {
    message: {
      output: places.map(({ stream, revision, position }) => ({ stream, streamRevision: BigInt(revision), position: BigInt(position) })),
      position: BigInt(Math.max(...places.map(({ position }) => position))),
    },
  }
}

async function appendRecords(
  { records, checks }: MessageOf<'v2.AppendRecordsRequest'>,
  context: CallContext,
  parts: CallServices,
): Promise<UnaryReply<'v2.AppendRecordsResponse'>> {
  if (records.length === 0) return { status: unusableRecord('There is no record to append.') }
  const reader = new RecordReader(parts)
  const writes: StreamWrite[] = []
  const streams = new Set<string>()
  for (const record of records) {
    const { stream } = record
    if (stream === '') return { status: unusableRecord('A record names its stream.') }
    if (!streams.has(stream) && !(await mayUse(context, 'write', stream, parts))) return { status: accessDenied }
    streams.add(stream)
    // One after the other: the log keeps the order of the records.
    const event: NewEvent = reader.read(record, stream)
    writes.push({ stream, events: newEvents([event]), expected: expectedVersion.any })
  }
  const checked = checks.flatMap(({ type }) => (type.case === 'streamState' ? [type.value] : []))
  if (checked.length < checks.length) return { status: unusableRecord('A check names a stream and its state.') }
  const asked = checked.map(({ stream, expectedState }) => ({ stream, expected: expectedState }))
  const outcome = await parts.streams.appendTogether(writes, asked)
  if (outcome.kind === 'violated')
    return { status: checksViolated(outcome.violations.map(({ index, actual }) => ({ ...asked[index]!, checkIndex: index, actual }))) }
  if (outcome.kind !== 'appended') return { status: await refusalOf(outcome, writes, parts) }
  const places = await placesOf(writes, outcome, parts)
  const revisions = new Map(places.map(({ stream, revision }) => [stream, revision]))
  return {
    message: {
      revisions: [...revisions].map(([stream, revision]) => ({ stream, revision: BigInt(revision) })),
      position: BigInt(Math.max(...places.map(({ position }) => position))),
    },
  }
}

interface Place {
  readonly stream: string
  /** Of its last event. */
  readonly revision: number
  readonly position: number
}

const placesOf = (
  writes: readonly StreamWrite[],
  { outcomes }: Extract<TogetherOutcome, { kind: 'appended' }>,
  { streams }: CallServices,
): Promise<Place[]> =>
  Promise.all(
    outcomes.map(async (outcome, index) => {
      const { stream } = writes[index]!
      const position =
        outcome.kind === 'appended'
          ? outcome.position + outcome.last - outcome.first
          : ((await streams.positionOf(stream, outcome.last)) ?? (await streams.end()))
      return { stream, revision: outcome.last, position }
    }),
  )

/** A stream that is deleted for good has another status than one that can come back. */
async function refusalOf(
  outcome: Exclude<TogetherOutcome, { kind: 'appended' }>,
  writes: readonly StreamWrite[],
  { streams }: CallServices,
): Promise<GrpcStatus> {
  if (outcome.kind === 'violated') return checksViolated([])
  const { stream, expected } = writes[outcome.index]!
  if (outcome.outcome.kind === 'wrong-version') return revisionConflict(stream, expected, outcome.outcome.current)
  const isTombstoned = (await streams.readAhead({ stream, from: 0, count: 1 })).kind === 'unreadable'
  return isTombstoned ? streamTombstoned(stream) : streamGone(stream)
}
