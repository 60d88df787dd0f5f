// Says what stands in the way of a release.

import { isLater } from './version.ts'

export interface ReleaseState {
  /** `git status --porcelain`. */
  readonly status: string
  readonly branch: string
  readonly tags: readonly string[]
  readonly present: string
  readonly next: string
  /** The notes of the changelog since the last version. */
  readonly unreleased: string
}

/** @returns sentences; none if the release can be made. */
export function releaseProblems({ status, branch, tags, present, next, unreleased }: ReleaseState): string[] {
  return [
    ...(status.trim() === '' ? [] : [`There are changes that are not committed:\n${status.trimEnd()}`]),
    ...(branch === 'main' ? [] : [`This is the branch ${branch}: releases are made on main.`]),
    // The first one has the version that the project began with.
    ...(isLater(present, next) || (present === next && tags.length === 0) ? [] : [`${next} does not come after ${present}.`]),
    ...(tags.includes(`v${next}`) ? [`The tag v${next} is there already.`] : []),
    ...(unreleased === '' && present !== next ? ['CHANGELOG.md notes nothing under "Unreleased".'] : []),
  ]
}
