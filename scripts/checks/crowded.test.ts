// A folder has at most 20 entries, tests included: what is in it can be seen at one glance.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const most = 20

/** Folders that may have more, and why. */
const crowded: Readonly<Record<string, string>> = {
  src: 'the entries of the package are addresses in its exports, and stand at the top',
  'docs/decisions': 'records with numbers, in their order; their README has the topics',
  'e2e/conformance/scenarios': 'recordings',
  'e2e/conformance/scenarios-26': 'recordings',
  'e2e/matrix/projects': 'one folder for each kind of application that is tried',
}

const isOurs = (name: string): boolean => name !== 'node_modules' && name !== 'dist' && !name.endsWith('.generated.ts')

function crowdedIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => isOurs(name))
  const inside = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => crowdedIn(`${folder}/${name}`))
  return entries.length > most ? [folder, ...inside] : inside
}

test('no folder is crowded but those with a reason, and these are', () => {
  const folders = ['src', 'scripts', 'e2e', 'bench', 'demo', 'docs'].flatMap((folder) => crowdedIn(folder))
  expect(folders.toSorted()).toEqual(Object.keys(crowded).toSorted())
})
