// The command `push`: copies streams with their metadata, and projections, from a store on disk to a server.

import type { RecordedEvent } from '../../base/events/events.ts'
import { isEngineV2 } from '../../projections/model/definition/definition.ts'
import type { ProjectionRow } from '../../projections/model/tables.ts'
import { projectionRows } from '../../projections/model/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import type { TransferCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { configurationText } from '../remote/projection-configuration.ts'
import type { Remote } from '../remote/remote.ts'
import { connectTo } from '../remote/remote.ts'
import { releaseOf } from '../remote/release.ts'
import { remoteEnd } from '../remote/log.ts'
import type { RemoteStreams } from '../remote/streams.ts'
import { openRemoteStreams } from '../remote/streams.ts'
import { writerOf } from '../files/provenance.ts'
import { requireStore } from '../files/store-folder.ts'
import type { Terminal } from '../terminal.ts'
import { counted, percent, printResult, thereAlready } from '../terminal.ts'
import type { Tools } from '../tools.ts'
import type { TransferredProjection } from '../transfer/transferred-projections.ts'
import { bringProjections } from '../transfer/transferred-projections.ts'
import { isOfUsers } from '../../streams/system.ts'

/** Next position of the log to push, by server. */
const pushRows = table<number>('pushes')

/** Reads the storage alone: an opened store would start its projections, which write. */
export async function runPush({ url, user, db, emitted, isJson }: TransferCommand, tools: Tools): Promise<void> {
  const { terminal, openFolder } = tools
  requireStore(db, tools)
  const remote = connectTo(url, user)
  // Fails early where the address is no server, or refuses the credentials.
  await remoteEnd(remote)
  const { notice } = await releaseOf(remote)
  if (notice !== undefined) terminal.note(notice)
  const storage = openFolder(db)
  try {
    const rows = (await storage.read((tx) => tx.rows(projectionRows))).map(([, row]) => row)
    const projections = pushedProjections(rows, emitted)
    const writers = new Set(emitted ? [] : rows.map(({ id }) => id))
    const pushed = await pushEvents(remote, storage, writers, terminal)
    const changed = await bringProjections((method, path, body) => send(remote, method, path, body), projections)
    const { appended: events, known } = pushed
    const sentence =
      `Pushed ${counted(events, 'event')} and ${counted(changed, 'projection')} to ${remote.name}` +
      `${known > 0 ? `; ${thereAlready(known, 'event')}` : ''}.`
    await printResult(terminal, isJson, sentence, { server: remote.name, events, known, projections: changed })
    for (const loss of pushed.losses) terminal.note(loss)
  } finally {
    terminal.done()
    await storage.close()
  }
}

/**
 * The persistent projections of users, as the server should have them.
 *
 * @param emitted whether their output is pushed too: they must not write it again.
 */
function pushedProjections(rows: readonly ProjectionRow[], emitted: boolean): readonly TransferredProjection[] {
  return rows.flatMap(({ name, definition }): TransferredProjection[] => {
    if (!definition || definition.mode === 'Transient' || name.startsWith('$')) return []
    const { query, mode, enabled, emitEnabled, trackEmittedStreams, checkpointsDisabled, tuning } = definition
    return [
      {
        name,
        mode: mode === 'OneTime' ? 'onetime' : 'continuous',
        isEnabled: enabled && !(emitted && emitEnabled),
        definition: {
          query,
          emitEnabled,
          trackEmittedStreams,
          checkpointsEnabled: !checkpointsDisabled,
          isEngineV2: isEngineV2(definition),
        },
        configuration: configurationText({ emitEnabled, trackEmittedStreams, ...tuning }),
      },
    ]
  })
}

const send = (remote: Remote, method: string, path: string, body?: string): Promise<Response> => {
  const headers = { 'Content-Type': path.endsWith('/config') ? 'application/json' : 'text/plain' }
  return remote.ask(method, path, body === undefined ? {} : { headers, body })
}

const pageSize = 500

async function pushEvents(remote: Remote, storage: Storage, writers: ReadonlySet<number>, terminal: Terminal) {
  const streams = openRemoteStreams(remote, storage)
  const end = await storage.read((tx) => tx.end())
  let next = (await storage.read((tx) => tx.row(pushRows, remote.name))) ?? 0
  while (next < end) {
    const page = await storage.read((tx) => tx.log({ from: next, direction: 'forward', limit: pageSize }))
    for (const run of runsOf(page.filter((event) => isWanted(event, writers)))) await pushRun(streams, run)
    next = page.length < pageSize ? end : page.at(-1)!.position + 1
    // A repeated push would find known events anyway; this saves the requests.
    await storage.write(async (tx) => tx.putRow(pushRows, remote.name, next))
    terminal.progress(() => `${counted(streams.counts().appended, 'event')} pushed, ${percent(next, end)}`)
  }
  return streams.counts()
}

const isWanted = (event: RecordedEvent, writers: ReadonlySet<number>): boolean => {
  if (!isOfUsers(event.stream)) return false
  const writer = writerOf(event)
  return writer === undefined || !writers.has(writer)
}

/** Joins neighbours of one stream, and keeps the order of the log. */
function runsOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const runs: RecordedEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.stream === event.stream) last.push(event)
    else runs.push([event])
  }
  return runs
}

async function pushRun(streams: RemoteStreams, run: readonly RecordedEvent[]): Promise<void> {
  const outcome = await streams.push(run)
  if (outcome.kind === 'pushed') return
  const { stream } = run[0]!
  throw new Failure(
    outcome.kind === 'deleted'
      ? `The server deleted the stream "${stream}" for good and refuses further events.`
      : `Another writer appends to the stream "${stream}" on the server. Run the command again to continue.`,
  )
}
