// The statuses that end calls, and the metadata by which clients tell errors apart (grpc §1.4, §1.5).

/** The codes of gRPC that this server uses. */
export const code = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const

export type StatusCode = (typeof code)[keyof typeof code]

export interface GrpcStatus {
  readonly code: StatusCode
  /** Empty for success. */
  readonly message: string
  /** Trailers besides code and message, by lower-case name; values may be any text. */
  readonly metadata?: Readonly<Record<string, string>>
  /** A `google.rpc.GrpcStatus` for clients that read details. */
  readonly details?: Uint8Array
  /** The frame of the last message, which goes out together with the status. Default: none. */
  readonly lastFrame?: Uint8Array
  /** Of HTTP, beside the status of gRPC. Default: 200. */
  readonly httpStatus?: number
  /** What the client sees instead of a status: the end of its connection, or an answer of HTTP. */
  readonly instead?: 'dropped' | { readonly httpStatus: number }
}

export const ok: GrpcStatus = { code: code.ok, message: '' }

const status = (of: StatusCode, message: string, exception?: string, companions: Readonly<Record<string, string>> = {}): GrpcStatus => ({
  code: of,
  message,
  ...(exception !== undefined && { metadata: { exception, ...companions } }),
})

export const cancelled: GrpcStatus = status(code.cancelled, 'The call was cancelled.')
export const deadlineExceeded: GrpcStatus = status(code.deadlineExceeded, 'Deadline Exceeded')
export const handlerFailed: GrpcStatus = status(code.unknown, 'Exception was thrown by handler.')
export const unauthenticated: GrpcStatus = status(code.unauthenticated, 'Unauthenticated')
export const accessDenied: GrpcStatus = status(code.permissionDenied, 'Access Denied', 'access-denied')
export const notReady: GrpcStatus = status(code.unavailable, 'Server Is Not Ready')
export const methodUnknown: GrpcStatus = status(code.unimplemented, 'Method is unimplemented.')
export const serviceUnknown: GrpcStatus = status(code.unimplemented, 'Service is unimplemented.')
/** Release 23.10 answers so to services that it does not know, which tells a client no more. */
export const pathUnknown: GrpcStatus = { ...serviceUnknown, instead: { httpStatus: 404 } }
/** Credentials that are no base64, over which release 23.10 fails. */
export const credentialsUnreadable: GrpcStatus = { ...handlerFailed, instead: { httpStatus: 500 } }
export const contentTypeUnknown = (type: string): GrpcStatus => ({
  ...status(code.internal, `Content-Type '${type}' is not supported.`),
  httpStatus: 415,
})
export const incompleteMessage: GrpcStatus = status(code.internal, 'Incomplete message.')
export const additionalMessage: GrpcStatus = status(code.internal, 'Additional data after the message received.')

export const messageTooLarge = (most: number): GrpcStatus =>
  status(code.resourceExhausted, `A message of this call has more than ${most} bytes.`)

/** @param name of the encoding in the request's header; undefined if there is none. */
export const encodingUnknown = (name: string | undefined): GrpcStatus =>
  name === undefined || name === 'identity'
    ? status(code.internal, 'Request did not include grpc-encoding value with compressed message.')
    : status(code.unimplemented, `Unsupported grpc-encoding value '${name}'. Supported encodings: identity, gzip`)

export const invalid = (message: string): GrpcStatus => status(code.invalidArgument, message)
/** @param choice of the proto that has no field set. */
export const notChosen = (choice: string): GrpcStatus => invalid(`'None' is not a valid ${choice}.`)
export const failed = (message: string): GrpcStatus => status(code.unknown, message)
export const aborted = (message: string): GrpcStatus => status(code.aborted, message)
export const refused = (message: string): GrpcStatus => status(code.failedPrecondition, message)

export const streamDeleted = (stream: string): GrpcStatus =>
  status(code.failedPrecondition, `Event stream '${stream}' is deleted.`, 'stream-deleted', { 'stream-name': stream })

export const wrongExpectedVersion = (stream: string, expected: bigint, actual: number): GrpcStatus =>
  status(
    code.failedPrecondition,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    'wrong-expected-version',
    { 'stream-name': stream, 'expected-version': String(expected), 'actual-version': String(actual) },
  )

export const appendTooLarge = (most: number): GrpcStatus =>
  status(code.invalidArgument, `Maximum Append Size of ${most} Exceeded.`, 'maximum-append-size-exceeded', {
    'maximum-append-size': String(most),
  })

export const eventTooLarge = (id: string, size: number, most: number): GrpcStatus =>
  status(
    code.invalidArgument,
    `Event with Id: ${id}, Size: ${size}, exceeds Maximum Append Event Size of ${most}.`,
    'maximum-append-event-size-exceeded',
    { 'maximum-append-event-size': String(most), 'event-id': id, 'proposed-append-event-size': String(size) },
  )

export const propertyMissing = (property: string): GrpcStatus =>
  status(code.invalidArgument, `Required Metadata Property '${property}' is missing`, 'missing-required-metadata-property', {
    'required-metadata-properties': 'type,content-type',
  })

/** Names a group in sentences and metadata. */
export interface NamedGroup {
  readonly stream: string
  readonly name: string
}

const ofGroup = ({ stream, name }: NamedGroup) => ({ 'stream-name': stream, 'group-name': name })

export const groupFailed = (group: NamedGroup, reason: string): GrpcStatus =>
  status(
    code.internal,
    `Subscription group ${group.name} on stream ${group.stream} failed: '${reason}'`,
    'persistent-subscription-failed',
    { ...ofGroup(group), reason },
  )
export const groupUnknown = (group: NamedGroup): GrpcStatus =>
  status(
    code.notFound,
    `Subscription group ${group.name} on stream ${group.stream} does not exist.`,
    'persistent-subscription-does-not-exist',
    ofGroup(group),
  )
export const groupExists = (group: NamedGroup): GrpcStatus =>
  status(
    code.alreadyExists,
    `Subscription group ${group.name} on stream ${group.stream} exists.`,
    'persistent-subscription-exists',
    ofGroup(group),
  )
export const groupFull = (group: NamedGroup): GrpcStatus =>
  status(
    code.failedPrecondition,
    `Maximum subscriptions reached for subscription group ${group.name} on stream ${group.stream}.`,
    'maximum-subscribers-reached',
    ofGroup(group),
  )
export const groupDropped = (group: NamedGroup): GrpcStatus =>
  status(
    code.cancelled,
    `Subscription group ${group.name} on stream ${group.stream} was dropped.`,
    'persistent-subscription-dropped',
    ofGroup(group),
  )

export const userUnknown = (login: string): GrpcStatus =>
  status(code.notFound, `User '${login}' is not found.`, 'user-not-found', { 'login-name': login })
export const userTaken = (login: string): GrpcStatus =>
  status(code.failedPrecondition, 'Conflict.', 'user-conflict', { 'login-name': login })

export const projectionUnknown = (name: string): GrpcStatus => status(code.notFound, `Projection '${name}' not found`)
export const projectionTaken = (reason: string): GrpcStatus => status(code.alreadyExists, reason)

export const scavengeUnknown = (id: string): GrpcStatus =>
  status(code.notFound, 'Scavenge id was invalid.', 'scavenge-not-found', id === '' ? {} : { 'scavenge-id': id })
