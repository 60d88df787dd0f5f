// The command `import`: puts events or an export into a store on disk, all or nothing.

import { isSnapshotHeader, readSnapshotLines } from '../../engine/snapshot/lines.ts'
import { isFresh } from '../../engine/scenario/seed.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { SnapshotContent } from '../../engine/snapshot/snapshot.ts'
import { readSnapshot, restoreIn } from '../../engine/snapshot/snapshot.ts'
import { createStore } from '../../engine/store.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ImportCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { importEventsIn } from '../transfer/import-events.ts'
import type { Line } from '../files/lines.ts'
import { readQueries } from '../files/scenario-file.ts'
import { sourceEvents } from '../files/source-events.ts'
import { readSource } from '../files/source.ts'
import { inFolder } from '../files/store-folder.ts'
import type { Terminal } from '../terminal.ts'
import { counted, printResult, thereAlready } from '../terminal.ts'
import type { Tools } from '../tools.ts'

export async function runImport({ db, file, replace, isJson }: ImportCommand, tools: Tools): Promise<void> {
  const { terminal } = tools
  const source = file ?? 'input'
  const read = readSource(file)
  if (read.kind === 'scenario') {
    if (replace) throw replacesNothing(source)
    const scenario = await readQueries(file, read.scenario)
    const signal = interruption(tools)
    return await inFolder(db, tools, (storage) => importScenario(storage, scenario, signal, { terminal, isJson }))
  }
  const lines = read.lines[Symbol.iterator]()
  const first = lines.next()
  if (first.done) throw new Failure(`${source} is empty.`)
  if (isSnapshotHeader(first.value.text)) {
    const content = readExport(source, first.value.text, { [Symbol.iterator]: () => lines })
    const signal = interruption(tools)
    await inFolder(db, tools, async (storage) => {
      await restore(storage, content, { replace, db, signal })
      await storage.close()
    })
    const events = content.events.length
    return await printResult(terminal, isJson, `Imported the export of a store with ${counted(events, 'event')}.`, {
      kind: 'export',
      events,
    })
  }
  if (replace) throw replacesNothing(source)
  const all = untilAborted(withFirst(first.value, lines), interruption(tools))
  return await inFolder(db, tools, (storage) => importEvents(storage, source, all, { terminal, isJson }))
}

const replacesNothing = (source: string): Failure =>
  new Failure(`--replace is for exports, and ${source} is none: events are added to the content of the store.`)

interface Printing {
  readonly terminal: Terminal
  readonly isJson: boolean
}

async function importScenario(storage: Storage, scenario: Scenario, signal: AbortSignal, { terminal, isJson }: Printing): Promise<void> {
  const store = createStore({ storage })
  try {
    const seeded = await store.seed(scenario, { signal })
    const appended = seeded.kind === 'seeded' ? seeded.appended : 0
    const projections = scenario.projections?.length ?? 0
    const sentence = `Imported a scenario: ${counted(appended, 'event')}, ${counted(projections, 'projection')}.`
    await printResult(terminal, isJson, sentence, { kind: 'scenario', events: appended, projections })
  } finally {
    await store.close()
  }
}

function* withFirst(first: Line, rest: Iterator<Line>): Iterable<Line> {
  yield first
  yield* { [Symbol.iterator]: () => rest }
}

/** @returns a signal that aborts with a Failure once the process is asked to end, so that the transaction leaves nothing behind. */
function interruption({ untilInterrupted }: Tools): AbortSignal {
  const controller = new AbortController()
  void untilInterrupted().then(() => controller.abort(new Failure('Interrupted: nothing was imported.')))
  return controller.signal
}

function* untilAborted(lines: Iterable<Line>, signal: AbortSignal): Iterable<Line> {
  for (const line of lines) {
    signal.throwIfAborted()
    yield line
  }
}

/** @throws Failure, or a StoreError that names the problem of the snapshot. */
function readExport(source: string, header: string, lines: Iterable<Line>): SnapshotContent {
  const reader = readSnapshotLines(header)
  for (const { text, number } of lines) {
    const problem = reader.add(text)
    if (problem !== undefined) throw new Failure(`${source}:${number}: ${problem}.`)
  }
  const snapshot = reader.finish()
  if ('message' in snapshot) throw new Failure(`${source} is an incomplete export: ${snapshot.message}.`)
  return readSnapshot(snapshot)
}

interface Restoring {
  readonly replace: boolean
  readonly db: string
  readonly signal: AbortSignal
}

const restore = (storage: Storage, content: SnapshotContent, { replace, db, signal }: Restoring): Promise<void> =>
  storage.write(async (tx) => {
    if (!replace && !(await isFresh(tx))) {
      throw new Failure(`The store in "${db}" is in use, and an export replaces its whole content. Give --replace to do so.`)
    }
    await restoreIn(tx, content)
    signal.throwIfAborted()
  })

/** Opens a store first, so that the streams of a fresh store come before the events. */
async function importEvents(storage: Storage, source: string, lines: Iterable<Line>, { terminal, isJson }: Printing): Promise<void> {
  const store = createStore({ storage })
  try {
    await store.ready()
    const clock = { now: () => Date.now(), uuid: () => crypto.randomUUID() }
    const events = sourceEvents(lines, { created: clock.now(), uuid: clock.uuid })
    const { appended, known, withoutData } = await storage.write((tx) =>
      importEventsIn(tx, events, {
        source,
        clock,
        onProgress: (read) => terminal.progress(() => `${counted(read, 'line')} read`),
      }),
    )
    const sentence = `Imported ${counted(appended, 'event')}${known > 0 ? `; ${thereAlready(known, 'other')}` : ''}.`
    await printResult(terminal, isJson, sentence, { kind: 'events', events: appended, known })
    if (withoutData > 0) {
      terminal.note(`${counted(withoutData, 'event')} came without data, because feeds show only JSON: read them with ?embed=tryharder.`)
    }
  } finally {
    await store.close()
  }
}
