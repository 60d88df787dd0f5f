// Reads the projections of a folder: every script in it, at any depth, is one.

import { statSync } from 'node:fs'
import type { ProjectionFile, ReadProjectionFiles } from '../../engine/queries/files/projection-file.ts'
import { readScripts, scriptsAt } from '../../engine/queries/files/read-projections.ts'
import { Failure, tell } from '../failure.ts'

/** @throws Failure where there is no folder or no script, and where what a file says of itself cannot be: then none is taken. */
export function readProjectionFolder(folder: string): readonly ProjectionFile[] {
  const { projections, problems } = readSoundProjections(folder)
  if (problems.length > 0) throw new Failure(problems.join(' '))
  return projections
}

/** Reads the files of a folder: projections in order, and a problem for each file that is none. @throws Failure where there is no folder or no script. */
export function readSoundProjections(folder: string): ReadProjectionFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`There is no folder "${folder}".`)
  const paths = scriptsAt(folder)
  if (paths.length === 0) throw new Failure(`There is no projection in "${folder}": projections are files named *.js.`)
  return readScripts(paths, (error) => tell(error) ?? String(error))
}
