// Turns the name of a release into its facts.

import type { FactChanges, Release, ReleaseFacts } from './facts.ts'
import { changes23_10 } from './r23-10/facts.ts'
import { facts26_1 } from './r26-1/facts.ts'
import { changes26_2 } from './r26-2/facts.ts'

const differing = (release: Release, changes: FactChanges): ReleaseFacts => ({
  release,
  http: { ...facts26_1.http, ...changes.http },
  streams: { ...facts26_1.streams, ...changes.streams },
  node: { ...facts26_1.node, ...changes.node },
  subscriptions: { ...facts26_1.subscriptions, ...changes.subscriptions },
  calls: { ...facts26_1.calls, ...changes.calls },
  projections: { ...facts26_1.projections, ...changes.projections },
  language: { ...facts26_1.language, ...changes.language },
})

const facts: Readonly<Record<Release, ReleaseFacts>> = {
  '23.10': differing('23.10', changes23_10),
  '26.1': facts26_1,
  '26.2': differing('26.2', changes26_2),
}

/** The releases that a store can answer as, the oldest first. */
export const releases = ['23.10', '26.1', '26.2'] as const satisfies readonly Release[]

/** The newest release that still runs transient projections. */
export const defaultRelease: Release = '26.1'

export const isRelease = (text: string): text is Release => (releases as readonly string[]).includes(text)

/** The release as scenarios name it: undefined for the default. */
export const namedRelease = (release: Release): Release | undefined => (release === defaultRelease ? undefined : release)

/** @param version as `/info` has it, for example `23.10.6.0`. @returns undefined if it is of no known release. */
export const releaseOfVersion = (version: string): Release | undefined => releases.find((release) => version.startsWith(`${release}.`))

/** What a reader should hear where a scenario is made for another release than the store's; undefined if it is not. */
export const releaseNotice = (made: Release | undefined, release: Release): string | undefined =>
  made === undefined || made === release
    ? undefined
    : `The scenario is made for release ${made}, but the store answers as ${release}: an option has chosen that, or the store was there before.`

/** The language of the default release. */
export const defaultLanguage = facts[defaultRelease].language

/** @returns the same object each time. */
export const factsOf = (release: Release): ReleaseFacts => facts[release]
