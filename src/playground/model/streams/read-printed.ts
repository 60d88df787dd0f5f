// Reads what a printed page shows: the user's projections with the states of their partitions, and the events of the user's streams.

import { streamPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import type { StreamFeed } from '../store/feed.ts'
import { readUnlogged } from '../store/unlogged-read.ts'
import { unlessClosed } from '../store/unless-closed.ts'

export interface PrintedStream {
  readonly name: string
  readonly events: readonly { readonly number: number; readonly type: string; readonly data: string }[]
  /** Events that are not printed. */
  readonly left: number
}

export type Printed = Readonly<NonNullable<Awaited<ReturnType<typeof readPrinted>>>>
export type PrintedProjection = Printed['projections'][number]

/** More than any reader of paper looks through; a store may have millions. */
const most = { projections: 20, partitions: 50, events: 500 }

/** @returns undefined if the store is closed. */
export async function readPrinted(store: Store) {
  const picture = await unlessClosed(store.inspect({ states: most.partitions }))
  if (!picture) return undefined
  const own = picture.projections.filter(({ name }) => !name.startsWith('$')).slice(0, most.projections)
  const projections = own.map(({ name, status, fault, query }) => ({
    name,
    /** In the server's words, with the reason of a fault. */
    status: fault ? `${status}: ${fault.message}` : status,
    query,
    states: picture.states.filter(({ projection, state }) => projection === name && state !== ''),
  }))
  const streams: PrintedStream[] = []
  let room = most.events
  for (const { name, events, last } of picture.streams) {
    if (name.startsWith('$') || events === 0) continue
    if (room === 0) break
    const read = await readFirst(store, `${streamPath(name)}/${Math.max(0, last - events + 1)}/forward/${room}`)
    room -= read.length
    streams.push({ name, events: read, left: Math.max(0, events - read.length) })
  }
  return { projections, streams }
}

/** As texts: parsed, large numbers would lose digits. */
async function readFirst(store: Store, page: string): Promise<PrintedStream['events']> {
  const feed = await readUnlogged<StreamFeed>(store, `${page}?embed=tryharder`)
  const entries = feed?.entries.toReversed() ?? []
  return entries.map(({ positionEventNumber: number = 0, eventType: type = '$>', data }) => ({ number, type, data: data ?? '' }))
}
