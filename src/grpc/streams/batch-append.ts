// The method BatchAppend: any number of appends through one call, each answered when it is written (grpc §6).

import { newEvents } from '../../base/events/event-table.ts'
import { isStoreError } from '../../base/errors.ts'
import type { AppendOutcome } from '../../streams/streams.ts'
import type { CallContext, GrpcAnswer } from '../call.ts'
import { CallRefused } from '../call.ts'
import type { MessageInit, MessageOf } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import { Outbox } from '../outbox.ts'
import type { CallServices } from '../parts.ts'
import { handlerFailed, ok } from '../status.ts'
import { frame, joined } from '../wire/frames.ts'
import { readId, structuredId } from '../wire/ids.ts'
import { positionOf, streamIdentifier, streamName } from '../wire/names.ts'
import type { Appended } from './append.ts'
import { appendEvents, toAppended } from './append.ts'
import type { BatchProblem } from './batch-problems.ts'
import { problemOf, problemStatus } from './batch-problems.ts'
import { ProposedEvents, readExpected } from './expectation.ts'
import { mayUse } from './rights.ts'

type Request = MessageOf<'streams.BatchAppendReq'>

/** An append whose events still arrive. */
interface Batch {
  readonly correlationId: MessageOf<'UUID'>
  readonly stream: string
  readonly expected: bigint
  readonly proposed: ProposedEvents
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly stopTimer: () => void
}

/** Appends that wait for a transaction, or are in one; reading stops there. */
const mostUnderWay = 256

export function batchAppend(messages: AsyncIterable<Request>, context: CallContext, parts: CallServices): GrpcAnswer {
  return new Batches(context, parts).answer(messages)
}

class Batches {
  readonly #context: CallContext
  readonly #parts: CallServices
  readonly #outbox = new Outbox<MessageInit<'streams.BatchAppendResp'>>()
  readonly #open = new Map<string, Batch>()
  #ready: Batch[] = []
  #underWay = 0
  #writing: Promise<void> | undefined

  constructor(context: CallContext, parts: CallServices) {
    this.#context = context
    this.#parts = parts
  }

