// The command `init`: copies msw's worker script into the folder of an application's public files.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recognizeMswScript } from '../../base/msw-script.ts'
import type { InitCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import type { Tools } from '../tools.ts'
import { findWorkerFile, workerFileName } from './worker-file.ts'

/** @param application the folder to resolve paths and msw from. */
export async function runInit({ folder }: InitCommand, { terminal }: Pick<Tools, 'terminal'>, application = process.cwd()): Promise<void> {
  const found = findWorkerFile(application)
  if (!found) throw new Failure('msw, which has the worker script, is not installed: npm i -D msw')
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
  /** The file's text before; undefined where there was no file. */
  readonly before: string | undefined
  readonly now: string
  /** Whether the command made the folder. */
  readonly isNew: boolean
  readonly folder: string
  /** The file as the user would name it. */
  readonly shown: string
  /** Name and version of msw. */
  readonly msw: string
}

function outcomeOf({ before, now, isNew, folder, shown, msw }: Written): string {
  if (before === now) return `${shown} is that of ${msw} already.`
  if (before !== undefined) return `Replaced ${shown} by that of ${msw}.`
  return isNew ? `Made the folder ${folder}, and wrote ${shown} of ${msw}.` : `Wrote ${shown} of ${msw}.`
}
