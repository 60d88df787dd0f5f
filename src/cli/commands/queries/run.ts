// The command `run`: runs a query over the events of a file, in a store of its own.

import type { RecordedEvent } from '../../../base/events/events.ts'
import { printExplanation } from '../../../engine/observe/explanation-text.ts'
import type { Store } from '../../../engine/store.ts'
import { createStore } from '../../../engine/store.ts'
import { projectionPath } from '../../../base/paths.ts'
import { isEngineV2 } from '../../../projections/model/definition/definition.ts'
import { isEngineV2Run, textsOf } from '../../../projections/model/run.ts'
import { readAllPartitions } from '../../../projections/partitions/rows.ts'
import { nameOf } from '../../../projections/engine-v2/partitions.ts'
import type { PartitionRow, ProjectionRow, Run } from '../../../projections/model/tables.ts'
import { projectionRows, runRows } from '../../../projections/model/tables.ts'
import type { Storage } from '../../../storage/storage.ts'
import { isMetastream, isSystemStream, originalOf } from '../../../streams/system.ts'
import { textOf } from '../../../base/bytes.ts'
import type { RunCommand } from '../../arguments.ts'
import { Failure, shortReason } from '../../failure.ts'
import { seedEvents } from '../opened-events.ts'
import { neededProjections } from '../../transfer/needed-projections.ts'
import { writerOf } from '../../files/provenance.ts'
import { readText } from '../../files/text-file.ts'
import type { Terminal } from '../../terminal.ts'
import { counted } from '../../terminal.ts'
import type { Tools } from '../../tools.ts'

/** Name of the projection that the query becomes. */
const name = 'query'

export async function runQuery({ query, events, release, engine, isJson }: RunCommand, { terminal, inMemory }: Tools): Promise<void> {
  const text = readText(query)
  const storage = inMemory()
  // System projections start below, and only those that the query reads from.
  const broken = Promise.withResolvers<never>()
  const store = createStore({ storage, release, systemProjections: false, environment: { report: broken.reject } })
  // A runner may fail while nothing awaits this promise.
  broken.promise.catch(() => undefined)
  const settled = (): Promise<void> => Promise.race([store.settled(), broken.promise])
  try {
    await store.ready()
    const end = await seedEvents(storage, events, { terminal })
    await store.project(name, text, { enabled: false, engine })
    const row = await rowOf(storage, query)
    for (const needed of neededProjections(row.definition)) await send(store, needed, 'enable')
    await watch(storage, settled, terminal)
    await send(store, name, 'enable')
    await watch(storage, settled, terminal)
    const states = await statesIn(storage)
    // The second engine writes emissions with its last checkpoint, and shows an exception when it stops.
    if (engine === 2) await send(store, name, 'disable')
    const explanation = await store.explain(name)
    // A query that handled no event prints no state either, which explains nothing.
    const isIdle = explanation.handled === 0 && !explanation.fault
    if (isJson) {
      const emitted: object[] = []
      for await (const event of emittedIn(storage, end)) emitted.push(event)
      await terminal.print(JSON.stringify({ emitted, states, ...(isIdle && { explanation }) }, null, 2))
    } else {
      for await (const emitted of emittedIn(storage, end)) await terminal.print(JSON.stringify({ emitted }))
      for (const line of states) await terminal.print(JSON.stringify(line))
      if (isIdle) terminal.note(printExplanation(explanation))
    }
    await rowOf(storage, query)
  } finally {
    terminal.done()
    await store.close()
  }
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

async function send(store: Store, projection: string, command: 'enable' | 'disable'): Promise<void> {
  const request = new Request(`http://store${projectionPath(projection)}/command/${command}`, { method: 'POST' })
  const response = await store.direct(request)
  if (!response.ok) throw new Error(`The command ${command} for ${projection} was answered ${response.status}.`)
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

async function* emittedIn(storage: Storage, end: number): AsyncIterable<object> {
  const { row, events } = await storage.read(async (tx) => ({
    row: await tx.row(projectionRows, name),
    events: await tx.log({ from: end, direction: 'forward', limit: Number.MAX_SAFE_INTEGER }),
  }))
  if (row) for (const event of events) if (isOutput(event, row)) yield outputOf(event)
}

/** Excludes streams of projections: checkpoints, states, results, catalogues of partitions. */
function isOutput(event: RecordedEvent, { id, definition }: ProjectionRow): boolean {
  const { stream } = event
  if (stream.startsWith('$projections-')) return false
  const writer = writerOf(event)
  if (!definition || !isEngineV2(definition)) return writer === id
  // The second engine signs nothing; nor does a system projection that makes an index.
  return writer === undefined && !(isMetastream(stream) && isSystemStream(originalOf(stream)))
}

function outputOf({ stream, type, data, isJson }: RecordedEvent) {
  const text = textOf(data)
  return { stream, type, data: isJson ? valueOf(text) : text }
}

interface StateLine {
  readonly partition?: string
  readonly state: unknown
  readonly result?: unknown
}

function statesIn(storage: Storage): Promise<readonly StateLine[]> {
  return storage.read(async (tx) => {
    const run = await tx.row(runRows, name)
    if (!run) return []
    const partitions = [...(await readAllPartitions(tx, run))].sort(([, a], [, b]) => a.rank - b.rank)
    return isEngineV2Run(run) ? partitions.flatMap(lineOfEngineV2) : linesOf(run, partitions)
  })
}

const linesOf = (run: Run, partitions: readonly (readonly [string, PartitionRow])[]): StateLine[] => [
  ...(run.state !== '' || partitions.length === 0 ? [statesOf(textsOf(run))] : []),
  ...partitions.map(([partition, row]) => ({ partition, ...statesOf(row) })),
]

/** What is shown is the result; null shows nothing. The shared state has no name, like that of the root. */
const lineOfEngineV2 = ([partition, { result }]: readonly [string, PartitionRow]): StateLine[] =>
  result === undefined ? [] : [{ ...(nameOf(partition) !== '' && { partition }), state: valueOf(result) }]

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
