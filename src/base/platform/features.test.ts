import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isStoreError } from '../errors.ts'
import type { Globals } from './features.ts'
import { checkFeatures, missingFeatures, supportedBrowsers } from './features.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Globals of a platform without some members. */
function without(...paths: string[]): Globals {
  const copy = (value: object): Record<string, unknown> =>
    Object.fromEntries(
      Reflect.ownKeys(value)
        .filter((key) => typeof key === 'string')
        .map((key) => [key, (value as Globals)[key]]),
    )
  const globals = { ...copy(globalThis), structuredClone }
  for (const path of paths) {
    const members = path.split('.')
    let at: Record<string, unknown> = globals
    for (const member of members.slice(0, -1)) at = at[member] = copy(at[member] as object)
    delete at[members.at(-1)!]
  }
  return globals
}

test('finds nothing missing here', () => {
  expect(missingFeatures(globalThis as unknown as Globals)).toEqual([])
  expect(() => checkFeatures()).not.toThrow()
})

test('names the features a browser lacks, and the versions that have them', () => {
  const old = without('Promise.withResolvers', 'Map.groupBy', 'Array.prototype.toSorted', 'structuredClone')
  expect(missingFeatures(old)).toEqual(['Array.prototype.toSorted', 'Map.groupBy', 'Promise.withResolvers', 'structuredClone'])
  let thrown: unknown
  try {
    checkFeatures(old)
  } catch (error) {
    thrown = error
  }
  expect(isStoreError(thrown, 'browser-unsupported') && thrown.message).toMatch(
    /lacks .*Promise\.withResolvers.*Chrome or Edge 123, Firefox 124, Safari 17\.5/,
  )
})

test('the package and its documents name the same browsers', () => {
  const { browserslist } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { browserslist: string[] }
  expect(browserslist).toEqual(Object.entries(supportedBrowsers).map(([name, version]) => `${name} >= ${version}`))
  const { chrome, firefox, safari } = supportedBrowsers
  expect(readFileSync(join(root, 'docs', 'start.md'), 'utf8')).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`)
})
