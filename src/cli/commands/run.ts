// The command `run`: runs a query over the events of a file, in a store of its own.

import { readFileSync } from 'node:fs'
import type { RecordedEvent } from '../../base/events/events.ts'
import { printExplanation } from '../../engine/observe/explanation-text.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { projectionPath } from '../../base/paths.ts'
import type { PartitionMap } from '../../projections/partitions/rows.ts'
import { readAllPartitions } from '../../projections/partitions/rows.ts'
import type { PartitionRow, ProjectionRow, Run } from '../../projections/model/tables.ts'
import { projectionRows, runRows } from '../../projections/model/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import { textOf } from '../../base/bytes.ts'
import type { RunCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { seedEvents } from './opened-events.ts'
import { neededProjections } from '../transfer/needed-projections.ts'
import { writerOf } from '../files/provenance.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'

/** Name of the projection that the query becomes. */
const name = 'query'

export async function runQuery({ query, events }: RunCommand, { terminal, inMemory }: Tools): Promise<void> {
  const text = readFileSync(query, 'utf8')
  const storage = inMemory()
  // System projections start below, and only those that the query reads from.
  const broken = Promise.withResolvers<never>()
  const store = createStore({ storage, systemProjections: false, environment: { report: broken.reject } })
  // A runner may fail while nothing awaits this promise.
  broken.promise.catch(() => undefined)
  const settled = (): Promise<void> => Promise.race([store.settled(), broken.promise])
  try {
    await store.ready()
    const end = await seedEvents(storage, events, { terminal })
    await store.project(name, text, { enabled: false })
    const row = await rowOf(storage, query)
    for (const needed of neededProjections(row.definition?.sources)) await enable(store, needed)
    await watch(storage, settled, terminal)
    await enable(store, name)
    await watch(storage, settled, terminal)
    await printOutcome(storage, end, terminal)
    await explainNothing(store, terminal)
    await rowOf(storage, query)
  } finally {
    terminal.done()
    await store.close()
  }
}

/** A query that handled no event prints no state either, which explains nothing. */
async function explainNothing(store: Store, terminal: Terminal): Promise<void> {
  const explanation = await store.explain(name)
  if (explanation.handled === 0 && !explanation.fault) terminal.note(printExplanation(explanation))
}

/** @throws Failure where the query has faulted. */
async function rowOf(storage: Storage, file: string): Promise<ProjectionRow> {
  const row = await storage.read((tx) => tx.row(projectionRows, name))
  if (!row) throw new Error('The projection is gone.')
  if (row.state !== 'Faulted' || !row.fault) return row
  const { reason, line, column } = row.fault
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
  throw new Failure(`${file}${place}: ${shortReason(reason)}`)
}

/** The reason of a handler's fault is framed by lines that name the event (projection-language §15). */
function shortReason(reason: string): string {
  const [, position, message] = /^Event Position: (.*)\r\n\r\nMessage:\r\n\r\n([^]*)/m.exec(reason) ?? []
  const [line] = (message ?? reason).trim().split(/\r?\n/)
  return position === undefined ? `${line}` : `${line} (event at ${position})`
}

async function enable(store: Store, projection: string): Promise<void> {
  const request = new Request(`http://store${projectionPath(projection)}/command/enable`, { method: 'POST' })
  const response = await store.direct(request)
  if (!response.ok) throw new Error(`Enabling ${projection} was answered ${response.status}.`)
}

/** Milliseconds between two readings of the progress. */
const progressInterval = 100

/** Shows the progress of the projections during the work. */
async function watch(storage: Storage, work: () => Promise<void>, terminal: Terminal): Promise<void> {
  const interval = setInterval(() => {
    void storage
      .read((tx) => tx.rows(runRows))
      .then((runs) => {
        const handled = Math.max(0, ...runs.map(([, run]) => run.handled))
        const progress = Math.min(...runs.map(([, run]) => run.progress))
        terminal.progress(() => `${counted(handled, 'event')} handled, ${Math.max(0, Math.floor(progress))} %`)
      })
  }, progressInterval)
  try {
    await work()
  } finally {
    clearInterval(interval)
  }
}

async function printOutcome(storage: Storage, end: number, terminal: Terminal): Promise<void> {
  const { row, run, partitions, events } = await storage.read(async (tx) => {
    const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
    const partitions: PartitionMap = run ? await readAllPartitions(tx, run) : new Map()
    return { row, run, partitions, events: await tx.log({ from: end, direction: 'forward', limit: Number.MAX_SAFE_INTEGER }) }
  })
  if (!row || !run) return
  for (const event of events) if (isOutput(event, row.id)) await terminal.print(JSON.stringify({ emitted: outputOf(event) }))
  for (const line of stateLines(run, partitions)) await terminal.print(line)
}

/** Excludes the projection's own streams: checkpoints, results, catalogues of partitions. */
const isOutput = (event: RecordedEvent, id: number): boolean => writerOf(event) === id && !event.stream.startsWith(`$projections-${name}`)

function outputOf({ stream, type, data, isJson }: RecordedEvent) {
  const text = textOf(data)
  return { stream, type, data: isJson ? valueOf(text) : text }
}

function* stateLines(run: Run, partitions: PartitionMap): Iterable<string> {
  if (run.state !== '' || partitions.size === 0) yield JSON.stringify(statesOf(run))
  for (const [partition, row] of [...partitions].sort(([, a], [, b]) => a.rank - b.rank)) {
    yield JSON.stringify({ partition, ...statesOf(row) })
  }
}

/** Omits a result that equals the state: the query transforms nothing then. */
const statesOf = ({ state, result }: Pick<PartitionRow, 'state' | 'result'>) => ({
  state: valueOf(state),
  ...(result !== undefined && result !== state && { result: valueOf(result) }),
})

/** A query may leave a state that is not JSON. */
function valueOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
