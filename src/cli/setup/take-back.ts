// Takes back the files and lines of a set-up store, and nothing else: later changes stay, and are named.

import { recognizeMswScript } from '../../base/platform/msw-script.ts'
import type { ApplicationFiles } from './files.ts'
import { filesOf } from './files.ts'
import type { SetUpRecord } from './page-module.ts'
import { importsModule, isAsWritten, modulePath, recordIn, withoutImport } from './page-module.ts'
import { findProject } from './project.ts'

/** @returns the removed and the kept parts, in lines. */
export function takeBack(application: string): string[] {
  const files = filesOf(application)
  const { page } = findProject(files)
  const path = page && modulePath(page)
  const text = path === undefined ? undefined : files.read(path)
  const record = text === undefined ? undefined : recordIn(text)
  if (!page || path === undefined || text === undefined || !record) return ['There is nothing of rillbox init to remove.']
  const isUnchanged = isAsWritten(text, page, record)
  // Without an import of this command's, other lines of the application run the module.
  if (!isUnchanged && record.imports === undefined) return [`${path} has been changed since: remove it yourself, then run this again.`]
  if (isUnchanged) files.remove(path)
  return [
    isUnchanged ? `Removed ${path}.` : `${path} has been changed since, and stays: remove it yourself.`,
    ...removeImport(files, record),
    ...record.made.toReversed().flatMap((made) => removeMade(files, made)),
  ]
}

function removeImport(files: ApplicationFiles, { imports }: SetUpRecord): string[] {
  const text = imports === undefined ? undefined : files.read(imports)
  if (imports === undefined || text === undefined || !importsModule(text)) return []
  files.write(imports, withoutImport(text))
  return [`Removed its import from ${imports}.`]
}

function removeMade(files: ApplicationFiles, made: string): string[] {
  if (made.endsWith('/')) {
    files.removeFolder(made)
    return files.has(made) ? [`${made} holds other files by now, and stays.`] : [`Removed ${made}.`]
  }
  const text = files.read(made)
  if (text === undefined) return []
  if (recognizeMswScript(text) === 'foreign') return [`${made} is not msw's any more, and stays.`]
  files.remove(made)
  return [`Removed ${made}.`]
}
