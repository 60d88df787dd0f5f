// The service StreamsService of the second version of the protocol: appends to many streams at once, all or nothing (grpc v2).

import type { ActualState, TogetherOutcome, TogetherWrite } from '../../streams/streams.ts'
import { expectedTombstone, expectedVersion } from '../../streams/streams.ts'
import type { CallContext } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { Service, UnaryReply } from '../method.ts'
import { clientStream, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import type { GrpcStatus } from '../status.ts'
import { accessDenied } from '../status.ts'
import { mayUse } from '../streams/rights.ts'
import { checksViolated, noRequests, revisionConflict, streamTombstoned, streamTwice, unusable } from './problems.ts'
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
  const checks: StreamCheck[] = []
  const events: TogetherEvent[] = []
  for await (const { stream, records, expectedRevision: expected = expectedVersion.any } of messages) {
    if (!isStreamName(stream) || records.length === 0) return { status: unusable('A request names a stream and has records.') }
    if (expected < 0n && !sessionStates.includes(expected)) return { status: unusable(`A stream cannot be expected at ${expected}.`) }
    if (checks.some((check) => check.stream === stream)) return { status: streamTwice(stream) }
    if (!(await mayUse(context, 'write', stream, parts))) return { status: accessDenied }
    for (const record of records) events.push({ stream, event: reader.read(record, stream) })
    checks.push({ stream, expected })
  }
  if (checks.length === 0) return { status: noRequests }
  const outcome = await parts.streams.appendTogether({ checks, events })
  if (outcome.kind === 'violated') return { status: sessionRefusal(outcome, checks) }
  const { last, position } = outcome
  return {
    message: {
      output: [...last].map(([stream, revision]) => ({ stream, streamRevision: BigInt(revision) })),
      position: BigInt(position),
    },
  }
}

type TogetherEvent = TogetherWrite['events'][number]
type StreamCheck = TogetherWrite['checks'][number]
type Violated = Extract<TogetherOutcome, { kind: 'violated' }>

/** States that a request of a session can expect beside numbers. */
const sessionStates: readonly bigint[] = [expectedVersion.any, expectedVersion.noStream, expectedVersion.streamExists]

const isStreamName = (name: string): boolean => name !== '' && name !== '$$'

function sessionRefusal({ violations }: Violated, checks: readonly StreamCheck[]): GrpcStatus {
  // As for the server, a deleted stream that has to exist is as good as one that is deleted for good.
  const gone = violations.find(({ actual }) => typeof actual === 'string')
  if (gone) return streamTombstoned(checks[gone.index]!.stream)
  const { index, actual } = violations[0]!
  const { stream, expected } = checks[index]!
  return revisionConflict(stream, expected, Number(actual))
}

async function appendRecords(
  { records, checks }: MessageOf<'v2.AppendRecordsRequest'>,
  context: CallContext,
  parts: CallServices,
): Promise<UnaryReply<'v2.AppendRecordsResponse'>> {
  if (records.length === 0) return { status: unusable('There is no record to append.') }
  const asked = checks.flatMap(({ type }) => (type.case === 'streamState' ? [type.value] : []))
  const problem = problemOf(asked, checks.length)
  if (problem !== undefined) return { status: unusable(problem) }
  const reader = new RecordReader(parts)
  const events: TogetherEvent[] = []
  for (const record of records) {
    if (!isStreamName(record.stream)) return { status: unusable('A record names its stream.') }
    events.push({ stream: record.stream, event: reader.read(record, record.stream) })
  }
  const written = new Set(events.map(({ stream }) => stream))
  const checked = new Set(asked.map(({ stream }) => stream))
  const all = [
    ...asked.map(({ stream, expectedState: expected }) => ({ stream, expected })),
    ...[...written].filter((stream) => !checked.has(stream)).map((stream) => ({ stream, expected: expectedVersion.any })),
  ]
  for (const { stream } of all)
    if (!(await mayUse(context, written.has(stream) ? 'write' : 'read', stream, parts))) return { status: accessDenied }
  const outcome = await parts.streams.appendTogether({ checks: all, events })
  if (outcome.kind === 'violated') {
    const violations = outcome.violations.map(({ index, actual }) => ({ ...all[index]!, checkIndex: index, actual: actualNumber(actual) }))
    return { status: checksViolated(violations) }
  }
  const { last, position } = outcome
  const revisions = [...last].map(([stream, revision]) => ({ stream, revision: BigInt(revision) }))
  return { message: { revisions, position: BigInt(position) } }
}

/** States that a check can ask for beside numbers. */
const checkedStates: readonly bigint[] = [
  expectedVersion.noStream,
  expectedVersion.streamExists,
  expectedVersion.softDeleted,
  expectedTombstone,
]

/** @param count of all checks, those without a state included. @returns undefined where the checks can be used. */
function problemOf(asked: readonly { readonly stream: string; readonly expectedState: bigint }[], count: number): string | undefined {
  if (asked.length < count || !asked.every(({ stream }) => isStreamName(stream))) return 'A check names a stream and its state.'
  const wrong = asked.find(({ expectedState }) => expectedState < 0n && !checkedStates.includes(expectedState))
  if (wrong) return `A check cannot ask for the state ${wrong.expectedState}.`
  return new Set(asked.map(({ stream }) => stream)).size < asked.length ? 'Two checks ask for one stream.' : undefined
}

/** States of deleted streams have numbers of their own. */
function actualNumber(actual: ActualState): bigint {
  if (actual === 'deleted') return expectedVersion.softDeleted
  return actual === 'tombstoned' ? expectedTombstone : BigInt(actual)
}
