// Waits for the commits that concern a reader, so that none between two reads is missed.

import type { CommitHint, Storage } from '../../storage/storage.ts'

export interface Commits {
  /** Resolves at the next relevant commit, at once if there was one since the last call. */
  next(): Promise<void>
  /** Resolves the pending call of `next`, or the next one. */
  wake(): void
  /** Resolves the pending call of `next`, and no commit the later ones. */
  stop(): void
}

export function listen(storage: Pick<Storage, 'onCommit'>, concerns: (commit: CommitHint) => boolean): Commits {
  let pending = Promise.withResolvers<void>()
  const unsubscribe = storage.onCommit((commit) => {
    if (concerns(commit)) pending.resolve()
  })
  return {
    next: async () => {
      await pending.promise
      pending = Promise.withResolvers<void>()
    },
    wake: () => pending.resolve(),
    stop: () => {
      unsubscribe()
      pending.resolve()
    },
  }
}
