// Remembers in IndexedDB which ids dropped events had and where they stood, by blocks of positions.

import { wrap } from 'idb'
import type { Position } from '../base/events.ts'
import type { DroppedEvent } from './storage.ts'
import { droppedStore } from './upgrade.ts'

/** All dropped events of so many positions are one record, under the number of the block. */
const positionsPerBlock = 512

const blockOf = (position: Position): number => Math.floor(position / positionsPerBlock)

export async function rememberDropped(tx: IDBTransaction, events: readonly DroppedEvent[]): Promise<void> {
  const store = tx.objectStore(droppedStore)
  const blocks = Map.groupBy(events, (event) => blockOf(event.position))
  await Promise.all(
    [...blocks].map(async ([block, added]) => {
      const before = await wrap<DroppedEvent[] | undefined>(store.get(block))
      store.put([...(before ?? []), ...added.map(({ id, stream, number, position }) => ({ id, stream, number, position }))], block)
    }),
  )
}

/** @returns those of the blocks in which the positions lie. */
export async function droppedAt(tx: IDBTransaction, positions: readonly Position[]): Promise<DroppedEvent[]> {
  const store = tx.objectStore(droppedStore)
  const blocks = new Set(positions.map(blockOf))
  const found = await Promise.all([...blocks].map((block) => wrap<DroppedEvent[] | undefined>(store.get(block))))
  return found.flatMap((events) => events ?? [])
}

/** @returns all of them, in order of position. */
export async function allDropped(tx: IDBTransaction): Promise<DroppedEvent[]> {
  const blocks = await wrap<DroppedEvent[][]>(tx.objectStore(droppedStore).getAll())
  return blocks.flat().sort((a, b) => a.position - b.position)
}
