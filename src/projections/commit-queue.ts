// Commits what a query has done one after the other, while the query goes on; says when it is too far ahead.

import { yieldToOthers } from './yield.ts'

export interface CommitQueue<Outcome> {
  readonly isEmpty: boolean
  /**
   * Begins at once where nothing waits, otherwise once all before it have come to an end in which the run goes on.
   *
   * @param isPatient whether others have their turn first: the query gets its next events, and works meanwhile.
   */
  add(commit: () => Promise<Outcome>, isPatient: boolean): void
  /** Waits until there is room for one more. @returns what the run has come to; rejects where a commit failed. */
  room(): Promise<Outcome>
  /** The same, once nothing waits any more. */
  drained(): Promise<Outcome>
  /** What has not begun is forgotten. Resolves when nothing is under way; rejects where a commit failed. */
  stop(): Promise<void>
}

/**
 * @param goesOn what a commit comes to behind which others may follow.
 * @param most how many may wait or be under way.
 */
export function createCommitQueue<Outcome>(goesOn: Outcome, most: number): CommitQueue<Outcome> {
  const waiting: Promise<void>[] = []
  let outcome = goesOn
  let failure: { readonly error: unknown } | undefined
  let isStopped = false

  const begin = async (before: Promise<void> | undefined, commit: () => Promise<Outcome>, isPatient: boolean): Promise<void> => {
    if (before) await before
    else if (isPatient) await yieldToOthers()
    try {
      if (outcome === goesOn && !failure && !isStopped) outcome = await commit()
    } catch (error) {
      failure = { error }
    }
    void waiting.shift()
  }

  const found = (): Outcome => {
    if (failure) throw failure.error
    return outcome
  }

  return {
    get isEmpty() {
      return waiting.length === 0
    },
    add(commit, isPatient) {
      waiting.push(begin(waiting.at(-1), commit, isPatient))
    },
    async room() {
      while (waiting.length >= most) await waiting[0]
      return found()
    },
    async drained() {
      while (waiting.length > 0) await waiting.at(-1)
      return found()
    },
    async stop() {
      isStopped = true
      while (waiting.length > 0) await waiting.at(-1)
      found()
    },
  }
}
