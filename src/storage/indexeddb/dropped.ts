// Drops events from the log in IndexedDB, and keeps their ids and places by blocks of positions.

import { wrap } from 'idb'
import type { Column } from '../../base/events/column.ts'
import { alikeColumn, reader, textColumn } from '../../base/events/column.ts'
import type { Position, RecordedEvent } from '../../base/events/events.ts'
import type { StoredHeads } from './heads/heads.ts'
import { recordsAt } from './log/log.ts'
import type { StoredRecord } from './log/records.ts'
import { eventsOf, isOfMany, recordWith } from './log/records.ts'
import type { DroppedEvent } from '../storage.ts'
import { droppedStore, logStore } from './connection/upgrade.ts'

/**
 * The cost grows with the records that hold the events, not with the log.
 *
 * @param end of the log; its last record stays even when empty, because it marks the end.
 * @param heads learn of streams that records of many streams no longer hold.
 * @returns names of the streams that lost an event.
 */
export async function dropFromLog(
  tx: IDBTransaction,
  heads: Pick<StoredHeads, 'displace'>,
  end: Position,
  positions: readonly Position[],
): Promise<Set<string>> {
  const dropped = new Set(positions)
  const log = tx.objectStore(logStore)
  const gone: RecordedEvent[] = []
  for (const neighbours of await recordsAt(log, positions)) {
    let empty: StoredRecord[] = []
    for (const record of neighbours) {
      const events = eventsOf(record)
      const left = events.flatMap(({ position }, index) => (dropped.has(position) ? [] : index))
      gone.push(...events.filter((event) => dropped.has(event.position)))
      for (const stream of isOfMany(record) ? lost(events, left) : []) heads.displace(stream, record.last)
      if (left.length === 0 && record.last !== end - 1) {
        empty.push(record)
        continue
      }
      deleteNeighbours(log, empty)
      empty = []
      if (left.length < events.length) log.put(recordWith(record, left))
    }
    deleteNeighbours(log, empty)
  }
  await rememberDropped(tx, gone)
  return new Set(gone.map((event) => event.stream))
}

/** @returns streams without an event among those that are left. */
function lost(events: readonly RecordedEvent[], left: readonly number[]): Set<string> {
  const streams = new Set(events.map(({ stream }) => stream))
  for (const index of left) streams.delete(events[index]!.stream)
  return streams
}

/** Deletes records with one request. @param records with no other between them. */
function deleteNeighbours(log: IDBObjectStore, records: readonly StoredRecord[]): void {
  const [first, last] = [records[0], records.at(-1)]
  if (first && last) log.delete(IDBKeyRange.bound([first.last, first.nonce], [last.last, last.nonce]))
}

/** Dropped events of so many positions share a record, with the number of the block as key. */
const positionsPerBlock = 512

const blockOf = (position: Position): number => Math.floor(position / positionsPerBlock)

/** Columns take a third of the space of the objects in older databases, and a scavenge writes little else (decision 10). */
interface DroppedBlock {
  readonly ids: Column<string>
  readonly streams: Column<string>
  readonly numbers: readonly number[]
  readonly positions: readonly Position[]
}

type StoredBlock = DroppedBlock | readonly DroppedEvent[]

export async function rememberDropped(tx: IDBTransaction, events: readonly DroppedEvent[]): Promise<void> {
  const store = tx.objectStore(droppedStore)
  const blocks = Map.groupBy(events, (event) => blockOf(event.position))
  await Promise.all(
    [...blocks].map(async ([block, added]) => {
      const before = await wrap<StoredBlock | undefined>(store.get(block))
      store.put(blockWith([...(before ? eventsIn(before) : []), ...added]), block)
    }),
  )
}

/** @returns all dropped events of the blocks that contain the positions. */
export async function droppedAt(tx: IDBTransaction, positions: readonly Position[]): Promise<DroppedEvent[]> {
  const store = tx.objectStore(droppedStore)
  const blocks = new Set(positions.map(blockOf))
  const found = await Promise.all([...blocks].map((block) => wrap<StoredBlock | undefined>(store.get(block))))
  return found.flatMap((block) => (block ? eventsIn(block) : []))
}

/** @returns all dropped events, in order of position. */
export async function allDropped(tx: IDBTransaction): Promise<DroppedEvent[]> {
  const blocks = await wrap<StoredBlock[]>(tx.objectStore(droppedStore).getAll())
  return blocks.flatMap(eventsIn).sort((a, b) => a.position - b.position)
}

const blockWith = (events: readonly DroppedEvent[]): DroppedBlock => ({
  // Counted ids share their ends.
  ids: alikeColumn(events.map(({ id }) => id)),
  streams: textColumn(events.map(({ stream }) => stream)),
  numbers: events.map(({ number }) => number),
  positions: events.map(({ position }) => position),
})

function eventsIn(block: StoredBlock): readonly DroppedEvent[] {
  if (!('positions' in block)) return block
  const [id, stream] = [reader(block.ids), reader(block.streams)]
  return block.positions.map((position, index) => ({ id: id(index), stream: stream(index), number: block.numbers[index]!, position }))
}
