// Appends to several streams in one transaction, all or nothing, where every stream is as expected (grpc v2).

import { newEvents } from '../../base/events/event-table.ts'
import type { NewEvent, Position } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import type { WriteClock } from '../../base/platform/environment.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../../storage/storage.ts'
import type { StreamWrite } from '../outcomes.ts'
import type { AppendDecision, AppendState } from './append.ts'
import { checkVersion, decideCheck } from './append.ts'
import { answerQuestion, decisiveStreams, isQuestion, stateOf } from './append-lookups.ts'
import type { Heads } from './heads.ts'
import { loadHeads } from './heads.ts'
import { appendAllIn } from './write.ts'

/** Expected of a stream that has been deleted for good. */
export const expectedTombstone = -6n

/** What a stream has to be, whether it is written to or not. */
export interface StreamCheck {
  readonly stream: string
  /** As of a `StreamWrite`, or -6. */
  readonly expected: bigint
}

export interface TogetherWrite {
  /** Each stream once, those that are written to included. */
  readonly checks: readonly StreamCheck[]
  /** At least one, in the order of the log. */
  readonly events: readonly { readonly stream: string; readonly event: NewEvent }[]
}

/** The number of the last event, -1 if there is none, or how the stream was deleted. */
export type ActualState = number | 'deleted' | 'tombstoned'

export type TogetherOutcome =
  /** `last`: number of the last event of each written stream, in the order of their first events. */
  | { readonly kind: 'written'; readonly last: ReadonlyMap<string, number>; readonly position: Position }
  /** The checks that failed, by their index. */
  | { readonly kind: 'violated'; readonly violations: readonly { readonly index: number; readonly actual: ActualState }[] }

export const appendTogether = (storage: Pick<Storage, 'write'>, write: TogetherWrite, clock: WriteClock): Promise<TogetherOutcome> =>
  storage.write((tx) => appendTogetherIn(tx, write, clock))

async function appendTogetherIn(tx: WriteTransaction, { checks, events }: TogetherWrite, clock: WriteClock): Promise<TogetherOutcome> {
  const heads: Heads = new Map()
  await loadHeads(tx, heads, [...new Set(checks.flatMap(({ stream, expected }) => decisiveStreams(stream, expected)))])
  const states = new Map(checks.map(({ stream }) => [stream, stateOf(heads, stream)]))
  const byStream = Map.groupBy(events, ({ stream }) => stream)
  const decisions: AppendDecision[] = []
  for (const check of checks) decisions.push(await decide(tx, check, byStream.get(check.stream) ?? [], states.get(check.stream)!))
  const repeated = new Map(checks.flatMap(({ stream }, index) => repeatedAt(stream, decisions[index]!)))
  // A write that is sent again has changed what it asked for itself.
  if (repeated.size === byStream.size) return await writtenBefore(tx, [...byStream.keys()], repeated)
  const violations = decisions.flatMap((decision, index) =>
    decision.kind === 'append' ? [] : [{ index, actual: actualOf(decision, states.get(checks[index]!.stream)!) }],
  )
  if (violations.length > 0) return { kind: 'violated', violations }
  const last = new Map([...byStream.keys()].map((stream) => [stream, states.get(stream)!.last]))
  const writes = runsOf(events, last)
  const outcomes = await appendAllIn(tx, writes, clock, heads)
  const end = outcomes.at(-1)!
  if (end.kind !== 'appended') throw new Error(`An append that was decided upon became "${end.kind}".`)
  return { kind: 'written', last, position: end.position + end.last - end.first }
}

async function decide(
  tx: ReadTransaction,
  { stream, expected: asked }: StreamCheck,
  own: TogetherWrite['events'],
  state: AppendState,
): Promise<AppendDecision> {
  const expected = asked === expectedTombstone ? maxInt64 : asked
  if (own.length === 0) return decideCheck(state, expected)
  const check = checkVersion(state, expected)
  if (!isQuestion(check)) return check
  return await answerQuestion(tx, { stream, expected, events: newEvents(own.map(({ event }) => event)) }, state, check)
}

const repeatedAt = (stream: string, decision: AppendDecision): (readonly [string, number])[] =>
  decision.kind === 'repeated' ? [[stream, decision.last]] : []

function actualOf(decision: Exclude<AppendDecision, { kind: 'append' }>, state: AppendState): ActualState {
  if (decision.kind === 'deleted') return state.deleted ? 'tombstoned' : 'deleted'
  return decision.kind === 'wrong-version' ? decision.current : state.last
}

async function writtenBefore(
  tx: ReadTransaction,
  streams: readonly string[],
  last: ReadonlyMap<string, number>,
): Promise<Extract<TogetherOutcome, { kind: 'written' }>> {
  let position = -1
  for (const stream of streams) {
    const number = last.get(stream)!
    const [event] = await tx.stream(stream, { from: number, direction: 'backward', limit: 1 })
    // A scavenge may have removed it.
    if (event?.number === number) position = Math.max(position, event.position)
  }
  return { kind: 'written', last: new Map(streams.map((stream) => [stream, last.get(stream)!])), position: Math.max(position, 0) }
}

/** Neighbours of one stream as one write. @param last number of the last event by stream, which is moved on. */
function runsOf(events: TogetherWrite['events'], last: Map<string, number>): StreamWrite[] {
  const runs: { readonly stream: string; readonly events: NewEvent[] }[] = []
  for (const { stream, event } of events) {
    const run = runs.at(-1)
    if (run?.stream === stream) run.events.push(event)
    else runs.push({ stream, events: [event] })
  }
  return runs.map(({ stream, events: own }) => {
    const before = last.get(stream)!
    last.set(stream, before + own.length)
    return { stream, events: newEvents(own), expected: BigInt(before) }
  })
}
