// The statuses of appends to many streams, with the details by which clients tell them apart (grpc v2).

import type { MessageInit, MessageName } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import type { GrpcStatus, StatusCode } from '../status.ts'
import { code } from '../status.ts'

interface Detailed {
  readonly code: StatusCode
  readonly message: string
  /** The name of the error in the protos, of which its reason and the name of its details are made. */
  readonly error: string
}

/** Clients of .NET tell errors apart by the reason that comes first, those of Node by the details that come last. */
function detailed<Name extends MessageName>({ code: of, message, error }: Detailed, name: Name, details: MessageInit<Name>): GrpcStatus {
  const typeUrl = `type.googleapis.com/kurrentdb.protocol.v2.streams.errors.${error}ErrorDetails`
  return withDetails(of, message, [errorInfo(error, 'streams'), { typeUrl, value: encode(name, details) }])
}

const withDetails = (of: StatusCode, message: string, details: readonly MessageInit<'Any'>[]): GrpcStatus => ({
  code: of,
  message,
  details: encode('Status', { code: of, message, details }),
})

const errorInfo = (error: string, domain: string): MessageInit<'Any'> => ({
  typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo',
  value: encode('ErrorInfo', { reason: error.replaceAll(/\B[A-Z]/g, '_$&').toUpperCase(), domain }),
})

export const unusable = (sentence: string): GrpcStatus =>
  withDetails(code.invalidArgument, sentence, [
    errorInfo('BadRequest', 'server'),
    { typeUrl: 'type.googleapis.com/google.rpc.BadRequest', value: encode('BadRequest', { fieldViolations: [{ description: sentence }] }) },
  ])

export const noRequests: GrpcStatus = withDetails(code.failedPrecondition, 'The session has no request to append anything.', [
  errorInfo('AppendSessionNoRequests', 'streams'),
])

export const streamTwice = (stream: string): GrpcStatus =>
  detailed(
    {
      code: code.aborted,
      message: `Stream '${stream}' is already part of the session.`,
      error: 'StreamAlreadyInAppendSession',
    },
    'v2.errors.Stream',
    { stream },
  )

export const streamTombstoned = (stream: string): GrpcStatus =>
  detailed(
    { code: code.failedPrecondition, message: `Stream '${stream}' has been tombstoned.`, error: 'StreamTombstoned' },
    'v2.errors.Stream',
    { stream },
  )

export const revisionConflict = (stream: string, expected: bigint, actual: number): GrpcStatus =>
  detailed(
    {
      code: code.failedPrecondition,
      message: `Stream '${stream}' is at revision ${actual}, and ${expected} was expected.`,
      error: 'StreamRevisionConflict',
    },
    'v2.errors.RevisionConflict',
    { stream, expectedRevision: expected, actualRevision: BigInt(actual) },
  )

export const recordTooLarge = (stream: string, recordId: string, size: number, maxSize: number): GrpcStatus =>
  detailed(
    {
      code: code.invalidArgument,
      message: `Record ${recordId} of stream '${stream}' has ${size} bytes, and ${maxSize} is the most.`,
      error: 'AppendRecordSizeExceeded',
    },
    'v2.errors.RecordSizeExceeded',
    { stream, recordId, size, maxSize },
  )

export const transactionTooLarge = (size: number, maxSize: number): GrpcStatus =>
  detailed(
    {
      code: code.aborted,
      message: `The append has ${size} bytes, and ${maxSize} is the most.`,
      error: 'AppendTransactionSizeExceeded',
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
      error: 'AppendConsistencyViolation',
    },
    'v2.errors.ConsistencyViolation',
    {
      violations: violations.map(({ checkIndex, stream, expected, actual }) => ({
        checkIndex,
        type: { case: 'streamState', value: { stream, expectedState: expected, actualState: actual } },
      })),
    },
  )
