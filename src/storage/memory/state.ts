// The state of the memory storage: reads, changes, and the undoing of aborted changes.

import type { EventTable } from '../../base/events/event-table.ts'
import { recordedFrom, rowsOf, withOwnBytes } from '../../base/events/event-table.ts'
import type { Position, RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { firstAtOrAfter } from '../../base/sorted.ts'
import { copy, copyEvent } from '../copy.ts'
import type { OrderedMap } from './ordered-map.ts'
import { createOrderedMap } from './ordered-map.ts'
import type { DroppedEvent, Range, StoredLog } from '../storage.ts'

/** Steps that undo the changes of one transaction, from the last to the first. */
export type UndoSteps = (() => void)[]

export type MemoryState = ReturnType<typeof emptyState>

export const emptyState = () => ({
  end: 0,
  /** Ascending by position. */
  log: [] as RecordedEvent[],
  /** By name, each ascending by number; the events are those of the log. */
  streams: new Map<string, RecordedEvent[]>(),
  /** By id in lower case: the first event to have it; of a dropped event only its place. */
  firsts: new Map<string, DroppedEvent>(),
  heads: createOrderedMap<StreamHead>(),
  tables: new Map<string, OrderedMap<unknown>>(),
})

export const numberOf = (event: RecordedEvent): number => event.number
export const positionOf = (event: RecordedEvent): number => event.position

/** @returns copies of the events in range. */
export function eventsInRange(
  events: readonly RecordedEvent[] | undefined,
  keyOf: (event: RecordedEvent) => number,
  { from, direction, limit }: Range,
): RecordedEvent[] {
  if (events === undefined || limit <= 0) return []
  const isForward = direction === 'forward'
  const at = firstAtOrAfter(events, isForward ? from : from + 1, keyOf)
  if (isForward) return events.slice(at, at + limit).map(copyEvent)
  return events
    .slice(Math.max(0, at - limit), at)
    .toReversed()
    .map(copyEvent)
}

/** @returns the position of the first event. */
export function appendEvents(state: MemoryState, events: EventTable, undo: UndoSteps): Position {
  const { end } = state
  const { length } = state.log
  const recorded = rowsOf(recordedFrom(withOwnBytes(events), end))
  const newIds: string[] = []
  for (const event of recorded) {
    state.log.push(event)
    listOf(state, event.stream).push(event)
    const id = event.id.toLowerCase()
    if (state.firsts.has(id)) continue
    state.firsts.set(id, event)
    newIds.push(id)
  }
  state.end = end + recorded.length
  undo.push(() => {
    for (const event of state.log.splice(length)) listOf(state, event.stream).pop()
    for (const id of newIds) state.firsts.delete(id)
    state.end = end
  })
  return end
}

/** @returns names of the streams that lost an event. */
export function dropFromState(state: MemoryState, positions: readonly Position[], undo: UndoSteps): Set<string> {
  const { log } = state
  const gone = [...new Set(positions)].flatMap((position) => eventAt(log, position))
  state.log = withoutEvents(log, positionOf, gone)
  undo.push(() => (state.log = log))
  for (const event of gone) {
    const id = event.id.toLowerCase()
    if (state.firsts.get(id) !== event) continue
    state.firsts.set(id, placeOf(event))
    undo.push(() => state.firsts.set(id, event))
  }
  const byStream = Map.groupBy(gone, (event) => event.stream)
  for (const [stream, events] of byStream) {
    const before = listOf(state, stream)
    state.streams.set(stream, withoutEvents(before, numberOf, events))
    undo.push(() => state.streams.set(stream, before))
  }
  return new Set(byStream.keys())
}

const placeOf = ({ id, stream, number, position }: DroppedEvent): DroppedEvent => ({ id, stream, number, position })

/** @returns the first events to have their ids that are not in the log. */
export const droppedFrom = ({ log, firsts }: MemoryState): DroppedEvent[] =>
  [...firsts.values()].filter(({ position }) => eventAt(log, position).length === 0).sort((a, b) => a.position - b.position)

function eventAt(log: readonly RecordedEvent[], position: Position): RecordedEvent[] {
  const event = log[firstAtOrAfter(log, position, positionOf)]
  return event?.position === position ? [event] : []
}

/** Replaces the list instead of changing it, so that undoing puts back the old one. @param events ascending by `keyOf`. */
function withoutEvents(events: RecordedEvent[], keyOf: (event: RecordedEvent) => number, gone: readonly RecordedEvent[]): RecordedEvent[] {
  if (gone.length === 0) return events
  const keys = new Set(gone.map(keyOf))
  const sorted = [...keys].sort((a, b) => a - b)
  const start = firstAtOrAfter(events, sorted[0]!, keyOf)
  const end = firstAtOrAfter(events, sorted.at(-1)! + 1, keyOf)
  const kept = events.slice(start, end).filter((event) => !keys.has(keyOf(event)))
  return [...events.slice(0, start), ...kept, ...events.slice(end)]
}

export function clearState(state: MemoryState, undo: UndoSteps): void {
  const before = { ...state }
  Object.assign(state, emptyState())
  undo.push(() => Object.assign(state, before))
}

/** Fills a cleared state; undoing the clearing undoes this as well. */
export function restoreLog(state: MemoryState, { end, events, dropped }: StoredLog): void {
  const places = [...events, ...dropped].sort((a, b) => b.position - a.position)
  for (const place of places) state.firsts.set(place.id.toLowerCase(), placeOf(place))
  for (const event of events) {
    const kept = copyEvent(event)
    state.log.push(kept)
    listOf(state, kept.stream).push(kept)
  }
  state.end = end
}

/** @param value undefined removes the entry. */
export function setEntry<V>(map: OrderedMap<V>, key: string, value: V | undefined, undo: UndoSteps): void {
  const before = map.get(key)
  map.set(key, copy(value))
  undo.push(() => map.set(key, before))
}

export function tableOf(state: MemoryState, name: string): OrderedMap<unknown> {
  let rows = state.tables.get(name)
  if (rows === undefined) state.tables.set(name, (rows = createOrderedMap()))
  return rows
}

function listOf(state: MemoryState, stream: string): RecordedEvent[] {
  let events = state.streams.get(stream)
  if (events === undefined) state.streams.set(stream, (events = []))
  return events
}
