// The event that handlers see: a proxy that becomes a real object when a script enumerates or changes it.

import type { EventBatch, MakeEvent } from './event-batch.ts'
import { at, bodyOf, createdOf, dataOf, idOf, linkMetadataOf, metadataOf } from './event-batch.ts'
import { fail, guest } from '../guest.ts'
import { readJson } from '../json/json-reader.ts'
import {
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  has,
  hasOwn,
  NativeProxy,
  ownKeys,
  preventExtensions,
  set,
  setPrototypeOf,
} from '../primordials.ts'
import { settings } from '../settings.ts'

/** A proxy's data about its event, out of reach for scripts. */
interface Source {
  batch: EventBatch
  index: number
  /** Whether the target has the members. */
  isReal: boolean
  /** Undefined until it is read. */
  body: unknown
  metadata: unknown
  linkMetadata: unknown
  /** Lazy members in the order of their first reads: b(ody), m(etadata), l(ink metadata). */
  order: string
  /** Replacements for the event's own members outside handlers. */
  readonly partition: string | undefined
  readonly category: string | undefined
}

// ---- lazy members (projection-language §9.2)

const unread = {}

function readBody(source: Source, target: object): unknown {
  if (source.body !== undefined) return source.body
  const { batch, index } = source
  const instead = assigned(source, target, 'body')
  if (instead !== undefined) return instead
  const { bodies } = batch
  let body: unknown
  if (bodies !== undefined) {
    body = bodies[index]
    bodies[index] = undefined
  }
  if (body === undefined) {
    if (at(batch.isJson, index) === 0) return undefined
    body = bodyOf(batch, index)
  }
  if ((typeof body !== 'object' || body === null) && !settings.language.readsScalarBodies) return refusePrimitive(body)
  source.body = body
  remember(source, target, 'b')
  return body
}

/** An object that a script assigned to a lazy member before its first read replaces that member. */
function assigned(source: Source, target: object, name: string): object | undefined {
  if (!source.isReal) return undefined
  const value: unknown = getOwnPropertyDescriptor(target, name)?.value
  return typeof value === 'object' && value !== null ? value : undefined
}

function readMetadata(source: Source, target: object, name: 'metadata' | 'linkMetadata', textOf: typeof metadataOf): unknown {
  if (source[name] !== unread) return source[name]
  const instead = assigned(source, target, name)
  if (instead !== undefined) return instead
  const { batch } = source
  const text = textOf(batch, source.index)
  source[name] = text === null ? null : readJson(text, false, batch.isPlain)
  remember(source, target, name === 'metadata' ? 'm' : 'l')
  return source[name]
}

/** The server casts the body to an object; the message is that of the failed cast. */
function refusePrimitive(value: unknown): never {
  const kind = value === null ? 'Null' : typeof value === 'string' ? 'String' : typeof value === 'number' ? 'Number' : 'Boolean'
  return fail("Unable to cast object of type 'Jint.Native.Js" + kind + "' to type 'Jint.Native.Object.ObjectInstance'.")
}

function remember(source: Source, target: object, letter: string): void {
  source.order += letter
  if (source.isReal) addLazy(source, target, letter)
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

function add(target: object, name: PropertyKey, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, enumerable: true, writable: false, configurable: false } as PropertyDescriptor)
}

type Readers = Record<PropertyKey, ((source: Source, target: object) => unknown) | undefined>

/** In the order in which a real event has them. */
const eager: Readers = {
  partition: ({ batch, index, partition }) => partition ?? (batch.slots === undefined ? '' : batch.slots[index]!.name),
  created: ({ batch, index }) => createdOf(batch, index),
  bodyRaw: ({ batch, index }) => dataOf(batch, index),
  metadataRaw: ({ batch, index }) => metadataOf(batch, index),
  streamId: ({ batch, index }) => batch.streams[at(batch.stream, index)],
  eventId: ({ batch, index }) => idOf(batch, index),
  eventType: ({ batch, index }) => batch.types[at(batch.type, index)],
  linkMetadataRaw: ({ batch, index }) => linkMetadataOf(batch, index),
  isJson: ({ batch, index }) => at(batch.isJson, index) !== 0,
  category: ({ batch, index, category }) => category ?? batch.categories[at(batch.category, index)],
  sequenceNumber: ({ batch, index }) => at(batch.number, index),
}
let eagerNames = ownKeys(eager)

/** Leaves out members that events do not have in this release. */
export function fitEvents(): void {
  if (settings.language.hasCreated) return
  deleteProperty(eager, 'created')
  eagerNames = ownKeys(eager)
}

const lazy: Readers = {
  body: readBody,
  metadata: (source, target) => readMetadata(source, target, 'metadata', metadataOf),
  linkMetadata: (source, target) => readMetadata(source, target, 'linkMetadata', linkMetadataOf),
  data: readBody,
}
setPrototypeOf(lazy, null)
/** One look-up finds both. */
setPrototypeOf(eager, lazy)
const lazyNames = ownKeys(lazy)

function makeReal(source: Source, target: object): void {
  if (source.isReal) return
  for (let i = 0; i < eagerNames.length; i += 1) add(target, eagerNames[i]!, eager[eagerNames[i]!]!(source, target))
  for (let i = 0; i < source.order.length; i += 1) addLazy(source, target, source.order[i]!)
  source.isReal = true
}

function readAllLazy(source: Source, target: object): void {
  for (let i = 0; i < lazyNames.length; i += 1) if (!hasOwn(target, lazyNames[i]!)) lazy[lazyNames[i]!]!(source, target)
}

// ---- traps; each is called with the source as `this`

/** @returns a trap that gives the target the members before it acts on that. */
const onceReal = (act: (...args: never[]) => unknown) =>
  function trap(this: Source, target: object, one: unknown, two: unknown, three: unknown): unknown {
    makeReal(this, target)
    return (act as (...args: unknown[]) => unknown)(target, one, two, three)
  }

const traps = {
  __proto__: null,
  isReal: false,
  body: undefined,
  metadata: unread,
  linkMetadata: unread,
  order: '',
  partition: undefined,
  category: undefined,
  get(this: Source, target: object, name: PropertyKey, receiver: unknown): unknown {
    const read = eager[name]
    return read === undefined ? get(target, name, receiver) : read(this, target)
  },
  set: onceReal(set),
  has: onceReal(has),
  deleteProperty: onceReal(deleteProperty),
  defineProperty: onceReal(defineProperty),
  getOwnPropertyDescriptor: onceReal(getOwnPropertyDescriptor),
  preventExtensions: onceReal(preventExtensions),
  ownKeys(this: Source, target: object) {
    makeReal(this, target)
    if (guest.writing) readAllLazy(this, target)
    return ownKeys(target)
  },
}

const factory =
  (handler: object): MakeEvent =>
  (batch, index) =>
    new NativeProxy({}, { __proto__: handler, batch, index } as ProxyHandler<object>)

export const eventForHandler = factory(traps)
/** Its category is the empty text. */
export const eventForCreated = factory({ __proto__: traps, category: '' })
/** Its partition is the empty text. */
export const eventForPartitionBy = factory({ __proto__: traps, partition: '' })
