// Reads the projections of a folder: every script in it, at any depth, is one.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ProjectionFile, ReadProjectionFiles } from '../../engine/queries/files/projection-file.ts'
import { readProjectionFiles } from '../../engine/queries/files/projection-file.ts'
import { Failure, tell } from '../failure.ts'

/** Paths of the scripts in a folder, in the order of their names. */
export const scriptsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .sort()
    .map((name) => join(folder, name))

/** @throws Failure where there is no folder or no script, and where what a file says of itself cannot be: then none is taken. */
export function readProjectionFolder(folder: string): readonly ProjectionFile[] {
  const { projections, problems } = readSoundProjections(folder)
  if (problems.length > 0) throw new Failure(problems.join(' '))
  return projections
}

/** The projections of the files in order, and what is wrong with the others. @throws Failure where there is no folder or no script. */
export function readSoundProjections(folder: string): ReadProjectionFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`There is no folder "${folder}".`)
  const paths = scriptsIn(folder)
  if (paths.length === 0) throw new Failure(`There is no projection in "${folder}": projections are files named *.js.`)
  const texts: Record<string, string> = {}
  const unread: string[] = []
  for (const path of paths) {
    try {
      texts[path.split(sep).join('/')] = readFileSync(path, 'utf8')
    } catch (error) {
      unread.push(tell(error) ?? String(error))
    }
  }
  const { projections, problems } = readProjectionFiles(texts)
  return { projections, problems: [...unread, ...problems] }
}
