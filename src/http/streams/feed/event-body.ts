// Prints one event in the negotiated media type (streams-http §7.4), or the body that stands for a missing one (§11).

import { printNumber } from '../../../base/events/events.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { writeJsonInSlices } from '../../../base/json/write-in-slices.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import type { ReadEvent } from '../../../streams/streams.ts'
import { entryJson, entryOf } from './entry.ts'
import { dataValueInSlices, eventDocumentInSlices } from './event-data.ts'
import type { Exchange } from '../../exchange.ts'
import { entryOptions } from './feed-reply.ts'
import { redirectPage } from './html-page.ts'
import * as media from '../media-types.ts'
import { xmlEvents, xmlFeeds } from './late-xml.ts'

type Shown = Exclude<ReadEvent, { kind: 'broken' }>

/** @param read a link shows its target; only Atom shows the link itself. */
export async function eventBody(exchange: Exchange, read: ReadEvent, slice = createTimeSlice()): Promise<string | Uint8Array> {
  const { responseType } = exchange
  if (read.kind === 'broken') return emptyBody(exchange, read.stream)
  const options = entryOptions(exchange, true)
  switch (media.plain(responseType)) {
    case media.json:
      return await printed(await dataValueInSlices(read.event.data, read.event.isJson, slice), read, slice)
    case media.eventJson:
      return await printed(await eventDocumentInSlices(read.event, slice), read, slice)
    case media.atomJson:
      return writeJson(entryJson(entryOf(read, options)))
    case media.textXml:
    case media.xml:
      return (await xmlEvents()).dataXml(read.event)
    case media.eventXml:
      return (await xmlEvents()).eventXml(read.event)
    case media.bytes:
      return read.event.data
    case media.html:
      return redirectPage(exchange, `${read.event.stream}/${numberShown(read)}`)
    default:
      return (await xmlFeeds()).entryXml(entryOf(read, options))
  }
}

/** Characters of content that are printed in slices. */
const longContent = 2 ** 16

const printed = (document: JsonDocument, { event }: Shown, slice: TimeSlice): string | Promise<string> =>
  event.data.length + event.metadata.length < longContent ? writeJson(document) : writeJsonInSlices(document, slice)

const numberShown = (read: Shown): string => printNumber((read.kind === 'resolved' ? read.link : read.event).number)

/** An empty object in JSON, no text in XML and bytes. @param stream the target of the HTML page. */
export function emptyBody(exchange: Exchange, stream: string): string {
  const type = media.plain(exchange.responseType)
  if (type === media.html) return redirectPage(exchange, stream)
  return type === media.json || type === media.atomJson || type === media.eventJson ? '{}' : ''
}
