// Packs events into the fewest request bodies that carry them unchanged.

import type { RecordedEvent } from '../../base/events/events.ts'
import { readJson } from '../../base/json/read.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { byteLength, textOf } from '../../base/bytes.ts'

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Events in it. */
  readonly count: number
  /** Events of which the body loses something. */
  readonly lossy: number
}

/** A list has at most so many events … */
const mostListed = 500
/** … and no further one once it has so many characters: servers take 4 MB per event and 30 MB per request. */
const enough = 4_000_000

/**
 * In their order; events that a list would change go alone.
 *
 * @param together so many events at most.
 */
export function postingsOf(events: readonly RecordedEvent[], together = mostListed): readonly Posting[] {
  const postings: Posting[] = []
  let listed: string[] = []
  let length = 0
  const finish = (): void => {
    if (listed.length > 0) postings.push({ headers: listHeaders, body: `[${listed.join(',')}]`, count: listed.length, lossy: 0 })
    listed = []
    length = 0
  }
  for (const event of events) {
    const text = listedText(event)
    if (text === undefined) {
      finish()
      postings.push(single(event))
      continue
    }
    if (listed.length === together || length >= enough) finish()
    listed.push(text)
    length += text.length
  }
  finish()
  return postings
}

const listHeaders = { 'Content-Type': 'application/vnd.eventstore.events+json' }

/** @returns the event as an item of a list; undefined where a list would store something else (streams-http §8.4). */
function listedText({ id, type, data, metadata, isJson }: RecordedEvent): string | undefined {
  const parts = [partOf(data), partOf(metadata)]
  const [dataPart, metadataPart] = parts
  if (!dataPart || !metadataPart) return undefined
  // The flag of the whole event follows from its parts.
  if ((dataPart.isJson || metadataPart.isJson) !== isJson) return undefined
  const members = [`"eventId":${JSON.stringify(id)}`, `"eventType":${JSON.stringify(type)}`]
  if (dataPart.text !== undefined) members.push(`"data":${dataPart.text}`)
  if (metadataPart.text !== undefined) members.push(`"metadata":${metadataPart.text}`)
  return `{${members.join(',')}}`
}

interface Part {
  /** As JSON; undefined for nothing. */
  readonly text: string | undefined
  readonly isJson: boolean
}

/** @returns undefined for content that a list cannot hold: bytes, and JSON in a spelling of its own. */
function partOf(content: string | Uint8Array): Part | undefined {
  if (typeof content !== 'string') return content.length === 0 ? { text: undefined, isJson: false } : undefined
  if (content === '') return { text: undefined, isJson: false }
  if (!/^\s*[[{/]/.test(content)) return { text: JSON.stringify(content), isJson: false }
  const read = readJson(content)
  if (read.kind !== 'value' || !(isJsonObject(read.value) || Array.isArray(read.value)))
    return { text: JSON.stringify(content), isJson: false }
  return writeJson(read.value) === content ? { text: content, isJson: true } : undefined
}

/** Bare data, as they are; metadata find a place only in a list, where JSON may be spelled anew. */
function single(event: RecordedEvent): Posting {
  const { id, type, data, isJson } = event
  const needsList = hasMetadata(event) || !isHeaderValue(type)
  const relaxed = needsList ? listedText(relaxedEvent(event)) : undefined
  if (relaxed !== undefined) return { headers: listHeaders, body: `[${relaxed}]`, count: 1, lossy: 0 }
  const headers = {
    'Content-Type': isJson ? 'application/json' : 'application/octet-stream',
    'ES-EventType': isHeaderValue(type) ? type : encodeURIComponent(type.toWellFormed()),
    'ES-EventId': id,
  }
  const body = typeof data === 'string' ? data : new Uint8Array(data)
  return { headers, body, count: 1, lossy: needsList ? 1 : 0 }
}

const isHeaderValue = (text: string): boolean => /^[!-~]([ -~]*[!-~])?$/.test(text)

const hasMetadata = ({ metadata }: RecordedEvent): boolean => byteLength(metadata) > 0

/** The same values in another spelling. */
const relaxedEvent = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  data: typeof event.data === 'string' ? respelled(event.data) : event.data,
  metadata: respelled(textOf(event.metadata)),
})

function respelled(text: string): string {
  const read = /^\s*[[{/]/.test(text) ? readJson(text) : undefined
  return read?.kind === 'value' && (isJsonObject(read.value) || Array.isArray(read.value)) ? writeJson(read.value) : text
}
