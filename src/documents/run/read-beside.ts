// Reads a file that a document or a scenario names, or says why not in words for its reader.

import { readFileSync } from 'node:fs'

/** @throws Error whose message ends the sentence "… cannot be read:". */
export function readBeside(place: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `there is no "${place}"` : message, { cause: error })
  }
}
