// Measures the storages in a page; each measurement gives lines of a table.

import { eventTable } from '../../src/base/events/event-table.ts'
import type { NumberedEvent, RecordedEvent } from '../../src/base/events/events.ts'
import { indexedDbStorage } from '../../src/storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../src/storage/memory/memory.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { table } from '../../src/storage/storage.ts'
import { openRaw, rawVariants } from './raw.ts'

/** Milliseconds of one run: first quartile, median and mean. */
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

/** The shortest write of the product: get the head, append, put the head. */
const append = (storage: Storage, events: readonly NumberedEvent[]): Promise<void> =>
  storage.write(async (tx) => {
    const [first] = events
    await tx.head(first!.stream)
    await tx.append(eventTable(events))
    tx.putHead({ stream: first!.stream, last: first!.number + events.length - 1, tombstone: false, metadata: {} })
  })

/** The same with "any version": ids are looked up as well. */
const appendAny = (storage: Storage, events: readonly NumberedEvent[]): Promise<void> =>
  storage.write(async (tx) => {
    const [first] = events
    await tx.head(first!.stream)
    await tx.firstWithId(events.map((event) => event.id))
    await tx.append(eventTable(events))
    tx.putHead({ stream: first!.stream, last: first!.number + events.length - 1, tombstone: false, metadata: {} })
  })

