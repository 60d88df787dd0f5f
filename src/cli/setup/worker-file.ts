// Finds the worker script of an application's msw.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const workerFileName = 'mockServiceWorker.js'

export interface WorkerFile {
  readonly text: string
  /** Of msw. */
  readonly version: string
}

/**
 * @param application folder from which to resolve the application's own msw; the msw that this package resolves comes second.
 * @returns undefined if there is no msw.
 */
export function findWorkerFile(application: string): WorkerFile | undefined {
  for (const from of [join(application, 'package.json'), import.meta.url]) {
    const require = createRequire(from)
    const path = resolved(require, `msw/${workerFileName}`)
    const manifest = resolved(require, 'msw/package.json')
    if (path === undefined || manifest === undefined) continue
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    return { text: readFileSync(path, 'utf8'), version }
  }
  return undefined
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}
