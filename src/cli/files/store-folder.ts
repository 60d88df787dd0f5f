// Checks and reads the folder of a store on disk, and cleans up after a command that fails.

import { existsSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Snapshot } from '../../engine/snapshot/snapshot.ts'
import { snapshotIn } from '../../engine/snapshot/snapshot.ts'
import type { Storage } from '../../storage/storage.ts'
import { Failure } from '../failure.ts'
import type { Tools } from '../tools.ts'

/** @throws Failure where a reading command would create a store. */
export function requireStore(folder: string, { hasStore }: Pick<Tools, 'hasStore'>): void {
  if (!hasStore(folder)) throw new Failure(`There is no store in "${folder}".`)
}

/**
 * Reads the content of a store without opening it: an opened store would go on with its projections.
 *
 * @throws Failure where the folder has no store.
 */
export async function readStoreFolder(folder: string, tools: Pick<Tools, 'hasStore' | 'openFolder'>): Promise<Snapshot> {
  requireStore(folder, tools)
  const storage = tools.openFolder(folder)
  try {
    return await storage.read(snapshotIn)
  } finally {
    await storage.close()
  }
}

/**
 * Opens the storage of a folder for some work.
 *
 * @param work must close the storage.
 * @throws the error of the work, after removing a store and folders that were made for it; existing ones stay.
 */
export async function inFolder(folder: string, tools: Tools, work: (storage: Storage) => Promise<void>): Promise<void> {
  const [isNew, missing] = [!tools.hasStore(folder), missingFolders(folder)]
  let storage: Storage | undefined
  try {
    storage = tools.openFolder(folder)
    await work(storage)
  } catch (error) {
    await storage?.close()
    // If the storage did not open, another process made the files first.
    if (storage && isNew) tools.removeStore(folder)
    for (const made of missing) removeEmpty(made)
    throw error
  }
}

/** The folder and its parents that do not exist yet, innermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.push(at)
  return missing
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It was never made, or is no longer empty.
  }
}
