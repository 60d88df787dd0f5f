// Makes events for handlers that only read them: objects with the same members that cost less than a proxy.

import type { Handler } from './definition.ts'
import type { EventBatch, EventCuts } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'
import type { KnownReader } from './found-readers.ts'
import type { Primordials, SafeMap } from './primordials.ts'

/** The data behind such an object; invisible, because its handler reads only members that events have. */
interface ReadEvent {
  readonly batch: EventBatch
  readonly index: number
  readonly data?: unknown
  whole: Record<string, unknown> | undefined
}

export interface ReadEvents {
  /** @returns the factory of a handler's events; undefined where it needs none. */
  makerOf(handler: Handler): MakeEvent | undefined
  /** @returns the object from which the events of a batch inherit. */
  membersOf(batch: EventBatch): object
  /** The known readers, by text. */
  readonly known: SafeMap<string, KnownReader & { readonly place: number }>
}

/**
 * Runs inside the sandbox; refers to nothing outside itself.
 *
 * @param readers the handlers that only read.
 * @param forHandler makes the real events.
 */
export function makeReadEvents(p: Primordials, readers: readonly KnownReader[], forHandler: MakeEvent, { at }: EventCuts): ReadEvents {
  const known = p.map<string, KnownReader & { readonly place: number }>()
  for (let i = 0; i < readers.length; i += 1) known.set(readers[i]!.text, { ...readers[i]!, place: i })

  const whole = (event: ReadEvent): Record<string, unknown> =>
    (event.whole ??= forHandler(event.batch, event.index) as Record<string, unknown>)

  const members = {
    __proto__: null,
    whole: undefined,
    get body() {
      return (this as unknown as ReadEvent).data
    },
    get data() {
      return whole(this as unknown as ReadEvent).data
    },
    get eventType() {
      const { batch, index } = this as unknown as ReadEvent
      return batch.types[at(batch.type, index)]
    },
    get streamId() {
      const { batch, index } = this as unknown as ReadEvent
      return batch.streams[at(batch.stream, index)]
    },
    get sequenceNumber() {
      const { batch, index } = this as unknown as ReadEvent
      return at(batch.number, index)
    },
    get metadata() {
      return whole(this as unknown as ReadEvent).metadata
    },
    get partition() {
      return whole(this as unknown as ReadEvent).partition
    },
    get bodyRaw() {
      return whole(this as unknown as ReadEvent).bodyRaw
    },
    get metadataRaw() {
      return whole(this as unknown as ReadEvent).metadataRaw
    },
    get eventId() {
      return whole(this as unknown as ReadEvent).eventId
    },
    get isJson() {
      return whole(this as unknown as ReadEvent).isJson
    },
    get category() {
      return whole(this as unknown as ReadEvent).category
    },
    get linkMetadata() {
      return whole(this as unknown as ReadEvent).linkMetadata
    },
    get linkMetadataRaw() {
      return whole(this as unknown as ReadEvent).linkMetadataRaw
    },
  }

  /** A parsed body is a member of its own; an object holds two without growing. */
  const forReader: MakeEvent = (batch, index) => {
    const { bodies, members: inherited } = batch
    if (bodies !== undefined) {
      const data = bodies[index]
      if (typeof data === 'object' && data !== null) {
        bodies[index] = undefined
        return { __proto__: inherited, index, data }
      }
    }
    return { __proto__: inherited, index }
  }

  return {
    makerOf(handler) {
      const reader = known.get(p.functionText(handler))
      if (reader === undefined) return forHandler
      return reader.members.length === 0 ? undefined : forReader
    },
    membersOf: (batch) => ({ __proto__: members, batch }),
    known,
  }
}
