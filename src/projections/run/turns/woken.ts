// Decides whom a commit wakes, and whether the system projections are aside.

import type { CommitHint } from '../../../storage/storage.ts'

interface Sleeping<Sleeper> {
  readonly runner: Sleeper
  /** Whether it takes the events of several appends together, as those of the system do. */
  readonly isPaced: boolean
}

interface Reading {
  isConcernedBy(commit: CommitHint): boolean
  /** Whether it reads a stream that the system projections write. */
  readonly readsLinks: boolean
}

/** States of users' projections come first: then the others are aside, unless one of the users' waits for their links. */
export function wokenBy<Sleeper extends Reading>(commit: CommitHint, sleeping: readonly Sleeping<Sleeper>[]) {
  const concerned = sleeping.filter(({ runner }) => runner.isConcernedBy(commit))
  const urgent = concerned.filter(({ isPaced }) => !isPaced).map(({ runner }) => runner)
  const paced = concerned.filter(({ isPaced }) => isPaced).map(({ runner }) => runner)
  const areAside = urgent.length > 0 && !sleeping.some(({ isPaced, runner }) => !isPaced && runner.readsLinks)
  return { urgent, paced, areAside }
}
