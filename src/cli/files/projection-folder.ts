// Reads the projections of a folder: every script in it, at any depth, is one.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ProjectionFile } from '../../engine/queries/files/projection-file.ts'
import { readProjectionFiles } from '../../engine/queries/files/projection-file.ts'
import { Failure } from '../failure.ts'

/** Paths of the scripts in a folder, in the order of their names. */
export const scriptsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .sort()
    .map((name) => join(folder, name))

/** @throws Failure where there is no folder or no script, and where what a file says of itself cannot be: then none is taken. */
export function readProjectionFolder(folder: string): readonly ProjectionFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`There is no folder "${folder}".`)
  const paths = scriptsIn(folder)
  if (paths.length === 0) throw new Failure(`There is no projection in "${folder}": projections are files named *.js.`)
  const read = readProjectionFiles(Object.fromEntries(paths.map((path) => [path.split(sep).join('/'), readFileSync(path, 'utf8')])))
  if (read.kind === 'problems') throw new Failure(read.messages.join(' '))
  return read.projections
}
