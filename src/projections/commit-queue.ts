// Commits what a query has done in order, while the query goes on; says when it is too far ahead.

import { yieldToOthers } from './yield.ts'

export interface CommitQueue<Item, Outcome> {
  readonly isEmpty: boolean
  /**
   * Begins at once where nothing waits, otherwise once all before it have come to an end in which the run goes on.
   *
   * @param isPatient whether others have their turn first: the query gets its next events, and works meanwhile.
   */
  add(item: Item, isPatient: boolean): void
  /** Waits until there is room for one more. @returns what the run has come to; rejects where a commit failed. */
  room(): Promise<Outcome>
  /** The same, once nothing waits any more. */
  drained(): Promise<Outcome>
  /** What has not begun is forgotten. Resolves when nothing is under way; rejects where a commit failed. */
  stop(): Promise<void>
}

export interface CommitQueueOptions<Item, Outcome> {
  /** What a commit comes to behind which others may follow. */
  readonly goesOn: Outcome
  /** How many may wait or be under way. */
  readonly most: number
  /** @param next takes along what waits behind it, one item at each call; undefined where nothing does. */
  commit(first: Item, next: () => Item | undefined): Promise<Outcome>
}

export function createCommitQueue<Item, Outcome>({ goesOn, most, commit }: CommitQueueOptions<Item, Outcome>): CommitQueue<Item, Outcome> {
  const waiting: Item[] = []
  let underWay = 0
  let isRunning = false
  /** Resolved, and replaced, whenever a commit has come to its end. */
  let change = Promise.withResolvers<void>()
  let outcome = goesOn
  let failure: { readonly error: unknown } | undefined
  let isStopped = false

  const count = (): number => waiting.length + underWay

  const take = (): Item | undefined => {
    if (waiting.length > 0) underWay += 1
    return waiting.shift()
  }

  const commitAll = async (isPatient: boolean): Promise<void> => {
    isRunning = true
    if (isPatient) await yieldToOthers()
    for (let first = take(); first !== undefined; first = take()) {
      try {
        if (outcome === goesOn && !failure && !isStopped) outcome = await commit(first, take)
      } catch (error) {
        failure = { error }
      }
      underWay = 0
      change.resolve()
      change = Promise.withResolvers()
    }
    isRunning = false
  }

  const untilFewer = async (than: number): Promise<Outcome> => {
    while (count() >= than) await change.promise
    if (failure) throw failure.error
    return outcome
  }

  return {
    get isEmpty() {
      return count() === 0
    },
    add(item, isPatient) {
      waiting.push(item)
      if (!isRunning) void commitAll(isPatient)
    },
    room: () => untilFewer(most),
    drained: () => untilFewer(1),
    async stop() {
      isStopped = true
      await untilFewer(1)
    },
  }
}
