// The method Read of groups: pushes messages as the consumer has slots, and takes what it settles (grpc §12).

import { isStoreError } from '../../base/errors.ts'
import type { ConsumerConnection, NackAction, TakenMessage } from '../../subscriptions/subscriptions.ts'
import { allStream } from '../../streams/system.ts'
import type { CallContext, GrpcAnswer } from '../call.ts'
import { CallRefused } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import { Outbox } from '../outbox.ts'
import type { CallServices } from '../parts.ts'
import { accessDenied, cancelled, groupDropped, groupFull, groupUnknown, handlerFailed, notChosen } from '../status.ts'
import { mayUse } from '../streams/rights.ts'
import type { EventFormat } from '../wire/event-frames.ts'
import { deliveryFrames } from '../wire/event-frames.ts'
import { frame } from '../wire/frames.ts'
import { readId } from '../wire/ids.ts'
import { streamName } from '../wire/names.ts'

type Request = MessageOf<'groups.ReadReq'>
type Options = Extract<Request['content'], { readonly case: 'options' }>['value']

export async function* consume(messages: AsyncIterable<Request>, context: CallContext, parts: CallServices): GrpcAnswer {
  const requests = messages[Symbol.asyncIterator]()
  const first = await requests.next()
  if (first.done || first.value.content.case !== 'options') return handlerFailed
  const options = first.value.content.value
  const { group, format } = readOptions(options)
  if (!(await mayUse(context, 'read', group.stream, parts))) return accessDenied
  if (options.bufferSize <= 0) return handlerFailed
  const outbox = new Outbox<TakenMessage>()
  const outcome = await parts.subscriptions.connect(group, {
    slots: options.bufferSize,
    userName: context.user?.name ?? 'anonymous',
    connectionName: context.header('connection-name') ?? '<unknown>',
    push: (taken) => outbox.push(...taken),
    drop: () => outbox.end(groupDropped(group)),
  })
  if (outcome.kind !== 'connected') return outcome.kind === 'full' ? groupFull(group) : groupUnknown(group)
  const { connection } = outcome
  const stop = (): void => outbox.end(cancelled)
  context.signal.addEventListener('abort', stop)
  try {
    yield confirmation(`${group.stream}::${group.name}`)
    void settleAll(requests, connection, outbox, parts)
    const batches = outbox.batches()
    for (;;) {
      const step = await batches.next()
      if (step.done) return step.value
      yield* deliveryFrames(step.value, format)
    }
  } finally {
    context.signal.removeEventListener('abort', stop)
    await connection.close().catch((error: unknown) => {
      if (!isStoreError(error, 'storage-closed')) parts.environment.report(error)
    })
  }
}

function readOptions({ streamOption, groupName: name, uuidOption }: Options) {
  if (streamOption.case === undefined) throw new CallRefused(notChosen('StreamOptionOneofCase'))
  const format: EventFormat = { structuredIds: uuidOption?.content.case === 'structured' }
  return { format, group: { stream: streamOption.case === 'all' ? allStream : streamName(streamOption.value), name } }
}

const confirmation = (subscriptionId: string): Uint8Array =>
  frame(encode('groups.ReadResp', { content: { case: 'subscriptionConfirmation', value: { subscriptionId } } }))

const actions: readonly NackAction[] = ['unknown', 'park', 'retry', 'skip', 'stop']

/** The end of the requests does not end the delivery. */
async function settleAll(
  requests: AsyncIterator<Request>,
  connection: ConsumerConnection,
  outbox: Outbox<TakenMessage>,
  { environment }: CallServices,
): Promise<void> {
  try {
    for (let step = await requests.next(); !step.done; step = await requests.next()) {
      const { content } = step.value
      if (content.case === 'ack') await connection.acknowledge(idsOf(content.value))
      if (content.case === 'nack') {
        const { action, reason } = content.value
        await connection.handBack(idsOf(content.value), actions[action] ?? 'unknown', reason)
      }
    }
  } catch (error) {
    if (error instanceof CallRefused) outbox.end(error.status)
    else {
      environment.report(error)
      outbox.end(handlerFailed)
    }
  }
}

const idsOf = ({ ids }: { readonly ids: readonly MessageOf<'UUID'>[] }): readonly string[] =>
  ids.map(readId).filter((id) => id !== undefined)
