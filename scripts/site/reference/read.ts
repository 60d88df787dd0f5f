// Lets tsc print the declarations of the sources, and reads the entries of the package in them.

import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Declarations, Entry } from './declarations.ts'
import { readEntry } from './declarations.ts'
import { entryNames, fileOfEntry, sourceOfEntry } from './entries.ts'
import { referencePage } from './page.ts'

/** @returns the Markdown of each entry's page, by the entry's name. */
export async function referencePages(root: string): Promise<ReadonlyMap<string, string>> {
  const declarations = printDeclarations(root)
  const names = entryNames(root)
  const files = new Map(names.map((name) => [sourceOfEntry(root, name).slice('src/'.length), name]))
  const pages = [...files].map(async ([file, name]): Promise<[string, string]> => {
    const entry: Entry = readEntry(declarations, file, aboutOf(root, name))
    const includes = entry.includes.flatMap((path) => {
      const included = files.get(path)
      return included === undefined ? [] : [{ name: included, file: `${fileOfEntry(included)}.md` }]
    })
    return [name, await referencePage({ name, entry, includes })]
  })
  return new Map(await Promise.all(pages))
}

/** The first line of an entry's source, which says what it decides. */
const aboutOf = (root: string, name: string): string =>
  readFileSync(join(root, sourceOfEntry(root, name)), 'utf8')
    .split('\n')[0]!
    .replace(/^\/\/ /, '')

/** Incremental: a second run takes a fraction of the first. */
function printDeclarations(root: string): Declarations {
  const folder = join(root, 'node_modules', '.cache', 'rillbox', 'reference')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = ['-p', 'scripts/tsconfig.build.json', '--outDir', folder, '--incremental', '--tsBuildInfoFile', join(folder, 'tsbuildinfo')]
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc could not print the declarations:\n${stdout}`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
  const printed = files.map((file): [string, string] => [
    file
      .split(sep)
      .join('/')
      .replace(/\.d\.ts$/, '.ts'),
    readFileSync(join(folder, file), 'utf8'),
  ])
  const byHand = 'query-language.d.ts'
  return new Map([...printed, [byHand, readFileSync(join(root, 'src', byHand), 'utf8')]])
}
