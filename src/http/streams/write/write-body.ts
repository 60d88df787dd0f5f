// Reads the events of a posted body in any media type, or refuses it (streams-http §8).

import type { NewEvent } from '../../../base/events/events.ts'
import { textOf } from '../../../base/bytes.ts'
import { later } from '../../../base/platform/later.ts'
import { exceeds, mostDataBytes, tooBig } from '../../../streams/write/event-size.ts'
import { decodeLossy, decodeOrKeep } from '../../pipeline/request/utf8.ts'
import { listedEvents } from './event-list.ts'
import type { EventHeaders, EventList, PostedEvent } from './posted-event.ts'
import { isStrictJson } from './strict-json.ts'
import * as media from '../media-types.ts'
import { xmlReader } from '../../xml/late-reader.ts'

/** Most pages send JSON alone. */
const xmlLists = later(() => import('./event-list-xml.ts'))

export type WriteBody =
  | { readonly kind: 'events'; readonly events: readonly NewEvent[] }
  /** The body is invalid for its content type (§8.2). */
  | { readonly kind: 'invalid' }
  /** An event is incomplete or too big, with the message. */
  | { readonly kind: 'refused'; readonly text: string }
  /** An event or the whole body is too large (§8.6). */
  | { readonly kind: 'too-large' }

const mostBytes = 30_000_000
const mostEventBytes = 4_194_304

export interface BodyOptions {
  /** Media type of the body. */
  readonly type: string
  readonly headers: EventHeaders
  /** The setting of the same name: stores bodies of bare data even if they do not parse. */
  readonly acceptUnparsableBodies: boolean
  /** The fact of the same name. */
  readonly measuresWholeRecords: boolean
}

/** Lets others run while it reads a long body; of a short one the result is there at once, since each promise costs a tenth of it. */
export function readWriteBody(bytes: Uint8Array, options: BodyOptions): WriteBody | Promise<WriteBody> {
  if (bytes.length > mostBytes) return { kind: 'too-large' }
  const posted = readEvents(bytes, options)
  return posted && 'then' in posted ? posted.then((list) => judged(list, options)) : judged(posted, options)
}

function judged(posted: EventList | undefined, { measuresWholeRecords }: BodyOptions): WriteBody {
  if (!posted) return { kind: 'invalid' }
  for (const event of posted) {
    const refusal = refusalOf(event, measuresWholeRecords)
    if (refusal !== undefined) return { kind: 'refused', text: refusal }
  }
  const events = posted as readonly NewEvent[]
  return events.some(isTooLarge) ? { kind: 'too-large' } : { kind: 'events', events }
}

/** @returns the events of the body, with `null` for null in a list; undefined where the body is invalid. */
function readEvents(bytes: Uint8Array, options: BodyOptions): EventList | undefined | Promise<EventList | undefined> {
  const { type } = options
  if (media.isJsonList(type)) return listedEvents(bytes)
  if (media.isXmlList(type)) return readXmlList(bytes)
  return media.isBareData(type) ? bareEvent(bytes, options) : undefined
}

const readXmlList = async (bytes: Uint8Array) => await (await xmlLists()).listedXmlEvents(decodeLossy(bytes))

async function bareEvent(bytes: Uint8Array, { type, headers, acceptUnparsableBodies }: BodyOptions): Promise<EventList | undefined> {
  const sent = decodeOrKeep(bytes)
  if (!acceptUnparsableBodies && !(await matchesType(sent, type))) return undefined
  const data = type === media.bytes ? sent : textOf(sent)
  return [{ ...headers, data, metadata: '', isJson: type === media.json }]
}

/** Whether bare data matches its media type; an empty body matches every type. */
function matchesType(data: string | Uint8Array, type: string): boolean | Promise<boolean> {
  if (data.length === 0 || type === media.bytes) return true
  if (typeof data !== 'string') return false
  return type === media.json ? isStrictJson(data) : isXmlContent(data)
}

/** Whether the text is XML, with one or more root elements (streams-http §8.2). */
export async function isXmlContent(text: string): Promise<boolean> {
  const { readXml } = await xmlReader()
  return (await readXml(text.replace(/^\ufeff/, ''))).kind === 'elements'
}

/** @returns the message that refuses the event; undefined where it is complete and of a possible size. */
function refusalOf(event: PostedEvent | null, measuresWholeRecords: boolean): string | undefined {
  if (event === null) return 'Object reference not set to an instance of an object.'
  const { id, type, data, metadata } = event
  if (id === undefined) return "Empty eventId provided. (Parameter 'eventId')"
  if (!type) return "Empty eventType provided. (Parameter 'eventType')"
  const isFar = (data.length + metadata.length + type.length) * 3 <= mostDataBytes
  if (isFar || !(measuresWholeRecords ? exceeds(mostDataBytes - type.length * 2, data, metadata) : exceeds(mostDataBytes, data)))
    return undefined
  return tooBig
}

const isTooLarge = ({ data, metadata }: NewEvent): boolean =>
  (data.length + metadata.length) * 3 > mostEventBytes && exceeds(mostEventBytes, data, metadata)
