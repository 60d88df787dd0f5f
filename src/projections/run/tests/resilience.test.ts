import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { defaultSettings } from '../../../base/settings.ts'
import { systemUser } from '../../../base/user.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { Storage, WriteTransaction } from '../../../storage/storage.ts'
import { createStreams, expectedVersion } from '../../../streams/streams.ts'
import { textOf } from '../../../base/bytes.ts'
import { openCounting } from './counting-query.fixture.ts'
import { sourcesFixture } from '../../model/definition/definition.fixture.ts'
import { createProjections } from '../../projections.ts'
import type { Projections } from '../../projections.ts'
import { runRows } from '../../model/tables.ts'

/** Trouble for a projection between two appends; none of it may show in its states and outputs. */
type Trouble = 'nothing' | 'failing write' | 'fence' | 'second tab' | 'close first tab' | 'disable' | 'abort' | 'restart'

interface Step {
  readonly events: number
  readonly trouble: Trouble
  /** How many tasks pass before it comes. */
  readonly turns: number
}

const steps = fc.array(
  fc.record({
    // Now and then several batches and a checkpoint, while which the query is ahead of the commits.
    events: fc.oneof({ weight: 15, arbitrary: fc.integer({ min: 0, max: 150 }) }, { weight: 1, arbitrary: fc.constant(4200) }),
    turns: fc.integer({ min: 0, max: 3 }),
    trouble: fc.constantFrom<Trouble>('nothing', 'failing write', 'fence', 'second tab', 'close first tab', 'disable', 'abort', 'restart'),
  }),
  { minLength: 1, maxLength: 6 },
)

const broken = new Error('The disk is full for a moment.')

/** A storage whose next writes can be made to fail: before they do anything, or after they did everything. */
function unreliable(storage: Storage, isSlow: boolean): Storage & { failNext(place: 'before' | 'after' | undefined): void } {
  let next: 'before' | 'after' | undefined
  const write = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    const place = next
    next = undefined
    for (let turn = 0; isSlow && turn < 600; turn++) await nextTurn()
    if (place === 'before') throw broken
    return await storage.write(async (tx) => {
      const result = await work(tx)
      if (place === 'after') throw broken
      return result
    })
  }
  // With a name, tabs agree by locks who runs what; opening one more is a hand-over, not a restart.
  return { ...storage, name: environment.uuid(), write, failNext: (place) => void (next = place) }
}

const environment = {
  ...platformEnvironment(),
  report: (error: unknown) => {
    if (error !== broken) throw error
  },
}

/** Neighbours are in one partition, so that a commit does not change all. */
const placeOf = (number: number) => Math.floor(number / 20) % 5
const partitionOf = ({ number }: { number: number }) => `k${placeOf(number)}`

/** Opens the store in one more tab: the storage is shared, everything else is its own. */
/** How the query works. */
interface Way {
  readonly isAside: boolean
  readonly emits: boolean
}

async function openTab(storage: Storage, { isAside, emits }: Way): Promise<Projections> {
  const streams = createStreams({ storage, environment })
  const sources = sourcesFixture({ byCustomPartitions: true })
  const openQuery = openCounting({ sources, partitionOf, isAside, ...(emits && { emitsTo: (event) => `out-${event.number % 3}` }) })
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery, environment, settings })
  await storage.write(async (tx) => {
    await projections.startIn(tx)
  })
  await projections.start()
  return projections
}

const eventsOf = async (storage: Storage, stream: string) => {
  const events = await storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 100_000 }))
  return events.map(({ data }) => textOf(data))
}

async function live(history: readonly Step[], way: Way): Promise<{ states: string[]; emitted: string[][] }> {
  const storage = unreliable(memoryStorage(), way.isAside)
  const streams = createStreams({ storage, environment })
  const tabs = [await openTab(storage, way)]
  const tab = () => tabs.at(-1)!
  const request = { name: 'p', user: systemUser }
  await tab().create({
    ...request,
    mode: 'Continuous',
    handlerType: 'JS',
    query: '',
    enabled: true,
    checkpoints: true,
    emit: true,
    trackEmittedStreams: false,
  })
  const command = (name: 'disable' | 'enable' | 'abort') => tab().command({ ...request, command: name, claims: false })
  const append = (count: number) =>
    streams.append({
      stream: 's',
      events: newEvents(
        Array.from({ length: count }, () => ({ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true })),
      ),
      expected: expectedVersion.any,
    })
  for (const { events, trouble, turns } of history) {
    if (events > 0) await append(events)
    if (trouble === 'failing write') storage.failNext(events % 2 === 0 ? 'before' : 'after')
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    if (trouble === 'fence') await fence(storage)
    if (trouble === 'second tab') tabs.push(await openTab(storage, way))
    if (trouble === 'close first tab' && tabs.length > 1) await tabs.shift()!.close()
    if (trouble === 'restart') await tab().restart()
    if (trouble === 'disable' || trouble === 'abort') await command(trouble)
    if (trouble === 'disable' || trouble === 'abort') await command('enable')
    // Whatever is to fail has failed by then: it must not hit what the test does itself.
    await nextTurn()
    storage.failNext(undefined)
  }
  await append(1)
  await tab().settled()
  const states: string[] = []
  for (const partition of ['k0', 'k1', 'k2', 'k3', 'k4']) {
    const outcome = await tab().state('p', partition)
    states.push(outcome.kind === 'texts' ? outcome.state : outcome.kind)
  }
  const emitted = await Promise.all([0, 1, 2].map((index) => eventsOf(storage, `out-${index}`)))
  for (const open of tabs) await open.close()
  return { states, emitted }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Commits from outside: the runner has to start over from the row. */
const fence = (storage: Storage) =>
  storage.write(async (tx) => {
    const run = await tx.row(runRows, 'p')
    if (run) tx.putRow(runRows, 'p', { ...run, fence: run.fence + 1 })
  })

/** The right result after any trouble: one count per event in the order of the stream. */
function expectedOf(history: readonly Step[], { emits }: Way): { states: string[]; emitted: string[][] } {
  const counts = [0, 0, 0, 0, 0]
  const emitted: string[][] = [[], [], []]
  const total = history.reduce((sum, { events }) => sum + events, 1)
  for (let number = 0; number < total; number++) {
    const count = ++counts[placeOf(number)]!
    if (emits) emitted[number % 3]!.push(JSON.stringify({ of: partitionOf({ number }), count }))
  }
  return { states: counts.map((n) => (n === 0 ? '' : JSON.stringify({ n }))), emitted }
}

/** The write fails, and the runner hears of it only after the last append: nothing else would wake it. */
const heardLate: readonly Step[] = [
  { events: 99, turns: 0, trouble: 'nothing' },
  { events: 4200, turns: 0, trouble: 'failing write' },
]

/** The write that fails is that of a projection being prepared anew, and nothing happens to it afterwards. */
const unprepared: readonly Step[] = [
  { events: 4200, turns: 0, trouble: 'nothing' },
  { events: 0, turns: 0, trouble: 'restart' },
  { events: 33, turns: 0, trouble: 'failing write' },
]

test.each([
  ['works on this thread', { isAside: false, emits: true }],
  ['works beside it, and runs ahead of slow commits', { isAside: true, emits: true }],
  ['does that and emits nothing', { isAside: true, emits: false }],
])(
  'what a projection computes and writes depends on its events alone, where its query %s',
  async (_, way) => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => assert.deepEqual(await live(history, way), expectedOf(history, way))),
      { numRuns: 60, examples: [[[...heardLate]], [[...unprepared]]] },
    )
  },
  60_000,
)
