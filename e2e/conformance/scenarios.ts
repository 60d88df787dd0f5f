// Reads the recordings.

import { readFileSync, readdirSync } from 'node:fs'
import type { Scenario } from './replay.ts'

const folder = new URL('./scenarios/', import.meta.url)

/** One file of recordings. */
export interface Topic {
  readonly name: string
  readonly scenarios: readonly Scenario[]
}

export const readTopics = (): Topic[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      scenarios: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario[],
    }))

export const readScenarios = (): Scenario[] => readTopics().flatMap(({ scenarios }) => scenarios)