  async *answer(messages: AsyncIterable<Request>): GrpcAnswer {
    void this.#readAll(messages)
    const batches = this.#outbox.batches()
    try {
      for (;;) {
        const step = await batches.next()
        if (step.done) return step.value
        yield joined(step.value.map((message) => frame(encode('streams.BatchAppendResp', message))))
      }
    } finally {
      for (const { stopTimer } of this.#open.values()) stopTimer()
    }
  }

  async #readAll(messages: AsyncIterable<Request>): Promise<void> {
    try {
      for await (const request of messages) {
        await this.#take(request)
        while (this.#underWay >= mostUnderWay) await this.#writing
      }
      while (this.#writing) await this.#writing
      this.#outbox.end(ok)
    } catch (error) {
      if (!(error instanceof CallRefused) && !isStoreError(error, 'storage-closed') && !this.#context.signal.aborted)
        this.#parts.environment.report(error)
      this.#outbox.end(error instanceof CallRefused ? error.status : handlerFailed)
    }
  }

  async #take(request: Request): Promise<void> {
    const id = readId(request.correlationId)
    if (id === undefined || !request.correlationId) return
    if (request.options) {
      const begun = await this.#begin(id, request.correlationId, request.options)
      if (begun) return this.#refuse(id, request.correlationId, begun, request.options.streamIdentifier)
    }
    const batch = this.#open.get(id)
    if (!batch) return
    if (this.#parts.environment.now() > batch.deadline) return this.#expire(id, batch)
    for (const message of request.proposedMessages) {
      const refusal = batch.proposed.add(message)
      if (refusal) return this.#refuse(id, batch.correlationId, problemOf(refusal), streamIdentifier(batch.stream))
    }
    if (!request.isFinal) return
    this.#forget(id)
    this.#ready.push(batch)
    this.#underWay += 1
    this.#writing ??= this.#writeReady()
  }

  async #begin(id: string, correlationId: MessageOf<'UUID'>, options: NonNullable<Request['options']>): Promise<BatchProblem | undefined> {
    const { environment, facts } = this.#parts
    const expected = readExpected(options.expectedStreamPosition)
    if (expected === undefined) return { kind: 'bad-request', message: 'The expected position of the stream is missing.' }
    if ((options.streamIdentifier?.streamName.length ?? 0) === 0) return { kind: 'bad-request', message: 'The stream has no name.' }
    const stream = streamName(options.streamIdentifier)
    if (!(await mayUse(this.#context, 'write', stream, this.#parts))) return { kind: 'access-denied' }
    const deadline = deadlineOf(options.deadlineOption, environment.now())
    this.#forget(id)
    const isLimited = deadline < Number.POSITIVE_INFINITY
    const stopTimer = isLimited
      ? environment.after(Math.max(0, deadline - environment.now()), () => this.#expire(id, batch), { background: true })
      : () => undefined
    const batch: Batch = { correlationId, stream, expected, proposed: new ProposedEvents(facts), deadline, stopTimer }
    this.#open.set(id, batch)
    return undefined
  }

  #forget(id: string): void {
    this.#open.get(id)?.stopTimer()
    this.#open.delete(id)
  }

  #refuse(id: string, correlationId: MessageOf<'UUID'>, problem: BatchProblem, stream: MessageInit<'StreamIdentifier'> | undefined): void {
    this.#forget(id)
    this.#outbox.push({ correlationId, result: { case: 'error', value: problemStatus(problem) }, streamIdentifier: stream ?? {} })
  }

  #expire(id: string, batch: Batch): void {
    if (this.#open.get(id) !== batch) return
    this.#refuse(id, structuredId(id) as MessageOf<'UUID'>, { kind: 'timeout' }, streamIdentifier(batch.stream))
  }

  /** Writes what is ready in one transaction, and what has become ready meanwhile in the next. */
  async #writeReady(): Promise<void> {
    while (this.#ready.length > 0) {
      const batches = this.#ready
      this.#ready = []
      const answers = await this.#write(batches).catch((error: unknown) => {
        if (!isStoreError(error, 'storage-closed')) this.#parts.environment.report(error)
        return batches.map((batch) => answerOf(batch, { kind: 'unknown' }))
      })
      this.#underWay -= batches.length
      this.#outbox.push(...answers)
    }
    this.#writing = undefined
  }

  async #write(batches: readonly Batch[]): Promise<MessageInit<'streams.BatchAppendResp'>[]> {
    const { streams } = this.#parts
    const filled = batches.filter(({ proposed }) => proposed.events.length > 0)
    const outcomes = await streams.appendAll(filled.map(writeOf))
    const found = new Map<Batch, AppendOutcome>(filled.map((batch, index) => [batch, outcomes[index]!]))
    return await Promise.all(
      batches.map(async (batch) => {
        const outcome = found.get(batch)
        return answerOf(batch, outcome ? await toAppended(batch.stream, outcome, this.#parts) : await appendEvents(batch, [], this.#parts))
      }),
    )
  }
}

const writeOf = ({ stream, expected, proposed }: Batch) => ({ stream, expected, events: newEvents(proposed.events) })

function answerOf(batch: Batch, appended: Appended | { readonly kind: 'unknown' }): MessageInit<'streams.BatchAppendResp'> {
  const { correlationId, stream, expected } = batch
  const identifier = streamIdentifier(stream)
  if (appended.kind !== 'written') {
    const problem: BatchProblem =
      appended.kind === 'wrong-version'
        ? { kind: 'wrong-version', expected, current: appended.current }
        : appended.kind === 'deleted'
          ? { kind: 'deleted', stream }
          : { kind: 'unknown' }
    return { correlationId, streamIdentifier: identifier, result: { case: 'error', value: problemStatus(problem) } }
  }
  const { last, position } = appended
  return {
    correlationId,
    streamIdentifier: identifier,
    result: {
      case: 'success',
      value: {
        currentRevisionOption: last < 0 ? { case: 'noStream', value: {} } : { case: 'currentRevision', value: BigInt(last) },
        positionOption: { case: 'position', value: positionOf(position) },
      },
    },
  }
}

/** @param now milliseconds since 1970. @returns the same; infinity without a deadline. */
function deadlineOf(option: NonNullable<Request['options']>['deadlineOption'], now: number): number {
  if (option.case === undefined) return Number.POSITIVE_INFINITY
  const milliseconds = Number(option.value.seconds) * 1000 + option.value.nanos / 1_000_000
  return option.case === 'deadline' ? now + milliseconds : milliseconds
}
