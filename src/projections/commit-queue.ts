// Commits what a query has done in order, while the query goes on; says when it is too far ahead.

import { yieldToOthers } from './yield.ts'

export interface CommitQueue<Item, Outcome> {
  readonly isEmpty: boolean
  /** Begins at once where no commit is under way, otherwise once all before it have come to an end in which the run goes on. */
  add(item: Item, when: When): void
  /** Waits until there is room for one more. @returns what the run has come to; rejects where a commit failed. */
  room(): Promise<Outcome>
  /** The same, once nothing waits any more. */
  drained(): Promise<Outcome>
  /** What has not begun is forgotten. Resolves when nothing is under way; rejects where a commit failed. */
  stop(): Promise<void>
}

export type When =
  | 'at once'
  /** Others have their turn first: the query gets its next events, and works meanwhile. */
  | 'after others'
  /** Together with what comes next, unless there is no more room. */
  | 'with the next'

export interface CommitQueueOptions<Item, Outcome> {
  /** What a commit comes to behind which others may follow. */
  readonly goesOn: Outcome
  /** How many may wait; a commit that is under way counts as one. */
  readonly most: number
  /** @param next takes along what waits behind it, one item at each call; undefined where nothing does. */
  commit(first: Item, next: () => Item | undefined): Promise<Outcome>
}

export function createCommitQueue<Item, Outcome>({ goesOn, most, commit }: CommitQueueOptions<Item, Outcome>): CommitQueue<Item, Outcome> {
  const waiting: { readonly item: Item; readonly isHeld: boolean }[] = []
  let isUnderWay = false
  let isRunning = false
  /** How many wait for room, or for the end of everything. */
  let waiters = 0
  /** Resolved, and replaced, whenever a commit has begun or come to its end. */
  let change = Promise.withResolvers<void>()
  let outcome = goesOn
  let failure: { readonly error: unknown } | undefined
  let isStopped = false

  const count = (): number => waiting.length + (isUnderWay ? 1 : 0)
  const isWanted = (): boolean => waiting.length > 0 && (waiters > 0 || waiting.some(({ isHeld }) => !isHeld))
  const take = (): Item | undefined => waiting.shift()?.item

  const signal = (): void => {
    change.resolve()
    change = Promise.withResolvers()
  }

  const commitNext = async (): Promise<void> => {
    const first = take()!
    isUnderWay = true
    try {
      if (outcome === goesOn && !failure && !isStopped) {
        const committing = commit(first, take)
        // There is room where others were taken along.
        signal()
        outcome = await committing
      }
    } catch (error) {
      failure = { error }
    }
    isUnderWay = false
    signal()
  }

  const commitAll = async (isPatient: boolean): Promise<void> => {
    if (isRunning) return
    isRunning = true
    if (isPatient) await yieldToOthers()
    while (isWanted()) await commitNext()
    isRunning = false
  }

  const untilFewer = async (than: number): Promise<Outcome> => {
    waiters++
    while (count() >= than) {
      const { promise: changed } = change
      void commitAll(false)
      await changed
    }
    waiters--
    if (failure) throw failure.error
    return outcome
  }

  return {
    get isEmpty() {
      return count() === 0
    },
    add(item, when) {
      waiting.push({ item, isHeld: when === 'with the next' })
      if (when !== 'with the next') void commitAll(when === 'after others')
    },
    room: () => untilFewer(most),
    drained: () => untilFewer(1),
    async stop() {
      isStopped = true
      await untilFewer(1)
    },
  }
}
