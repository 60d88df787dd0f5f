// Facts of releases have a source and a release that began them, and nothing but this room compares releases.

import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Release } from './facts.ts'
import { defaultRelease, factsOf, namedRelease, releaseOfVersion, releases } from './releases.ts'

test('26.1 is the default: the newest release that runs transient projections', () => {
  expect(defaultRelease).toBe('26.1')
  expect(releases.filter((release) => factsOf(release).projections.transient)).toEqual(['23.10', '26.1'])
})

test('scenarios name no default', () => {
  expect(releases.map(namedRelease)).toEqual(['23.10', undefined, '26.2'])
})

test('versions are of the release that they begin with', () => {
  expect(['23.10.6.0', '26.1.0', '26.2.0-prerelease', '26.10.1', '2'].map(releaseOfVersion)).toEqual([
    '23.10',
    '26.1',
    '26.2',
    undefined,
    undefined,
  ])
})

test('a fact changes with the release that its comment names, and only then: 26.1 lacks what came later', () => {
  const marked = new Map<string, string>()
  const text = readFileSync(join(import.meta.dirname, 'facts.ts'), 'utf8')
  for (const [, comment, name] of text.matchAll(/((?:^ {2}(?:\/\*\*| \*).*\n)+)^ {2}readonly (\w+)/gm)) {
    const since = /since (\d+\.\d+)\)/.exec(comment!)?.[1]
    if (since !== undefined) marked.set(name!, since)
  }
  expect(marked.size).toBeGreaterThan(50)
  // They name the release itself.
  const named = ['product', 'version', 'maxAppendSize']
  const changed = (one: Release, other: Release): string[] => {
    const [before, after] = [factsOf(one), factsOf(other)] as const
    const parts = ['http', 'streams', 'node', 'subscriptions', 'calls', 'projections', 'language'] as const
    const differing = parts.flatMap((part) =>
      Object.keys(before[part]).filter((name) => !isDeepStrictEqual(before[part][name as never], after[part][name as never])),
    )
    return differing.filter((name) => !named.includes(name)).sort()
  }
  const since = (isMeant: (release: string) => boolean): string[] =>
    [...marked].flatMap(([name, release]) => (isMeant(release) && !named.includes(name) ? [name] : [])).sort()
  expect(changed('26.1', '26.2')).toEqual(since((release) => release === '26.2'))
  expect(changed('23.10', '26.1')).toEqual(since((release) => release !== '26.2' && release !== '23.10'))
})

test('every fact names its section of the description and the release that began it', () => {
  const text = readFileSync(join(import.meta.dirname, 'facts.ts'), 'utf8')
  const [, ...parts] = text.split(/^export interface \w+Facts \{$/m)
  // Names of facts, and the comment in front of each.
  const facts = parts
    .slice(1)
    .flatMap((part) => [...part.slice(0, part.indexOf('\n}')).matchAll(/((?:^ {2}(?:\/\*\*| \*).*\n)*)^ {2}readonly (\w+)/gm)])
  expect(facts.length).toBeGreaterThan(12)
  expect(
    facts
      .filter(([, comment]) => !/\((?:26|grpc) §[\d.]+(?:, §[\d.]+)*, (?:[\w-]+ )?since 2[3-6]\.\d+\)/.test(comment!))
      .map(([, , name]) => name),
  ).toEqual([])
})

test('no other file compares releases', () => {
  const root = join(import.meta.dirname, '..', '..')
  const comparing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract|fixture|generated)\.tsx?$/.test(file) && !file.startsWith('base/release/'))
    .filter((file) => comparesReleases(readFileSync(join(root, file), 'utf8')))
  expect(comparing).toEqual([])
})

/** Names of releases in code, or comparisons of something called so; what is stored may be of the same release as the store or not. */
const comparesReleases = (text: string): boolean =>
  /(['"`])2[346]\.\d+\1|[rR]elease(?:\s*[!=]==?(?!=?\s*(?:undefined|\w+\.release\b))|\s+[<>]=?\s)|[rR]elease\.startsWith/.test(
    text.replaceAll(/\/\*\*?[^]*?\*\/|\/\/.*$/gm, ''),
  )

test('the check finds planted comparisons, and no words', () => {
  for (const text of ['if (release === known)', "const old = '23.10'", 'release < other', "settings.release.startsWith('2')"]) {
    expect(comparesReleases(text)).toBe(true)
  }
  for (const text of ["// as '23.10' does", '/** Default: `26.1`. */', 'factsOf(settings.release)', 'row.release !== settings.release'])
    expect(comparesReleases(text)).toBe(false)
})
