// Registers and unregisters projections: registration events, names, and places in lists (projections-http §6.1, §11.1).

import { newEvents } from '../../base/event-table.ts'
import type { NewEvent, RecordedEvent } from '../../base/events.ts'
import type { Environment } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { textOf } from '../../streams/metadata/text.ts'
import { eventTypes, registrationStream } from '../model/names.ts'
import type { PlacesRow } from '../model/tables.ts'
import { placesRows, registrationRows } from '../model/tables.ts'

export interface Registration {
  /** @returns the number of the event, which is the projection's id. */
  registerIn(tx: WriteTransaction, name: string): Promise<number>
  unregisterIn(tx: WriteTransaction, name: string): Promise<void>
  /** Initializes the registration stream and registers these names. @returns their ids. */
  initializeIn(tx: WriteTransaction, names: readonly string[]): Promise<readonly number[]>
}

export function createRegistration(streams: Streams, environment: Pick<Environment, 'uuid'>): Registration {
  const append = async (tx: WriteTransaction, events: readonly Pick<NewEvent, 'type' | 'data'>[]): Promise<number> => {
    const head = await streams.headIn(tx, registrationStream)
    const outcome = await streams.appendIn(tx, {
      stream: registrationStream,
      events: newEvents(events.map((event) => ({ ...event, id: environment.uuid(), metadata: '', isJson: false }))),
      expected: BigInt(head?.last ?? -1),
    })
    if (outcome.kind !== 'appended') throw new Error(`Registering a projection ended as "${outcome.kind}".`)
    return outcome.first
  }

  return {
    async registerIn(tx, name) {
      const id = await append(tx, [{ type: eventTypes.created, data: name }])
      tx.putRow(registrationRows, name, id)
      return id
    },
    async unregisterIn(tx, name) {
      await append(tx, [{ type: eventTypes.deleted, data: name }])
      tx.deleteRow(registrationRows, name)
    },
    async initializeIn(tx, names) {
      await append(tx, [{ type: eventTypes.initialized, data: '' }])
      const first = await append(
        tx,
        names.map((name) => ({ type: eventTypes.created, data: name })),
      )
      for (const [index, name] of names.entries()) tx.putRow(registrationRows, name, first + index)
      return names.map((_, index) => first + index)
    },
  }
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

export interface Registered {
  readonly name: string
  /** Number of the registration event. */
  readonly id: number
  readonly place: number
}

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
