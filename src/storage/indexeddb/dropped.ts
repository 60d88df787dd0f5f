// Keeps the ids and places of dropped events in IndexedDB, by blocks of positions.

import { wrap } from 'idb'
import type { Column } from '../../base/column.ts'
import { alikeColumn, reader, textColumn } from '../../base/column.ts'
import type { Position } from '../../base/events.ts'
import type { DroppedEvent } from '../storage.ts'
import { droppedStore } from './upgrade.ts'

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
