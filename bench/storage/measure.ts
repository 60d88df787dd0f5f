// Measures the storages in a page; each measurement gives lines of a table.

import type { NumberedEvent, RecordedEvent } from '../../src/base/events.ts'
import { indexedDbStorage } from '../../src/storage/indexeddb.ts'
import { memoryStorage } from '../../src/storage/memory.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { table } from '../../src/storage/storage.ts'
import { openRaw, rawVariants } from './raw.ts'

/** Milliseconds of one run: the fastest quarter's end, the middle, and the mean. */
export interface Line {
  readonly what: string
  readonly quarter: number
  readonly median: number
  readonly mean: number
}

let made = 0
const eventsOf = (stream: string, first: number, count: number): NumberedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    type: 'OrderPlaced',
    data: JSON.stringify({
      order: made++,
      customer: `customer ${made % 97}`,
      lines: [
        { sku: `A-${made}`, quantity: 2, price: 12.5 },
        { sku: `B-${made}`, quantity: 1, price: 99 },
      ],
      note: 'nothing special about this order',
    }),
    metadata: '',
    isJson: true,
    stream,
    number: first + index,
    created: Date.now(),
  }))

const recorded = (events: readonly NumberedEvent[], end: number): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, position: end + index }))

/** The shortest write the product does: look at the head, append, put the head. */
const append = (storage: Storage, stream: string, count: number): Promise<void> =>
  storage.write(async (tx) => {
    const last = (await tx.head(stream))?.last ?? -1
    await tx.append(eventsOf(stream, last + 1, count))
    tx.putHead({ stream, last: last + count, tombstone: false, metadata: {} })
  })

/** The same with "any version": ids are looked up as well. */
const appendAny = (storage: Storage, stream: string, count: number): Promise<void> =>
  storage.write(async (tx) => {
    const last = (await tx.head(stream))?.last ?? -1
    const events = eventsOf(stream, last + 1, count)
    await tx.firstWithId(events.map((event) => event.id))
    await tx.append(events)
    tx.putHead({ stream, last: last + count, tombstone: false, metadata: {} })
  })

/** Candidates run in turns, so that a busy moment of the machine hits all of them. */
async function compare(rounds: number, candidates: Record<string, () => Promise<unknown>>): Promise<Line[]> {
  const times = new Map(Object.keys(candidates).map((what) => [what, [] as number[]]))
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++)
    for (const [what, work] of Object.entries(candidates)) {
      const started = performance.now()
      await work()
      if (round >= 0) times.get(what)!.push(performance.now() - started)
    }
  return [...times].map(([what, all]) => line(what, all))
}

function line(what: string, times: readonly number[]): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!
  return { what, quarter: at(0.25), median: at(0.5), mean: times.reduce((sum, time) => sum + time, 0) / times.length }
}

const once = async (what: string, work: () => Promise<unknown>): Promise<Line> => {
  const started = performance.now()
  await work()
  return line(what, [performance.now() - started])
}

const database = (durability?: 'relaxed' | 'strict') =>
  indexedDbStorage({ name: `bench-${crypto.randomUUID()}`, ...(durability && { durability }) })

async function appends(size: number, rounds: number): Promise<Line[]> {
  const raw = await Promise.all(
    Object.entries(rawVariants).map(async ([what, options]) => {
      const db = await openRaw(options)
      let end = 0
      return [what, () => db.write(recorded(eventsOf('raw', end, size), (end += size)))] as const
    }),
  )
  const [storage, any, memory] = [database(), database(), memoryStorage()]
  return compare(rounds, {
    ...Object.fromEntries(raw),
    'IndexedDB, expected version': () => append(storage, 'orders', size),
    'IndexedDB, any version': () => appendAny(any, 'orders', size),
    memory: () => append(memory, 'orders', size),
  })
}

async function reads(title: string, commit: number, total: number): Promise<Line[]> {
  const storages = { IndexedDB: database(), memory: memoryStorage() }
  for (const storage of Object.values(storages)) for (let n = 0; n < total; n += commit) await append(storage, 'orders', commit)
  const lines: Line[] = []
  for (const [kind, storage] of Object.entries(storages)) {
    const somewhere = () => Math.floor(Math.random() * (total - 40)) + 20
    const page = (direction: 'forward' | 'backward') => () =>
      storage.read((tx) => tx.stream('orders', { from: somewhere(), direction, limit: 20 }))
    const logPage = () => storage.read((tx) => tx.log({ from: somewhere(), direction: 'backward', limit: 20 }))
    lines.push(
      ...(await compare(100, {
        [`${kind}, ${title}: 20 forward`]: page('forward'),
        [`${kind}, ${title}: 20 backward`]: page('backward'),
        [`${kind}, ${title}: 20 of the log backward`]: logPage,
      })),
      await once(`${kind}, ${title}: all ${total} in batches of 444`, async () => {
        for (let from = 0; from < total; from += 444) await storage.read((tx) => tx.log({ from, direction: 'forward', limit: 444 }))
      }),
    )
  }
  return lines
}

