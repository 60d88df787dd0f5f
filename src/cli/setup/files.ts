// The files of an application, by paths with slashes that are relative to it.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectFiles } from './project.ts'

export interface ApplicationFiles extends ProjectFiles {
  /** Makes the folder too. */
  write(path: string, text: string): void
  remove(path: string): void
  /** Removes a folder that is empty. */
  removeFolder(path: string): void
}

export function filesOf(application: string): ApplicationFiles {
  const at = (path: string): string => join(application, path)
  const has = (path: string): boolean => existsSync(at(path))
  return {
    has,
    read: (path) => (has(path) && statSync(at(path)).isFile() ? readFileSync(at(path), 'utf8') : undefined),
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    remove: (path) => rmSync(at(path), { force: true }),
    removeFolder: (path) => {
      if (has(path) && readdirSync(at(path)).length === 0) rmdirSync(at(path))
    },
  }
}
