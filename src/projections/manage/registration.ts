// Registers and unregisters projections: their events, names, definitions, and places in lists (projections-http §6.1, §11.1, §11.2).

import type { RecordedEvent } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { textOf } from '../../base/bytes.ts'
import type { AppendServices } from '../model/append.ts'
import { appendBehind } from '../model/append.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { Deletion } from '../model/definition/definition-json.ts'
import { definitionJson } from '../model/definition/definition-json.ts'
import { definitionStream, eventTypes, registrationStream } from '../model/names.ts'
import type { PlacesRow, ProjectionRow } from '../model/tables.ts'
import { placesRows, preparationRows, registrationRows } from '../model/tables.ts'

/** @returns the number of the first event. */
async function recordIn(services: AppendServices, tx: WriteTransaction, type: string, names: readonly string[]): Promise<number> {
  const events = names.map((name) => ({ type, data: name, metadata: '', isJson: false }))
  const outcome = await appendBehind(services, tx, registrationStream, events)
  if (outcome.kind !== 'appended') throw new Error(`Registering a projection ended as "${outcome.kind}".`)
  return outcome.first
}

/** @returns the id of the first projection, which is the number of its event; those of the others follow. */
export async function registerIn(services: AppendServices, tx: WriteTransaction, ...names: readonly string[]): Promise<number> {
  const first = await recordIn(services, tx, eventTypes.created, names)
  for (const [index, name] of names.entries()) tx.putRow(registrationRows, name, first + index)
  return first
}

export async function unregisterIn(services: AppendServices, tx: WriteTransaction, name: string): Promise<void> {
  await recordIn(services, tx, eventTypes.deleted, [name])
  tx.deleteRow(registrationRows, name)
  tx.deleteRow(preparationRows, name)
}

/** Writes the first event of the registration stream. */
export const initializeIn = (services: AppendServices, tx: WriteTransaction): Promise<number> =>
  recordIn(services, tx, eventTypes.initialized, [''])

/** @returns the version of the next definition of this name; versions of deleted predecessors are not used again. */
export async function nextVersionIn({ streams }: Pick<AppendServices, 'streams'>, tx: ReadTransaction, name: string): Promise<number> {
  return ((await streams.headIn(tx, definitionStream(name)))?.last ?? -1) + 1
}

/** Writes a version of a definition; transient projections have no stream. */
export async function writeDefinitionIn(
  services: AppendServices,
  tx: WriteTransaction,
  name: string,
  definition: Definition,
  deletion?: Deletion,
): Promise<void> {
  if (definition.mode === 'Transient') return
  const event = { type: eventTypes.updated, data: definitionJson(definition, deletion), metadata: '', isJson: true }
  await appendBehind(services, tx, definitionStream(name), [event])
}

export const noPlaces: PlacesRow = { count: 0, free: [] }

/** Takes the place that was freed last, or else a new one. */
export function takePlace({ count, free }: PlacesRow): { readonly place: number; readonly places: PlacesRow } {
  const place = free.at(-1)
  return place === undefined ? { place: count, places: { count: count + 1, free } } : { place, places: { count, free: free.slice(0, -1) } }
}

export const freePlace = ({ count, free }: PlacesRow, place: number): PlacesRow => ({ count, free: [...free, place] })

export async function takePlaceIn(tx: WriteTransaction): Promise<number> {
  const { place, places } = takePlace((await tx.row(placesRows, '')) ?? noPlaces)
  tx.putRow(placesRows, '', places)
  return place
}

export async function freePlaceIn(tx: WriteTransaction, place: number): Promise<void> {
  tx.putRow(placesRows, '', freePlace((await tx.row(placesRows, '')) ?? noPlaces, place))
}

export type Registered = Pick<ProjectionRow, 'name' | 'id' | 'place'>

/**
 * Replays all creations and deletions, as a restart does. The remaining projections then close ranks, so that no place is free
 * (projections-http §6.1). If a name was registered twice, the later registration counts.
 *
 * @param events all events of the registration stream.
 */
export function registeredIn(events: readonly Pick<RecordedEvent, 'type' | 'data' | 'number'>[]): {
  readonly registered: readonly Registered[]
  readonly places: PlacesRow
} {
  const registered = new Map<string, Registered>()
  let places = noPlaces
  for (const { type, data, number } of events) {
    const name = textOf(data)
    const known = registered.get(name)
    if (type === eventTypes.created && known) registered.set(name, { ...known, id: number })
    else if (type === eventTypes.created) {
      const taken = takePlace(places)
      registered.set(name, { name, id: number, place: taken.place })
      places = taken.places
    } else if (type === eventTypes.deleted && known) {
      registered.delete(name)
      places = freePlace(places, known.place)
    }
  }
  const inOrder = [...registered.values()].toSorted((one, other) => one.place - other.place)
  return { registered: inOrder.map((projection, place) => ({ ...projection, place })), places: { count: inOrder.length, free: [] } }
}
