// The command `pull`: copies streams with their metadata, and projections, from a server into a store on disk.

import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import type { SameNumbers } from '../../engine/scenario/seed-events.ts'
import type { Storage } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import type { TransferCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { importEventsIn } from '../transfer/import-events.ts'
import type { Remote } from '../remote/remote.ts'
import { connectTo } from '../remote/remote.ts'
import type { LogPage } from '../remote/log.ts'
import { readLogPage, remoteEnd, startOfLog } from '../remote/log.ts'
import type { RemoteProjection } from '../remote/projections.ts'
import { releaseOf } from '../remote/release.ts'
import { configurationOn, definitionOn, projectionsOn } from '../remote/projections.ts'
import type { Terminal } from '../terminal.ts'
import { counted, percent, printResult, thereAlready } from '../terminal.ts'
import type { Tools } from '../tools.ts'
import type { Send, TransferredProjection } from '../transfer/transferred-projections.ts'
import { bringProjections } from '../transfer/transferred-projections.ts'

/** Next page of a server's log to pull, by server; written together with the events of the page before. */
const pullRows = table<string>('pulls')

export async function runPull({ url, user, db, emitted, isJson }: TransferCommand, { terminal, openFolder }: Tools): Promise<void> {
  const remote = connectTo(url, user)
  const projections = await projectionsOn(remote)
  const { release, notice } = await releaseOf(remote)
  if (notice !== undefined) terminal.note(notice)
  const storage = openFolder(db)
  // Projections go on as on the server.
  const store = createStore({ storage, ...(release && { release }) })
  try {
    await store.ready()
    const writers = new Set(emitted ? [] : projections.map(({ id }) => id))
    const pulled = await pullEvents(remote, storage, writers, terminal)
    const changed = await pullProjections(remote, store, projections, emitted)
    const { appended: events, known } = pulled
    const sentence =
      `Pulled ${counted(events, 'event')} and ${counted(changed, 'projection')} from ${remote.name}` +
      `${known > 0 ? `; ${thereAlready(known, 'event')}` : ''}.`
    await printResult(terminal, isJson, sentence, { server: remote.name, events, known, projections: changed })
  } finally {
    terminal.done()
    await store.close()
  }
}

export async function pullEvents(remote: Remote, storage: Storage, writers: ReadonlySet<number>, terminal: Terminal) {
  const end = await remoteEnd(remote)
  const total = { appended: 0, known: 0 }
  const same: SameNumbers = new Map()
  let next = (await storage.read((tx) => tx.row(pullRows, remote.name))) ?? startOfLog
  for (;;) {
    const page = await readLogPage(remote, next, writers)
    const { appended, known } = await keepPage(storage, remote, page, same)
    total.appended += appended
    total.known += known
    terminal.progress(() => `${counted(total.appended, 'event')} pulled, ${percent(page.commit, end)}`)
    if (page.next === undefined) return total
    next = page.next
  }
}

/** Writes the events and the next page together, so that an interrupted command continues exactly there. */
const keepPage = (storage: Storage, remote: Remote, { events, next }: LogPage, same: SameNumbers) =>
  storage
    .write(async (tx) => {
      const clock = { now: () => Date.now(), uuid: () => crypto.randomUUID() }
      const imported = await importEventsIn(tx, events, { source: remote.name, clock, same, onProgress: () => undefined })
      if (next !== undefined) tx.putRow(pullRows, remote.name, next)
      return imported
    })
    .catch((error: unknown) => {
      // The user cannot see the lines that the message numbers.
      throw error instanceof Failure ? new Failure(error.message.replace(/:\d+: /, ': ')) : error
    })

/**
 * Copies the projections of a server into the store.
 *
 * @param emitted whether their output was pulled too: they must not write it again.
 * @returns how many were created or changed.
 */
async function pullProjections(
  remote: Remote,
  store: Pick<Store, 'direct'>,
  projections: readonly RemoteProjection[],
  emitted: boolean,
): Promise<number> {
  const send: Send = (method, path, body) => {
    const headers = { 'Content-Type': path.endsWith('/config') ? 'application/json' : 'text/plain' }
    return store.direct(new Request(`http://store${path}`, { method, body, ...(body !== undefined && { headers }) }))
  }
  const read = async ({ name, mode, isEnabled }: RemoteProjection): Promise<TransferredProjection> => {
    const [definition, configuration] = await Promise.all([definitionOn(remote, name), configurationOn(remote, name)])
    return { name, mode, definition, configuration, isEnabled: isEnabled && !(emitted && definition.emitEnabled) }
  }
  const wanted: TransferredProjection[] = []
  for (const projection of projections) wanted.push(await read(projection))
  return await bringProjections(send, wanted)
}
