// The command `init`: puts msw's worker script where the server of the application's pages finds it.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recognizeMswScript } from '../../base/msw-script.ts'
import type { InitCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import type { Tools } from '../tools.ts'
import { findWorkerFile, workerFileName } from './worker-file.ts'

/** @param application the folder that paths are relative to, and in which msw is looked for. */
export async function runInit({ folder }: InitCommand, { terminal }: Pick<Tools, 'terminal'>, application = process.cwd()): Promise<void> {
  const found = findWorkerFile(application)
  if (!found) throw new Failure('msw, whose worker script is wanted, is not installed: npm i -D msw')
  const place = resolve(application, folder)
  if (existsSync(place) && !statSync(place).isDirectory()) throw new Failure(`"${folder}" is a file, and a folder is expected.`)
  const [file, shown] = [join(place, workerFileName), join(folder, workerFileName)]
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (before !== undefined && recognizeMswScript(before) === 'foreign') {
    throw new Failure(`"${shown}" is there, and not msw's: move it away, or give another folder.`)
  }
  const isNew = mkdirSync(place, { recursive: true }) !== undefined
  if (before !== found.text) writeFileSync(file, found.text)
  await terminal.print(outcomeOf({ before, now: found.text, isNew, folder, shown, msw: `msw ${found.version}` }))
  if (recognizeMswScript(found.text) === 'older') {
    terminal.note('It serves your own setupWorker(...storeHandlers(store)); startStore() needs msw 3: npm i -D msw@latest')
  }
}

interface Written {
  /** Text of the file, where there was one. */
  readonly before: string | undefined
  readonly now: string
  /** Whether the folder was made for it. */
  readonly isNew: boolean
  readonly folder: string
  /** The file as the user would name it. */
  readonly shown: string
  /** Name and version. */
  readonly msw: string
}

function outcomeOf({ before, now, isNew, folder, shown, msw }: Written): string {
  if (before === now) return `${shown} is that of ${msw} already.`
  if (before !== undefined) return `Replaced ${shown} by that of ${msw}.`
  return isNew ? `Made the folder ${folder}, and wrote ${shown} of ${msw}.` : `Wrote ${shown} of ${msw}.`
}
