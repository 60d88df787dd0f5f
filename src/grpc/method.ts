// The line of a method in the table of services, and the four forms that methods have.

import type { Callers } from '../users/rights.ts'
import type { GrpcAnswer, CallContext } from './call.ts'
import { CallRefused } from './call.ts'
import { decode, encode } from './messages/codec.ts'
import type { MessageInit, MessageOf, MessageName } from './messages/shapes.ts'
import type { GrpcStatus } from './status.ts'
import { additionalMessage, handlerFailed, incompleteMessage, ok } from './status.ts'
import { frame } from './wire/frames.ts'

export interface GrpcMethod {
  readonly name: string
  /** The callers whom it admits before it looks at the request. */
  readonly callers: Callers
  /** What the request does to the store, for its statistics. */
  readonly counts: 'reads' | 'writes' | undefined
  /** What clients ask for before they use it. */
  readonly features?: readonly string[]
  readonly run: (exchange: CallContext) => GrpcAnswer
}

export interface Service {
  /** With its package, e.g. `event_store.client.streams.Streams`. */
  readonly name: string
  readonly methods: readonly GrpcMethod[]
}

/** The answer of a method with one message: that message, or the status of a refusal. */
export type UnaryReply<Name extends MessageName> = { readonly message: MessageInit<Name> } | { readonly status: GrpcStatus }

/** One message in, one out. */
export const unary = <Request extends MessageName, Response extends MessageName>(
  [request, response]: readonly [Request, Response],
  handle: (message: MessageOf<Request>, exchange: CallContext) => Promise<UnaryReply<Response>>,
): GrpcMethod['run'] =>
  // eslint-disable-next-line require-yield -- the one message goes out with the status
  async function* (exchange) {
    const reply = await handle(await onlyMessage(request, exchange), exchange)
    return 'status' in reply ? reply.status : { ...ok, lastFrame: frame(encode(response, reply.message)) }
  }

/** One message in, many out. */
export const serverStream = <Request extends MessageName>(
  request: Request,
  handle: (message: MessageOf<Request>, exchange: CallContext) => GrpcAnswer,
): GrpcMethod['run'] =>
  async function* (exchange) {
    return yield* handle(await onlyMessage(request, exchange), exchange)
  }

/** Many messages in, one out. */
export const clientStream = <Request extends MessageName, Response extends MessageName>(
  [request, response]: readonly [Request, Response],
  handle: (messages: AsyncIterable<MessageOf<Request>>, exchange: CallContext) => Promise<UnaryReply<Response>>,
): GrpcMethod['run'] =>
  // eslint-disable-next-line require-yield -- the one message goes out with the status
  async function* (exchange) {
    const reply = await handle(decoded(request, exchange), exchange)
    return 'status' in reply ? reply.status : { ...ok, lastFrame: frame(encode(response, reply.message)) }
  }

/** Many messages in, many out. */
export const duplex =
  <Request extends MessageName>(
    request: Request,
    handle: (messages: AsyncIterable<MessageOf<Request>>, exchange: CallContext) => GrpcAnswer,
  ): GrpcMethod['run'] =>
  (exchange) =>
    handle(decoded(request, exchange), exchange)

async function onlyMessage<Name extends MessageName>(name: Name, { messages }: CallContext): Promise<MessageOf<Name>> {
  const first = await messages.next()
  if (first.done) throw new CallRefused(incompleteMessage)
  const second = await messages.next()
  if (!second.done) throw new CallRefused(additionalMessage)
  return decodedAs(name, first.value)
}

async function* decoded<Name extends MessageName>(name: Name, { messages }: CallContext): AsyncGenerator<MessageOf<Name>, undefined> {
  for (let step = await messages.next(); !step.done; step = await messages.next()) yield decodedAs(name, step.value)
  return undefined
}

/** @throws CallRefused where the bytes are no such message. */
function decodedAs<Name extends MessageName>(name: Name, bytes: Uint8Array): MessageOf<Name> {
  try {
    return decode(name, bytes)
  } catch {
    throw new CallRefused(handlerFailed)
  }
}
