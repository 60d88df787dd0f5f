// The statuses of appends to many streams, with the details by which clients tell them apart (grpc v2).

import type { MessageInit, MessageName } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import type { GrpcStatus, StatusCode } from '../status.ts'
import { code, invalid } from '../status.ts'

interface Detailed {
  readonly code: StatusCode
  readonly message: string
  /** The name of the details in the protos. */
  readonly type: string
}

function detailed<Name extends MessageName>({ code: of, message, type }: Detailed, name: Name, details: MessageInit<Name>): GrpcStatus {
  const typeUrl = `type.googleapis.com/kurrentdb.protocol.v2.streams.errors.${type}`
  return { code: of, message, details: encode('Status', { code: of, message, details: { typeUrl, value: encode(name, details) } }) }
}

export const unusable = (sentence: string): GrpcStatus => invalid(sentence)

export const noRequests: GrpcStatus = { code: code.failedPrecondition, message: 'The session has no request to append anything.' }

export const streamTwice = (stream: string): GrpcStatus =>
  detailed(
    {
      code: code.aborted,
      message: `Stream '${stream}' is already part of the session.`,
      type: 'StreamAlreadyInAppendSessionErrorDetails',
    },
    'v2.errors.Stream',
    { stream },
  )

export const streamTombstoned = (stream: string): GrpcStatus =>
  detailed(
    { code: code.failedPrecondition, message: `Stream '${stream}' has been tombstoned.`, type: 'StreamTombstonedErrorDetails' },
    'v2.errors.Stream',
    { stream },
  )

export const revisionConflict = (stream: string, expected: bigint, actual: number): GrpcStatus =>
  detailed(
    {
      code: code.failedPrecondition,
      message: `Stream '${stream}' is at revision ${actual}, and ${expected} was expected.`,
      type: 'StreamRevisionConflictErrorDetails',
    },
    'v2.errors.RevisionConflict',
    { stream, expectedRevision: expected, actualRevision: BigInt(actual) },
  )

export const recordTooLarge = (stream: string, recordId: string, size: number, maxSize: number): GrpcStatus =>
  detailed(
    {
      code: code.invalidArgument,
      message: `Record ${recordId} of stream '${stream}' has ${size} bytes, and ${maxSize} is the most.`,
      type: 'AppendRecordSizeExceededErrorDetails',
    },
    'v2.errors.RecordSizeExceeded',
    { stream, recordId, size, maxSize },
  )

export const transactionTooLarge = (size: number, maxSize: number): GrpcStatus =>
  detailed(
    {
      code: code.aborted,
      message: `The append has ${size} bytes, and ${maxSize} is the most.`,
      type: 'AppendTransactionSizeExceededErrorDetails',
    },
    'v2.errors.TransactionSizeExceeded',
    { size, maxSize },
  )

export interface Violation {
  readonly checkIndex: number
  readonly stream: string
  readonly expected: bigint
  readonly actual: bigint
}

export const checksViolated = (violations: readonly Violation[]): GrpcStatus =>
  detailed(
    {
      code: code.failedPrecondition,
      message: `${violations.length} of the checks failed.`,
      type: 'AppendConsistencyViolationErrorDetails',
    },
    'v2.errors.ConsistencyViolation',
    {
      violations: violations.map(({ checkIndex, stream, expected, actual }) => ({
        checkIndex,
        type: { case: 'streamState', value: { stream, expectedState: expected, actualState: actual } },
      })),
    },
  )
