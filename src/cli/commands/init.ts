// The command `init`: sets a store up in an application, or copies only msw's worker script into a folder, or takes back its own changes.

import { recognizeMswScript } from '../../base/platform/msw-script.ts'
import type { InitCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { setUp } from '../setup/set-up.ts'
import { takeBack } from '../setup/take-back.ts'
import { findWorkerFile } from '../setup/worker-file.ts'
import { copyWorkerScript } from '../setup/worker-script.ts'
import type { Tools } from '../tools.ts'

/** @param application the folder to resolve paths and msw from. */
export async function runInit(command: InitCommand, { terminal }: Pick<Tools, 'terminal'>, application = process.cwd()): Promise<void> {
  const { isJson, folder, removes } = command
  const worker = findWorkerFile(application)
  const lines = [
    ...(removes ? takeBack(application) : folder === undefined ? setUp(application, worker, command) : copied(application, folder, worker)),
  ]
  if (isJson) await terminal.print(JSON.stringify({ done: lines }))
  else for (const line of lines) await terminal.print(line)
  if (removes) return
  if (worker && recognizeMswScript(worker.text) === 'older') {
    terminal.note('It serves your own setupWorker(...storeHandlers(store)); startStore() needs msw 3: npm i -D msw@latest')
  }
}

function copied(application: string, folder: string, worker: ReturnType<typeof findWorkerFile>): readonly string[] {
  if (!worker) throw new Failure('msw, which has the worker script, is not installed: npm i -D msw')
  return [copyWorkerScript(application, folder, worker).done]
}
