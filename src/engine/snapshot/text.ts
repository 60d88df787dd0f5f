// Reads the snapshot that a file holds: one JSON document, as `JSON.stringify` prints it, or the lines of an export.

import { isSnapshotHeader, readSnapshotLines } from './lines.ts'
import { invalidSnapshot } from './snapshot.ts'

/**
 * @returns the content of the text, not yet checked: `readSnapshot` does that.
 * @throws StoreError `invalid-snapshot` if it is neither, or an export that was cut off.
 */
export function readSnapshotText(text: string): unknown {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const [header = '', ...rest] = lines
  if (!isSnapshotHeader(header)) return readDocument(lines)
  const reader = readSnapshotLines(header)
  for (const [index, line] of rest.entries()) {
    const message = reader.add(line)
    if (message !== undefined) throw invalidSnapshot([{ path: `line ${index + 2}`, message }])
  }
  const snapshot = reader.finish()
  if ('message' in snapshot) throw invalidSnapshot([snapshot])
  return snapshot
}

function readDocument(lines: readonly string[]): unknown {
  try {
    return JSON.parse(lines.join('\n'))
  } catch (error) {
    throw invalidSnapshot([{ path: '', message: `expected JSON, or the lines of an export (${(error as Error).message})` }])
  }
}
