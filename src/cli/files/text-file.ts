// Reads a whole file that a user has named as text.

import { readFileSync, statSync } from 'node:fs'
import { Failure } from '../failure.ts'

/** Strips a byte order mark. @throws Failure for a folder. */
export function readText(file: string): string {
  refuseFolder(file)
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
}

/** The platform's own error does not name what it could not read. @throws Failure */
export function refuseFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`"${file}" is a folder, and a file is expected.`)
}
