// Appends to several streams in one transaction, all or nothing, where each is as expected (grpc v2).

import { isSoftDeleted } from '../../base/events/events.ts'
import type { WriteClock } from '../../base/platform/environment.ts'
import type { Storage, WriteTransaction } from '../../storage/storage.ts'
import type { AppendOutcome, StreamWrite } from '../outcomes.ts'
import { expectedVersion } from '../outcomes.ts'
import { appendAllIn } from './write.ts'

/** What a stream has to be, whether it is written to or not. */
export interface StreamCheck {
  readonly stream: string
  /** As of a `StreamWrite`. */
  readonly expected: bigint
}

export type TogetherOutcome =
  /** One for each write, in their order. */
  | { readonly kind: 'appended'; readonly outcomes: readonly WrittenOutcome[] }
  /** The first write that its stream refused. */
  | { readonly kind: 'refused'; readonly index: number; readonly outcome: Exclude<AppendOutcome, WrittenOutcome> }
  /** The checks that failed, by their index; a stream that is missing or deleted is at -1. */
  | { readonly kind: 'violated'; readonly violations: readonly { readonly index: number; readonly actual: number }[] }

export type WrittenOutcome = Extract<AppendOutcome, { kind: 'appended' | 'repeated' }>

/** Takes a transaction back. */
class Refused extends Error {
  readonly outcome: TogetherOutcome

  constructor(outcome: TogetherOutcome) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

export async function appendTogether(
  storage: Pick<Storage, 'write'>,
  writes: readonly StreamWrite[],
  checks: readonly StreamCheck[],
  clock: WriteClock,
): Promise<TogetherOutcome> {
  try {
    return await storage.write((tx) => appendTogetherIn(tx, writes, checks, clock))
  } catch (error) {
    if (error instanceof Refused) return error.outcome
    throw error
  }
}

async function appendTogetherIn(
  tx: WriteTransaction,
  writes: readonly StreamWrite[],
  checks: readonly StreamCheck[],
  clock: WriteClock,
): Promise<TogetherOutcome> {
  const heads = await tx.headsOf(checks.map(({ stream }) => stream))
  const violations = checks.flatMap(({ expected }, index) => {
    const head = heads[index]
    const actual = !head || head.tombstone || isSoftDeleted(head) ? -1 : head.last
    return isMet(expected, actual) ? [] : [{ index, actual }]
  })
  if (violations.length > 0) throw new Refused({ kind: 'violated', violations })
  const outcomes = await appendAllIn(tx, writes, clock)
  const written: WrittenOutcome[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== 'appended' && outcome.kind !== 'repeated') throw new Refused({ kind: 'refused', index, outcome })
    written.push(outcome)
  }
  return { kind: 'appended', outcomes: written }
}

function isMet(expected: bigint, actual: number): boolean {
  if (expected === expectedVersion.any) return true
  if (expected === expectedVersion.streamExists) return actual >= 0
  return expected === BigInt(actual)
}
