// Keeps what a long run has found in the cache of the project, so that runs of single parts add up to the whole document.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../node_modules/.cache/rillbox/', import.meta.url)
const fileOf = (name: string): URL => new URL(`${name}.json`, folder)

/** @returns what was kept last under the name; undefined if nothing was, or nothing readable. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of what was kept, which its text has lost
export function readKept<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Value
  } catch {
    return undefined
  }
}

export function keep(name: string, value: unknown): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(name), JSON.stringify(value))
}
