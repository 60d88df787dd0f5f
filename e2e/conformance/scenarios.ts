// Reads the recordings of each recorded release.

import { readFileSync, readdirSync } from 'node:fs'
import type { Recording } from '../../src/cli/recordings/recording.ts'

/** The releases that were recorded. Recordings are played by a store of the same release. */
export const recordedReleases = ['23.10', '26.2'] as const
export type RecordedRelease = (typeof recordedReleases)[number]

const folders: Readonly<Record<RecordedRelease, string>> = { '23.10': './scenarios/', '26.2': './scenarios-26/' }

/** One file of recordings. */
export interface Topic {
  readonly name: string
  readonly scenarios: readonly Recording[]
}

export function readTopics(release: RecordedRelease): Topic[] {
  const folder = new URL(folders[release], import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      scenarios: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Recording[],
    }))
}

export const readScenarios = (release: RecordedRelease): Recording[] => readTopics(release).flatMap(({ scenarios }) => scenarios)

/** In front of the names of recordings with transient queries, made with their refusal switched off. */
const allowed = /^transient-allowed\//

/** The name of a recording without its circumstances: as that of the other release where both have it. */
export const plainName = (name: string): string => name.replace(allowed, '')

/** What a recording is about, by its name. The second engine for projections, which only newer releases have, belongs to them. */
export function areaOf(name: string): string {
  const [first = '', second = '', third = ''] = plainName(name).split('/')
  if (first !== 'v26') return first
  if (third === 'language') return third
  return second === 'engine2' ? 'projections' : second
}