/** Candidates run in turns, so that a busy moment of the machine hits all of them. */
async function compare<T>(
  rounds: number,
  make: (round: number) => T,
  candidates: Record<string, (made: T) => Promise<unknown>>,
): Promise<Line[]> {
  const times = new Map(Object.keys(candidates).map((what) => [what, [] as number[]]))
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++)
    for (const [what, work] of Object.entries(candidates)) {
      const input = make(round)
      const started = performance.now()
      await work(input)
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

const nothing = () => undefined

/** Numbers are shared by all variants: they only have to grow. */
const growing = (stream: string, size: number) => {
  let number = 0
  return () => eventsOf(stream, (number += size) - size, size)
}

async function appends(size: number, rounds: number): Promise<Line[]> {
  const raw: [string, (events: readonly NumberedEvent[]) => Promise<void>][] = []
  for (const [what, options] of Object.entries(rawVariants)) {
    const db = await openRaw(options)
    let end = 0
    raw.push([what, (events) => db.write(recorded(events, (end += size) - size))])
  }
  const [storage, any, memory] = [database(), database(), memoryStorage()]
  return await compare(rounds, growing('orders', size), {
    ...Object.fromEntries(raw),
    'IndexedDB, expected version': (events) => append(storage, events),
    'IndexedDB, any version': (events) => appendAny(any, events),
    memory: (events) => append(memory, events),
  })
}

async function reads(title: string, commit: number, total: number): Promise<Line[]> {
  const storages = { IndexedDB: database(), memory: memoryStorage() }
  const lines: Line[] = []
  for (const [kind, storage] of Object.entries(storages)) {
    const next = growing('orders', commit)
    for (let n = 0; n < total; n += commit) await append(storage, next())
    const somewhere = () => Math.floor(Math.random() * (total - 40)) + 20
    const page = (direction: 'forward' | 'backward') => (from: number) =>
      storage.read((tx) => tx.stream('orders', { from, direction, limit: 20 }))
    const all = await compare(5, nothing, {
      [`${kind}, ${title}: all ${total} in batches of 444`]: async () => {
        for (let from = 0; from < total; from += 444) await storage.read((tx) => tx.log({ from, direction: 'forward', limit: 444 }))
      },
    })
    const pages = await compare(100, somewhere, {
      [`${kind}, ${title}: 20 forward`]: page('forward'),
      [`${kind}, ${title}: 20 backward`]: page('backward'),
      [`${kind}, ${title}: 20 of the log backward`]: (from) => storage.read((tx) => tx.log({ from, direction: 'backward', limit: 20 })),
    })
    lines.push(...pages, ...all)
  }
  return lines
}

const states = table<{ text: string; position: number }>('states')

/** The writes of a runner for a batch: emitted events, a row for each partition, its own row. */
async function projections(): Promise<Line[]> {
  const batch = (storage: Storage) => (events: readonly NumberedEvent[]) =>
    storage.write(async (tx) => {
      await tx.head('emitted')
      await tx.row(states, 'runner')
      await tx.append(eventTable(events))
      for (let n = 0; n < 444; n++) tx.putRow(states, `partition/${n}`, { text: `{"count":${made}}`, position: made })
      tx.putRow(states, 'runner', { text: '', position: made })
    })
  const rows = await openRaw({ values: () => Array.from({ length: 444 }, () => ({ text: `{"count":${made}}`, position: made })) })
  return await compare(30, growing('emitted', 444), {
    'raw, 444 rows': (events) => rows.write(recorded(events, 0)),
    'IndexedDB, batch of 444 events and rows': batch(database()),
    'memory, batch of 444 events and rows': batch(memoryStorage()),
  })
}

async function ids(total: number): Promise<Line[]> {
  const name = `bench-${crypto.randomUUID()}`
  const first = indexedDbStorage({ name })
  const [bulk, single] = [growing('bulk', 1000), growing('single', 1)]
  for (let n = 0; n < total; n += 1000) await append(first, bulk())
  for (let n = 0; n < 300; n++) await append(first, single())
  const known = (await first.read((tx) => tx.stream('bulk', { from: 100, direction: 'forward', limit: 500 }))).map((event) => event.id)
  await first.close()
  const again = indexedDbStorage({ name })
  await again.read((tx) => tx.end())
  const unknown = [crypto.randomUUID()]
  const look = (asked: readonly string[]) => () => again.read((tx) => tx.firstWithId(asked))
  return [
    await once(`first look after opening a store of ${total} events`, look(unknown)),
    ...(await compare(50, nothing, {
      'end of the log': () => again.read((tx) => tx.end()),
      'unknown id': look(unknown),
      'known id': look(known.slice(0, 1)),
      '500 known ids': look(known),
    })),
  ]
}

async function durability(): Promise<Line[]> {
  const [relaxed, strict] = [database('relaxed'), database('strict')]
  const both = (size: number, rounds: number) =>
    compare(rounds, growing(`s-${size}`, size), {
      [`relaxed, commits of ${size}`]: (events) => append(relaxed, events),
      [`strict, commits of ${size}`]: (events) => append(strict, events),
    })
  return [...(await both(1, 100)), ...(await both(500, 30))]
}

async function dropping(): Promise<Line[]> {
  const lines: Line[] = []
  for (const commit of [1, 500]) {
    const storage = database()
    const next = growing('a', commit)
    for (let n = 0; n < 20_000; n += commit) await append(storage, next())
    let from = 0
    for (const size of [100, 500, 1000]) {
      const positions = () => {
        from += size
        return Array.from({ length: size }, (_, n) => from + n).filter((position) => position % 10 !== 0)
      }
      const drop = (dropped: readonly number[]) => storage.write((tx) => tx.dropEvents(dropped))
      lines.push(...(await compare(8, positions, { [`nine of ten of ${size}, commits of ${commit}`]: drop })))
    }
  }
  return lines
}

async function big(): Promise<Line[]> {
  const storage = database()
  return [
    ...(await compare(5, growing('big', 20_000), { 'commit of 20,000 events': (events) => append(storage, events) })),
    ...(await compare(50, nothing, {
      '20 of them': () => storage.read((tx) => tx.stream('big', { from: 9_000, direction: 'forward', limit: 20 })),
    })),
  ]
}

export const measurements = {
  single: () => appends(1, 300),
  bulk: () => appends(500, 60),
  reads: async () => [...(await reads('commits of 1', 1, 4440)), ...(await reads('commits of 500', 500, 22_000))],
  projections,
  ids: async () => [...(await ids(20_000)), ...(await ids(100_000))],
  durability,
  dropping,
  big,
}

declare global {
  interface Window {
    storageMeasurements: typeof measurements
  }
}

window.storageMeasurements = measurements
