// The method Append: the events of one call to one stream, in one transaction (grpc §5).

import { newEvents } from '../../base/events/event-table.ts'
import type { NewEvent } from '../../base/events/events.ts'
import type { AppendOutcome } from '../../streams/streams.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { CallContext } from '../call.ts'
import type { MessageInit, MessageOf } from '../messages/shapes.ts'
import type { UnaryReply } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { accessDenied, handlerFailed, notChosen, streamDeleted } from '../status.ts'
import { none, positionOf, streamName } from '../wire/names.ts'
import { ProposedEvents, readExpected } from './expectation.ts'
import { mayUse } from './rights.ts'

export async function append(
  messages: AsyncIterable<MessageOf<'streams.AppendReq'>>,
  exchange: CallContext,
  parts: CallServices,
): Promise<UnaryReply<'streams.AppendResp'>> {
  let target: { readonly stream: string; readonly expected: bigint } | undefined
  const proposed = new ProposedEvents(parts.facts)
  for await (const { content } of messages) {
    if (!target) {
      if (content.case !== 'options') return { status: handlerFailed }
      const expected = readExpected(content.value.expectedStreamRevision)
      if (expected === undefined) return { status: notChosen('ExpectedStreamRevisionOneofCase') }
      const stream = streamName(content.value.streamIdentifier)
      if (!(await mayUse(exchange, 'write', stream, parts))) return { status: accessDenied }
      target = { stream, expected }
    } else {
      if (content.case !== 'proposedMessage') return { status: handlerFailed }
      const refusal = proposed.add(content.value)
      if (refusal) return { status: refusal }
    }
  }
  if (!target) return { status: handlerFailed }
  const appended = await appendEvents(target, proposed.events, parts)
  if (appended.kind === 'deleted') return { status: streamDeleted(target.stream) }
  return { message: { result: appended.kind === 'written' ? success(appended) : conflict(target.expected, appended.current) } }
}

export type Appended =
  /** `last` is -1 where the stream has no event. */
  | { readonly kind: 'written'; readonly last: number; readonly position: number }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }

/** Appends, or only checks the expectation if there is no event. */
export async function appendEvents(
  { stream, expected }: { readonly stream: string; readonly expected: bigint },
  events: readonly NewEvent[],
  { streams }: Pick<CallServices, 'streams'>,
): Promise<Appended> {
  if (events.length === 0) {
    const checked = await streams.check(stream, expected)
    if (checked.kind !== 'as-expected') return checked
    return { kind: 'written', last: checked.current, position: Math.max(0, (await streams.end()) - 1) }
  }
  return await toAppended(stream, await streams.append({ stream, events: newEvents(events), expected }), { streams })
}

/** Repeated events are at the positions where they were written first. */
export async function toAppended(stream: string, outcome: AppendOutcome, { streams }: Pick<CallServices, 'streams'>): Promise<Appended> {
  switch (outcome.kind) {
    case 'appended':
      return { kind: 'written', last: outcome.last, position: outcome.position + outcome.last - outcome.first }
    case 'repeated':
      return { kind: 'written', last: outcome.last, position: (await streams.positionOf(stream, outcome.last)) ?? (await streams.end()) }
    default:
      return outcome
  }
}

type Result = NonNullable<MessageInit<'streams.AppendResp'>['result']>

const success = ({ last, position }: Extract<Appended, { kind: 'written' }>): Result => ({
  case: 'success',
  value: {
    currentRevisionOption: last < 0 ? { case: 'noStream', value: {} } : { case: 'currentRevision', value: BigInt(last) },
    positionOption: { case: 'position', value: positionOf(position) },
  },
})

/** Says everything twice: once for clients from before release 20.6.1. */
function conflict(expected: bigint, current: number): Result {
  const isMissing = current < 0
  const value = {
    currentRevisionOption2060: isMissing
      ? ({ case: 'noStream2060', value: {} } as const)
      : ({ case: 'currentRevision2060', value: BigInt(current) } as const),
    currentRevisionOption: isMissing
      ? ({ case: 'currentNoStream', value: {} } as const)
      : ({ case: 'currentRevision', value: BigInt(current) } as const),
    ...expectedFields(expected),
  }
  return { case: 'wrongExpectedVersion', value }
}

function expectedFields(expected: bigint) {
  switch (expected) {
    case expectedVersion.any:
      return {
        expectedRevisionOption2060: { case: 'any2060', value: {} },
        expectedRevisionOption: { case: 'expectedAny', value: {} },
      } as const
    case expectedVersion.streamExists:
      return {
        expectedRevisionOption2060: { case: 'streamExists2060', value: {} },
        expectedRevisionOption: { case: 'expectedStreamExists', value: {} },
      } as const
    case expectedVersion.noStream:
      return {
        expectedRevisionOption2060: { case: 'expectedRevision2060', value: none },
        expectedRevisionOption: { case: 'expectedNoStream', value: {} },
      } as const
    default:
      return {
        expectedRevisionOption2060: { case: 'expectedRevision2060', value: BigInt.asUintN(64, expected) },
        expectedRevisionOption: { case: 'expectedRevision', value: BigInt.asUintN(64, expected) },
      } as const
  }
}
