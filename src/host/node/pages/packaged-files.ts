// Reads the scripts of the package's folder for pages: beside this bundle, or inside of the executable.

import { readFile } from 'node:fs/promises'
import { getRawAsset, isSea } from 'node:sea'

/** From the sources, what `npm run build:package` has left. */
const folder = import.meta.url.includes('/src/host/node/pages/') ? '../../../../dist/element/' : '../element/'

/** @param name of a script, without a folder. @returns undefined if there is none of that name. */
export async function readPackagedScript(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/^[\w-][\w.-]*\.js$/.test(name)) return undefined
  try {
    if (isSea()) return new Uint8Array(getRawAsset(`element/${name}`))
    return new Uint8Array(await readFile(new URL(folder + name, import.meta.url)))
  } catch {
    return undefined
  }
}
