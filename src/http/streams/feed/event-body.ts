// Prints one event in the negotiated media type (streams-http §7.4), or the body that stands for a missing one (§11).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { contentOf, printNumber } from '../../../base/events/events.ts'
import type { Steps } from '../../../base/time/steps.ts'
import { inSlices } from '../../../base/time/steps.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import type { ReadEvent } from '../../../streams/streams.ts'
import type { EntryOptions } from './entry.ts'
import { entryJson, entryOf, printEntries } from './entry.ts'
import { dataValue, eventDocument, printed } from './event-data.ts'
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
      return await inSlices(dataJson(read.event), slice)
    case media.eventJson:
      return await inSlices(eventJson(read.event), slice)
    case media.atomJson:
      return await inSlices(atomJson(read, options), slice)
    case media.textXml:
    case media.xml:
      return await inSlices((await xmlEvents()).dataXml(read.event), slice)
    case media.eventXml:
      return await inSlices((await xmlEvents()).eventXml(read.event), slice)
    case media.bytes:
      return read.event.data
    case media.html:
      return redirectPage(exchange, read.event.stream, numberShown(read))
    default:
      return await inSlices((await xmlFeeds()).entryXml(await inSlices(entryOf(read, options), slice)), slice)
  }
}

function* dataJson(event: RecordedEvent): Steps<string> {
  return yield* printed(yield* dataValue(event.data, event.isJson), contentOf(event))
}

function* eventJson(event: RecordedEvent): Steps<string> {
  return yield* printed(yield* eventDocument(event), contentOf(event))
}

function* atomJson(read: Shown, options: EntryOptions): Steps<string> {
  const entry = yield* entryOf(read, options)
  return yield* printEntries(entryJson(entry), [entry])
}

const numberShown = (read: Shown): string => printNumber((read.kind === 'resolved' ? read.link : read.event).number)

/** An empty object in JSON, no text in XML and bytes. @param stream the target of the HTML page. */
export function emptyBody(exchange: Exchange, stream: string): string {
  const type = media.plain(exchange.responseType)
  if (type === media.html) return redirectPage(exchange, stream)
  return type === media.json || type === media.atomJson || type === media.eventJson ? '{}' : ''
}
