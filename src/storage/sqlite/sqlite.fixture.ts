// Folders for stores on disk, removed after the tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder {
  readonly path: string
  remove(): void
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'rillbox-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