const states = table<{ text: string; position: number }>('states')

/** What a runner writes for a batch: emitted events, a row for each partition, its own row. */
async function projections(): Promise<Line[]> {
  const batch = (storage: Storage) => () =>
    storage.write(async (tx) => {
      await tx.head('emitted')
      await tx.row(states, 'runner')
      await tx.append(eventsOf('emitted', made * 1000, 444))
      for (let n = 0; n < 444; n++) tx.putRow(states, `partition/${n}`, { text: `{"count":${made}}`, position: made })
      tx.putRow(states, 'runner', { text: '', position: made })
    })
  return compare(30, {
    'IndexedDB, batch of 444 events and rows': batch(database()),
    'memory, batch of 444 events and rows': batch(memoryStorage()),
  })
}

async function ids(total: number): Promise<Line[]> {
  const name = `bench-${crypto.randomUUID()}`
  const first = indexedDbStorage({ name })
  for (let n = 0; n < total; n += 1000) await append(first, 'bulk', 1000)
  for (let n = 0; n < 300; n++) await append(first, 'single', 1)
  const known = await first.read((tx) => tx.stream('bulk', { from: 100, direction: 'forward', limit: 500 }))
  await first.close()
  const again = indexedDbStorage({ name })
  await again.read((tx) => tx.end())
  const unknown = [crypto.randomUUID()]
  return [
    await once(`first look after opening a store of ${total} events`, () => again.write((tx) => tx.firstWithId(unknown))),
    ...(await compare(50, {
      'end of the log': () => again.read((tx) => tx.end()),
      'unknown id': () => again.read((tx) => tx.firstWithId(unknown)),
      'known id': () => again.read((tx) => tx.firstWithId([known[0]!.id])),
      '500 known ids': () => again.read((tx) => tx.firstWithId(known.map((event) => event.id))),
    })),
  ]
}

async function durability(): Promise<Line[]> {
  const [relaxed, strict] = [database('relaxed'), database('strict')]
  return [
    ...(await compare(100, { 'relaxed, 1 event': () => append(relaxed, 'a', 1), 'strict, 1 event': () => append(strict, 'a', 1) })),
    ...(await compare(30, {
      'relaxed, 500 events': () => append(relaxed, 'b', 500),
      'strict, 500 events': () => append(strict, 'b', 500),
    })),
  ]
}

async function dropping(): Promise<Line[]> {
  const lines: Line[] = []
  for (const commit of [1, 500]) {
    const storage = database()
    for (let n = 0; n < 10_000; n += commit) await append(storage, 'a', commit)
    for (const size of [100, 500, 1000]) {
      let from = size * 7
      const step = () => {
        const positions = Array.from({ length: size }, (_, n) => from + n).filter((position) => position % 10 !== 0)
        from += size
        return storage.write((tx) => tx.dropEvents(positions))
      }
      lines.push(...(await compare(3, { [`drop nine of ten of ${size}, commits of ${commit}`]: step })))
    }
  }
  return lines
}

const tooBig = async (): Promise<Line[]> => {
  const storage = database()
  const lines = [await once('commit of 20,000 events', () => append(storage, 'big', 20_000))]
  return [
    ...lines,
    ...(await compare(50, {
      '20 of them': () => storage.read((tx) => tx.stream('big', { from: 9_000, direction: 'forward', limit: 20 })),
    })),
  ]
}

export const measurements = {
  single: () => appends(1, 200),
  bulk: () => appends(500, 40),
  reads: async () => [...(await reads('commits of 1', 1, 4440)), ...(await reads('commits of 500', 500, 22_000))],
  projections,
  ids: async () => [...(await ids(20_000)), ...(await ids(100_000))],
  durability,
  dropping,
  big: tooBig,
}

declare global {
  interface Window {
    storageMeasurements: typeof measurements
  }
}

window.storageMeasurements = measurements
