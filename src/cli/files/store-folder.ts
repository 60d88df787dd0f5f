// The folder of a store on disk: whether it has one, and how a command that fails leaves nothing behind.

import { existsSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Storage } from '../../storage/storage.ts'
import { Failure } from '../failure.ts'
import type { Tools } from '../tools.ts'

/** @throws Failure where a command that only reads would make a new store. */
export function requireStore(folder: string, { hasStore }: Pick<Tools, 'hasStore'>): void {
  if (!hasStore(folder)) throw new Failure(`There is no store in "${folder}".`)
}

/**
 * Opens the store of a folder and works on it.
 *
 * @param work closes the storage.
 * @throws what the work throws; a store and folders that were made for it are gone then, and what was there before is still there.
 */
export async function inFolder(folder: string, tools: Tools, work: (storage: Storage) => Promise<void>): Promise<void> {
  const [isNew, missing] = [!tools.hasStore(folder), missingFolders(folder)]
  let storage: Storage | undefined
  try {
    storage = tools.openFolder(folder)
    await work(storage)
  } catch (error) {
    await storage?.close()
    // Without an open storage the files are somebody else's, who was faster.
    if (storage && isNew) tools.removeStore(folder)
    for (const made of missing) removeEmpty(made)
    throw error
  }
}

/** The folder and those above it that are not there, the innermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.push(at)
  return missing
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It was never made, or somebody has put something into it.
  }
}
