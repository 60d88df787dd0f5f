// Opens the events that a command works on: of a file, of a store on disk, or of a server, from which they are copied into memory.

import type { Storage } from '../../storage/storage.ts'
import type { EventsSource } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { sourceEvents } from '../files/source-events.ts'
import { requireStore } from '../files/store-folder.ts'
import { readEventLines } from '../files/source.ts'
import { connectTo } from '../remote/remote.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'
import { importEventsIn } from '../transfer/import-events.ts'
import { pullEvents } from './pull.ts'

/** @throws Failure where the folder has no store, a line is no event, or standard input is empty. */
export async function openEvents(source: EventsSource, tools: Tools): Promise<Storage> {
  if (source.kind === 'db') {
    requireStore(source.folder, tools)
    return tools.openFolder(source.folder)
  }
  const storage = tools.inMemory()
  if (source.kind === 'file') {
    const end = await seedEvents(storage, source.file, tools)
    if (end === 0 && source.file === undefined)
      throw new Failure('Standard input has no events. Name a source: --events FILE, --db DIR or --from URL.')
  }
  if (source.kind === 'server') await pullEvents(connectTo(source.url, source.user), storage, new Set(), tools.terminal)
  return storage
}

/**
 * For a store over the events, which would go on with the projections of a folder and write there: it gets a copy of the log in memory, without
 * projections. The folder stays as it is.
 *
 * @throws Failure as `openEvents`.
 */
export async function openEventsAtRest(source: EventsSource, tools: Tools): Promise<Storage> {
  const opened = await openEvents(source, tools)
  if (source.kind !== 'db') return opened
  try {
    const { heads, ...log } = await opened.read(async (tx) => ({
      end: await tx.end(),
      events: await tx.log({ from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER }),
      dropped: await tx.dropped(),
      heads: await tx.heads(undefined, Number.MAX_SAFE_INTEGER),
    }))
    const copy = tools.inMemory()
    await copy.write(async (tx) => {
      tx.clear()
      await tx.restore(log)
      for (const head of heads) tx.putHead(head)
    })
    return copy
  } finally {
    await opened.close()
  }
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
