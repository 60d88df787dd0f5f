// Reads and rewrites CHANGELOG.md, which keeps the form of keepachangelog.com.

import { repository } from '../site/links.ts'

const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|^\[)/m

/** The changes since the last version; empty if none is noted. */
export const unreleasedIn = (changelog: string): string => (unreleased.exec(changelog)?.[1] ?? '').trim()

export interface Release {
  readonly version: string
  /** E.g. `2026-01-31`. */
  readonly date: string
}

/** @returns the text with what was unreleased under the version, and links that compare it with the one before. */
export function releaseIn(changelog: string, { version, date }: Release): string {
  const before = /^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1]
  const entries = unreleasedIn(changelog)
  const moved = changelog.replace(unreleased, `## [Unreleased]\n\n## [${version}] - ${date}\n\n${entries}\n\n`)
  const compared = before === undefined ? `${repository}/releases/tag/v${version}` : `${repository}/compare/v${before}...v${version}`
  return moved.replace(/^\[Unreleased\]: .*$/m, `[Unreleased]: ${repository}/compare/v${version}...HEAD\n[${version}]: ${compared}`)
}

/** The first version was written down before it had a date. */
export const datedIn = (changelog: string, { version, date }: Release): string =>
  changelog.replace(`## [${version}]\n`, `## [${version}] - ${date}\n`)

/** The notes of one version, for the page of its release. */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m)
  const part = parts.find((text) => text.startsWith(`[${version}]`)) ?? ''
  return part
    .replace(/^.*\n/, '')
    .replace(/^\[.*\]: .*$/gm, '')
    .trim()
}
