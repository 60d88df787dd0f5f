// Copies msw's worker script into a folder, and reports the change.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { recognizeMswScript } from '../../base/platform/msw-script.ts'
import { Failure } from '../failure.ts'
import type { WorkerFile } from './worker-file.ts'
import { workerFileName } from './worker-file.ts'

export interface CopiedScript {
  /** The work done, as a sentence. */
  readonly done: string
  /** New files and folders, relative to the application; folders end with a slash. */
  readonly made: readonly string[]
}

/**
 * @param folder relative to the application, or absolute.
 * @throws Failure where something else has the script's place.
 */
export function copyWorkerScript(application: string, folder: string, { text, version }: WorkerFile): CopiedScript {
  const place = resolve(application, folder)
  if (existsSync(place) && !statSync(place).isDirectory()) throw new Failure(`"${folder}" is a file, and a folder is expected.`)
  const [file, shown] = [join(place, workerFileName), join(folder, workerFileName)]
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (before !== undefined && recognizeMswScript(before) === 'foreign') {
    throw new Failure(`"${shown}" is there, and not msw's: move it away, or give another folder.`)
  }
  const madeFolder = mkdirSync(place, { recursive: true })
  if (before !== text) writeFileSync(file, text)
  const inApplication = (path: string): string => relative(application, path).split(sep).join('/')
  return {
    done: doneSentence({ before, now: text, isNew: madeFolder !== undefined, folder, shown, msw: `msw ${version}` }),
    made: [...(madeFolder === undefined ? [] : [`${inApplication(madeFolder)}/`]), ...(before === undefined ? [inApplication(file)] : [])],
  }
}

interface Written {
  /** The file's text before; undefined where there was no file. */
  readonly before: string | undefined
  readonly now: string
  /** Whether the folder was made. */
  readonly isNew: boolean
  readonly folder: string
  /** The file as the user would name it. */
  readonly shown: string
  /** Name and version of msw. */
  readonly msw: string
}

function doneSentence({ before, now, isNew, folder, shown, msw }: Written): string {
  if (before === now) return `${shown} is that of ${msw} already.`
  if (before !== undefined) return `Replaced ${shown} by that of ${msw}.`
  return isNew ? `Made the folder ${folder}, and wrote ${shown} of ${msw}.` : `Wrote ${shown} of ${msw}.`
}
