// Applies a reader's edits to a copy of a store's events, and makes the scenario of a store in which they had always been so.

import type { EventPlace } from '../../../base/events/events.ts'
import { readJson } from '../../../base/json/read.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Snapshot, SnapshotEvent } from '../../../engine/snapshot/snapshot.ts'
import { scenarioOfSnapshot } from '../../../engine/snapshot/to-scenario.ts'

/** What is to be otherwise. An inserted event follows the one at the place, in the same stream. */
export type EventEdit =
  | { readonly kind: 'skip'; readonly place: EventPlace }
  | { readonly kind: 'change' | 'insert'; readonly place: EventPlace; readonly type: string; readonly data: string }

const isAt = ({ stream, number }: EventPlace, { place }: EventEdit): boolean => place.stream === stream && place.number === number

/** The edits with another one; a change or a skip replaces an earlier one of the same event. */
export const withEdit = (edits: readonly EventEdit[], edit: EventEdit): readonly EventEdit[] =>
  edit.kind === 'insert' ? [...edits, edit] : [...edits.filter((each) => each.kind === 'insert' || !isAt(edit.place, each)), edit]

export const editedScenario = (snapshot: Snapshot, edits: readonly EventEdit[]) =>
  scenarioOfSnapshot({ ...snapshot, events: snapshot.events.flatMap((event) => editedEvent(event, edits)) })

function editedEvent(event: SnapshotEvent, edits: readonly EventEdit[]): readonly SnapshotEvent[] {
  const own = edits.filter((edit) => isAt(event, edit))
  if (own.length === 0) return [event]
  const kept = own.reduce<readonly SnapshotEvent[]>(
    (events, edit) => {
      if (edit.kind === 'skip') return []
      return edit.kind === 'change' ? [{ ...event, type: edit.type, data: spelled(edit.data, event.isJson) }] : events
    },
    [event],
  )
  const inserted = own.flatMap((edit) =>
    edit.kind === 'insert'
      ? [{ ...event, type: edit.type, data: spelled(edit.data, event.isJson), metadata: '', id: crypto.randomUUID() }]
      : [],
  )
  return [...kept, ...inserted]
}

/** As the server keeps it, so that the scenario has a value rather than its text. */
function spelled(data: string, isJson: boolean): string {
  const read = isJson ? readJson(data) : undefined
  return read?.kind === 'value' ? writeJson(read.value) : data
}

/**
 * Whether all edits took effect. An event that an enabled projection has written is written anew by that projection, whatever is said of
 * it here.
 */
export function tookEffect(snapshot: Snapshot, edits: readonly EventEdit[]): boolean {
  const written = (some: readonly EventEdit[]): string => JSON.stringify(editedScenario(snapshot, some).scenario.events)
  const asItIs = written([])
  return edits.every((edit) => written([edit]) !== asItIs)
}

/**
 * Numbers of the streams that edits touch, where both stores begin them at 0.
 *
 * @returns the number in the store without edits, by that in the store with them; undefined for what is only there.
 */
export function numbersBefore(events: readonly EventPlace[], edits: readonly EventEdit[]): (place: EventPlace) => number | undefined {
  const touched = new Map(edits.map(({ place }) => [place.stream, { before: 0, numbers: [] as (number | undefined)[] }]))
  for (const event of events) {
    const stream = touched.get(event.stream)
    if (!stream) continue
    const own = edits.filter((edit) => isAt(event, edit))
    if (!own.some(({ kind }) => kind === 'skip')) stream.numbers.push(stream.before)
    for (const { kind } of own) if (kind === 'insert') stream.numbers.push(undefined)
    stream.before++
  }
  return ({ stream, number }) => {
    const known = touched.get(stream)
    return known ? known.numbers[number] : number
  }
}
