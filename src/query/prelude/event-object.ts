// The event as handlers see it: a proxy that becomes a real object when a script enumerates or changes it.

import type { EventBatch, EventCuts } from './event-batch.ts'
import type { Guest } from './guest.ts'
import type { JsonReader } from './json-reader.ts'
import type { Primordials } from './primordials.ts'
import type { StateWriter } from './state-writer.ts'

/** What a proxy remembers of its event; out of reach for scripts. */
interface Source {
  readonly batch: EventBatch
  readonly index: number
  readonly partition: string
  readonly category: string | null
  /** Whether the target has the members. */
  real: boolean
  /** Lazy members in the order in which they were first read: b(ody), m(etadata), l(ink metadata). */
  read: string
  body: unknown
  metadata: unknown
  linkMetadata: unknown
}

export type MakeEvent = (batch: EventBatch, index: number, partition: string, category: string | null) => object

/** Runs inside the sandbox; refers to nothing outside itself. */
export function makeEventObjects(p: Primordials, guest: Guest, json: JsonReader, writer: StateWriter, cut: EventCuts): MakeEvent {
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, has, ownKeys, preventExtensions, Proxy, set } = p
  const { at } = cut

  // ---- lazy members (projection-language §9.2)

  function readBody(source: Source, target: object): unknown {
    if (wasRead(source.read, 'b')) return source.body
    if (!at(source.batch.isJson, source.index)) return undefined
    const text = cut.data(source.batch, source.index)
    source.body = text === null ? refusePrimitive(null) : refusePrimitive(json.read(text, true))
    remember(source, target, 'b')
    return source.body
  }

  function readMetadata(source: Source, target: object): unknown {
    if (wasRead(source.read, 'm')) return source.metadata
    const text = cut.metadata(source.batch, source.index)
    source.metadata = text === null ? null : json.read(text, false)
    remember(source, target, 'm')
    return source.metadata
  }

  function readLinkMetadata(source: Source, target: object): unknown {
    if (wasRead(source.read, 'l')) return source.linkMetadata
    const text = cut.linkMetadata(source.batch, source.index)
    source.linkMetadata = text === null ? null : json.read(text, false)
    remember(source, target, 'l')
    return source.linkMetadata
  }

  function wasRead(read: string, letter: string): boolean {
    return read[0] === letter || read[1] === letter || read[2] === letter
  }

  /** The reference casts the body to an object; the message is that of the failed cast. */
  function refusePrimitive(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) return value
    const kind = value === null ? 'Null' : typeof value === 'string' ? 'String' : typeof value === 'number' ? 'Number' : 'Boolean'
    return guest.fail("Unable to cast object of type 'Jint.Native.Js" + kind + "' to type 'Jint.Native.Object.ObjectInstance'.")
  }

  function remember(source: Source, target: object, letter: string): void {
    source.read += letter
    if (source.real) addLazy(source, target, letter)
  }

  function addLazy(source: Source, target: object, letter: string): void {
    if (letter === 'm') add(target, 'metadata', source.metadata)
    else if (letter === 'l') add(target, 'linkMetadata', source.linkMetadata)
    else {
      add(target, 'body', source.body)
      add(target, 'data', source.body)
    }
  }

  // ---- becoming real

  function add(target: object, name: string, value: unknown): void {
    defineProperty(target, name, { __proto__: null, value, enumerable: true, writable: false, configurable: false } as PropertyDescriptor)
  }

  const eager = [
    'partition',
    'bodyRaw',
    'metadataRaw',
    'streamId',
    'eventId',
    'eventType',
    'linkMetadataRaw',
    'isJson',
    'category',
    'sequenceNumber',
  ]

  function makeReal(source: Source, target: object): void {
    if (source.real) return
    for (let i = 0; i < eager.length; i += 1) add(target, eager[i]!, readMember(source, target, eager[i]!))
    for (let i = 0; i < source.read.length; i += 1) addLazy(source, target, source.read[i]!)
    source.real = true
  }

  function readMember(source: Source, target: object, name: PropertyKey): unknown {
    const { batch, index } = source
    switch (name) {
      case 'data':
      case 'body':
        return readBody(source, target) ?? (target as { data?: unknown })[name as 'data']
      case 'eventType':
        return batch.types[at(batch.type, index)]
      case 'streamId':
        return batch.streams[at(batch.stream, index)]
      case 'sequenceNumber':
        return at(batch.number, index)
      case 'metadata':
        return readMetadata(source, target)
      case 'partition':
        return source.partition
      case 'bodyRaw':
        return cut.data(batch, index)
      case 'metadataRaw':
        return cut.metadata(batch, index)
      case 'eventId':
        return cut.id(batch, index)
      case 'isJson':
        return at(batch.isJson, index)
      case 'category':
        return source.category
      case 'linkMetadata':
        return readLinkMetadata(source, target)
      case 'linkMetadataRaw':
        return cut.linkMetadata(batch, index)
      default:
        return (target as Record<PropertyKey, unknown>)[name]
    }
  }

  function readAllLazy(source: Source, target: object): void {
    readBody(source, target)
    readMetadata(source, target)
    readLinkMetadata(source, target)
  }

  // ---- traps; each is called with the source as `this`

  const traps = {
    __proto__: null,
    get(this: Source, target: object, name: PropertyKey) {
      return readMember(this, target, name)
    },
    set(this: Source, target: object, name: PropertyKey, value: unknown, receiver: unknown) {
      makeReal(this, target)
      return set(target, name, value, receiver)
    },
    has(this: Source, target: object, name: PropertyKey) {
      makeReal(this, target)
      return has(target, name)
    },
    deleteProperty(this: Source, target: object, name: PropertyKey) {
      makeReal(this, target)
      return deleteProperty(target, name)
    },
    defineProperty(this: Source, target: object, name: PropertyKey, descriptor: PropertyDescriptor) {
      makeReal(this, target)
      return defineProperty(target, name, descriptor)
    },
    getOwnPropertyDescriptor(this: Source, target: object, name: PropertyKey) {
      makeReal(this, target)
      return getOwnPropertyDescriptor(target, name)
    },
    preventExtensions(this: Source, target: object) {
      makeReal(this, target)
      return preventExtensions(target)
    },
    ownKeys(this: Source, target: object) {
      makeReal(this, target)
      if (writer.active) readAllLazy(this, target)
      return ownKeys(target)
    },
  }

  return (batch, index, partition, category) =>
    new Proxy({}, {
      __proto__: traps,
      batch,
      index,
      partition,
      category,
      real: false,
      read: '',
      body: undefined,
      metadata: undefined,
      linkMetadata: undefined,
    } as ProxyHandler<object>)
}
