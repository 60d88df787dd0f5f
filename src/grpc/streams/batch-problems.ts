// Words the errors of single appends inside a call of BatchAppend, with their details (grpc §3, §6).

import { expectedVersion } from '../../streams/streams.ts'
import type { MessageInit, MessageName } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import type { GrpcStatus } from '../status.ts'
import { code } from '../status.ts'
import { streamIdentifier } from '../wire/names.ts'

export type BatchProblem =
  | { readonly kind: 'wrong-version'; readonly expected: bigint; readonly current: number }
  | { readonly kind: 'deleted'; readonly stream: string }
  | { readonly kind: 'access-denied' }
  | { readonly kind: 'too-large'; readonly most: number }
  | { readonly kind: 'event-too-large'; readonly id: string; readonly size: number; readonly most: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'unknown' }

/** The problem behind a status that would refuse an append of its own. */
export function problemOf({ code: of, message, metadata = {} }: GrpcStatus): BatchProblem {
  const most = metadata['maximum-append-size']
  if (most !== undefined) return { kind: 'too-large', most: Number(most) }
  const eventMost = metadata['maximum-append-event-size']
  if (eventMost !== undefined) {
    const size = Number(metadata['proposed-append-event-size'])
    return { kind: 'event-too-large', id: metadata['event-id'] ?? '', size, most: Number(eventMost) }
  }
  return { kind: 'bad-request', message: of === code.unknown ? 'An event has no id or no type.' : message }
}

export function problemStatus(problem: BatchProblem): MessageInit<'Status'> {
  switch (problem.kind) {
    case 'wrong-version':
      return detailed(code.alreadyExists, 'WrongExpectedVersion', 'WrongExpectedVersion', 'errors.WrongExpectedVersion', {
        currentStreamRevisionOption:
          problem.current < 0 ? { case: 'currentNoStream', value: {} } : { case: 'currentStreamRevision', value: BigInt(problem.current) },
        expectedStreamPositionOption: expectedField(problem.expected),
      })
    case 'deleted':
      return detailed(code.notFound, 'StreamDeleted', 'StreamDeleted', 'errors.StreamDeleted', {
        streamIdentifier: streamIdentifier(problem.stream),
      })
    case 'access-denied':
      return detailed(code.permissionDenied, 'AccessDenied', 'AccessDenied', 'errors.AccessDenied', {})
    case 'too-large':
      return detailed(code.invalidArgument, 'MaximumAppendSizeExceeded', 'MaximumAppendSizeExceeded', 'errors.MaximumAppendSizeExceeded', {
        maxAppendSize: problem.most,
      })
    case 'event-too-large':
      return detailed(
        code.invalidArgument,
        'MaximumAppendEventSizeExceeded',
        'MaximumAppendEventSizeExceeded',
        'errors.MaximumAppendEventSizeExceeded',
        { eventId: problem.id, proposedEventSize: problem.size, maxAppendEventSize: problem.most },
      )
    case 'timeout':
      return detailed(code.deadlineExceeded, 'Timeout', 'Timeout', 'errors.Timeout', {})
    case 'bad-request':
      return detailed(code.invalidArgument, problem.message, 'BadRequest', 'errors.BadRequest', { message: problem.message })
    case 'unknown':
      return detailed(code.unknown, 'Unknown', 'Unknown', 'errors.Unknown', {})
  }
}

function detailed<Name extends MessageName>(
  of: number,
  message: string,
  type: string,
  name: Name,
  details: MessageInit<Name>,
): MessageInit<'Status'> {
  return { code: of, message, details: [{ typeUrl: `type.googleapis.com/event_store.client.${type}`, value: encode(name, details) }] }
}

function expectedField(expected: bigint): NonNullable<MessageInit<'errors.WrongExpectedVersion'>['expectedStreamPositionOption']> {
  if (expected === expectedVersion.any) return { case: 'expectedAny', value: {} }
  if (expected === expectedVersion.noStream) return { case: 'expectedNoStream', value: {} }
  if (expected === expectedVersion.streamExists) return { case: 'expectedStreamExists', value: {} }
  return { case: 'expectedStreamPosition', value: BigInt.asUintN(64, expected) }
}
