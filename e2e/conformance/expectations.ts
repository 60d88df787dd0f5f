// Reads the list of known deviations and decides whether a run agrees with it: no new difference, no unexpected pass.

import { readFileSync } from 'node:fs'
import type { RecordedRelease } from './scenarios.ts'

/** Recorded steps that are known to differ, and the reason: the difference is right, or not resolved yet. */
export interface Deviation {
  /** Name of the scenario, or the start of several names followed by `*`. */
  readonly scenario: string
  /** Indexes of the steps, from 0; absent: any of them (only for features not built yet). */
  readonly steps?: readonly number[]
  readonly reason: string
  /** Set where the outcome depends on a race that the server has too: it may differ, but need not. */
  readonly unstable?: boolean
}

export interface ScenarioOutcome {
  readonly name: string
  readonly differences: readonly (readonly string[])[]
}

export interface Verdict {
  /** Steps that differ and are not listed. */
  readonly unexpected: { readonly scenario: string; readonly step: number; readonly differences: readonly string[] }[]
  /** Listed steps that agree, and listed scenarios that do not exist. */
  readonly stale: { readonly scenario: string; readonly steps: readonly number[]; readonly reason: string }[]
}

const files: Readonly<Record<RecordedRelease, string>> = { '23.10': './expected.json', '26.2': './expected-26.json' }

export const readDeviations = (release: RecordedRelease): Deviation[] =>
  JSON.parse(readFileSync(new URL(files[release], import.meta.url), 'utf8')) as Deviation[]

export const covers = (deviation: Deviation, scenario: string): boolean =>
  deviation.scenario.endsWith('*') ? scenario.startsWith(deviation.scenario.slice(0, -1)) : scenario === deviation.scenario

/**
 * @param outcomes of the recordings that were played: all of them, or a part.
 * @param whole whether everything was played, so that a deviation without any outcome is stale.
 */
export function judge(outcomes: readonly ScenarioOutcome[], deviations: readonly Deviation[], whole: boolean): Verdict {
  const unexpected: Verdict['unexpected'] = []
  const stale: Verdict['stale'] = []
  for (const { name, differences } of outcomes) {
    const listed = deviations.filter((deviation) => covers(deviation, name))
    for (const [step, found] of differences.entries()) {
      if (found.length && !listed.some(({ steps }) => steps === undefined || steps.includes(step))) {
        unexpected.push({ scenario: name, step, differences: found })
      }
    }
  }
  for (const deviation of deviations) {
    const played = outcomes.filter(({ name }) => covers(deviation, name))
    if (deviation.unstable || (played.length === 0 && !whole)) continue
    const { scenario, steps, reason } = deviation
    if (steps === undefined) {
      if (!played.some(({ differences }) => differences.some((found) => found.length))) stale.push({ scenario, steps: [], reason })
      continue
    }
    const agreeing = steps.filter((step) => !played.some(({ differences }) => differences[step]?.length))
    if (agreeing.length) stale.push({ scenario, steps: agreeing, reason })
  }
  return { unexpected, stale }
}
