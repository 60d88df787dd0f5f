// Opens the events that a command works on: of a file, of a store on disk, or of a server, from which they are copied into memory.

import type { Storage } from '../../storage/storage.ts'
import type { EventsSource } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { sourceEvents } from '../files/source-events.ts'
import { readEventLines } from '../files/source.ts'
import { connectTo } from '../remote/remote.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'
import { importEventsIn } from '../transfer/import-events.ts'
import { pullEvents } from './pull.ts'

/** @throws Failure where the folder has no store, or a line is no event. */
export async function openEvents(source: EventsSource, tools: Tools): Promise<Storage> {
  if (source.kind === 'db') {
    if (!tools.hasStore(source.folder)) throw new Failure(`There is no store in "${source.folder}".`)
    return tools.openFolder(source.folder)
  }
  const storage = tools.inMemory()
  if (source.kind === 'file') await seedEvents(storage, source.file, tools)
  else await pullEvents(connectTo(source.url, source.user), storage, new Set(), tools.terminal)
  return storage
}

/** @returns the end of the log behind the events. @param file undefined reads standard input. */
export function seedEvents(storage: Storage, file: string | undefined, { terminal }: Pick<Tools, 'terminal'>): Promise<number> {
  const clock = { now: () => Date.now(), uuid: () => crypto.randomUUID() }
  return storage.write(async (tx) => {
    const onProgress = (read: number): void => terminal.progress(() => `${counted(read, 'line')} read`)
    const read = sourceEvents(readEventLines(file), { created: clock.now(), uuid: clock.uuid })
    await importEventsIn(tx, read, { source: file ?? 'input', clock, onProgress })
    return await tx.end()
  })
}
