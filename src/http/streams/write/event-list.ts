// Reads lists of events with their envelopes in JSON, in steps (streams-http §8.4).

import { Utf8Text, copyOf } from '../../../base/json/copy/utf8-text.ts'
import { Respeller } from '../../../base/json/copy/respell.ts'
import type { Codes } from '../../../base/json/scan.ts'
import { Scanner, sign, stands, unreadable } from '../../../base/json/scan.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { isErrorNamed } from '../../../base/platform/realms.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { mostDataBytes } from '../../../streams/write/event-size.ts'
import type { EventList, PostedEvent } from './posted-event.ts'
import { isNothing, readContent, readContentInSlices, readId, unusable } from './envelope.ts'

/** Nested objects and lists in the content of an event: 64 less those of the list and the event. */
const deepest = 62
/** Bytes whose decoding takes its time. */
const longBody = 2 ** 20
/** Characters to read between two looks at the clock. */
const stride = 2 ** 15
/** Bytes of events that become one string, which lives as long as one of its pieces. */
const mostTogether = 2 ** 16
/** Events without a text to speak of, such as null, that become events together. */
const mostWaiting = 2 ** 12

/** The reader of the last list that ended: a new one costs as much as the list, if that has one event. */
let spare: ListReader | undefined

/** Lets others run while it reads a long list. @param bytes in UTF-8. @returns undefined where they are no list of envelopes. */
export function listedEvents(bytes: Uint8Array, slice?: TimeSlice): EventList | undefined | Promise<EventList | undefined> {
  const list = spare ?? new ListReader()
  spare = undefined
  list.begin(bytes)
  if (bytes.length > longBody) return readLong(list, slice ?? createTimeSlice())
  const state = list.read(stride)
  return state === 'more' ? readOn(list, slice ?? createTimeSlice()) : endOf(list, state, slice)
}

async function readLong(list: ListReader, slice: TimeSlice): Promise<EventList | undefined> {
  await list.prepare(slice)
  return await readOn(list, slice)
}

async function readOn(list: ListReader, slice: TimeSlice): Promise<EventList | undefined> {
  let state: ListState
  while ((state = list.read(stride)) === 'more') await slice.end()
  return await endOf(list, state, slice)
}

function endOf(list: ListReader, state: ListState, slice: TimeSlice | undefined): EventList | undefined | Promise<EventList> {
  if (state !== 'end') return undefined
  const { events, texts } = list
  list.end()
  if (list.isSmall()) spare = list
  return texts.length === 0 ? events : withContents(events, texts, slice ?? createTimeSlice())
}

/** Reads what may be JSON in long strings. */
async function withContents(events: (PostedEvent | null)[], texts: readonly LongText[], slice: TimeSlice): Promise<EventList> {
  for (const { index, member, text } of texts) {
    const event = events[index]
    const read = event && (await readContentInSlices(text, false, slice))
    events[index] = read ? { ...event, [member]: read.text, isJson: event.isJson || read.isJson } : null
  }
  return events
}

/** A string that is the content of an event, and so long that it is read in slices once the list has ended. */
interface LongText {
  /** Of the event. */
  readonly index: number
  readonly member: 'data' | 'metadata'
  readonly text: string
}

const none: LongText[] = []

type ListState = 'more' | 'end' | 'unreadable'

/** What one of the two contents of an event has been set to; one object for all events of a list. */
class Content {
  kind: 'nothing' | 'scalar' | 'list' | 'object' = 'nothing'
  value: JsonValue
  /** Where the stored text stands in the output, in UTF-16 units. */
  start = 0
  end = 0
  /** Whether it is larger than any event may be, and was dropped. */
  isTooBig = false
  isJson = false

  clear(): void {
    this.kind = 'nothing'
    this.start = this.end = 0
    this.isTooBig = this.isJson = false
  }
}

const encoder = new TextEncoder()
/** The members that clients send, as they spell them, mostly in this order. */
const usualNames = ['"eventId":', '"eventType":', '"data":', '"metadata":'].map((name) => encoder.encode(name))
const lowerNames = ['eventid', 'eventtype', 'data', 'metadata'] as const

/** Larger than any event; never spelled out. */
const oversized = ' '.repeat(mostDataBytes + 1)

/** Begins and ends of the texts of an event among those of all: id, data, metadata. */
const placesOfEvent = 6
const flag = { noId: 1, isJson: 2, dataTooBig: 4, metadataTooBig: 8, isNull: 16 } as const
/** What a reader remembers from list to list: names in bodies are unlimited. */
const mostTypes = 1000
const longestKnownType = 200

/** Sets each member of an event as it comes, as the server does, in any case of its name. */
class ListReader {
  events: (PostedEvent | null)[] = []
  /** In the order of their events. */
  texts: LongText[] = []
  readonly #scanner = new Scanner()
  readonly #output = new Utf8Text()
  readonly #respeller = new Respeller(this.#scanner, this.#output, { levels: deepest, mostBytes: mostDataBytes })
  /** Events whose texts stand in the output; lists that are filled anew and never cut, because a new one costs as much as an event. */
  #waiting = 0
  readonly #flags: number[] = []
  readonly #places: number[] = []
  readonly #eventTypes: (string | undefined)[] = []
  #place: 'start' | 'items' | 'members' | 'value' | 'copy' | 'separator' = 'start'
  /** The member whose value comes, in lower case. */
  #member = ''
  /** Looked at before the scanner is asked: that call for each member takes a fifteenth of the time of a list of one event. */
  #isLong = false
  /** The usual name that follows the last one. */
  #nextName = 0
  #hasId = false
  #idStart = 0
  #idEnd = 0
  #type: string | undefined
  /** Types, and the last one, as its text and as the body spells it. */
  readonly #types = new Map<string, string>()
  #lastType = ''
  #lastSpelled: Uint8Array | undefined
  readonly #data = new Content()
  readonly #metadata = new Content()
  /** The member whose copy has begun; undefined where it is dropped at its end. */
  #copied: Content | undefined
  #copyBytes = 0
  #copySurplus = 0

  begin(bytes: Uint8Array): void {
    this.#isLong = bytes.length > longBody
    this.events = []
    this.texts = none
    this.#scanner.begin(bytes)
    this.#place = 'start'
  }

  /** Spares a long text from being decoded in one go. */
  prepare(slice: TimeSlice): Promise<void> {
    return this.#scanner.decodeInSlices(slice)
  }

  /** Lets go of the text. */
  end(): void {
    this.#scanner.end()
  }

  /** Whether it keeps no memory to speak of. */
  isSmall(): boolean {
    return this.#output.isSmall()
  }

  /** Reads about so many characters. Nothing can be done with a reader that found an unreadable text. */
  read(characters: number): ListState {
    try {
      return this.#readTo(this.#scanner.at + characters) ? 'end' : 'more'
    } catch (error) {
      // The scanner throws at the first error, at any depth.
      if (isErrorNamed(error, 'SyntaxError')) return 'unreadable'
      throw error
    }
  }

  #readTo(until: number): boolean {
    const scanner = this.#scanner
    if (this.#place === 'start') this.#open()
    for (;;) {
      if (this.#place === 'items') {
        if (scanner.at >= until || !this.#isReady()) return false
        if (this.#isBehindItem()) break
        if (!this.#item()) continue
      }
      if (!this.#members(until)) return false
      this.#place = 'items'
      this.#add()
    }
    scanner.skipBlanksAndComments()
    if (!scanner.atEnd() || this.events.length + this.#waiting === 0) unreadable()
    this.#flush()
    return true
  }

  #open(): void {
    this.#scanner.skipBlanksAndComments()
    this.#scanner.expect(sign.openList)
    this.#place = 'items'
  }

  /** @returns whether the list ends here. */
  #isBehindItem(): boolean {
    const scanner = this.#scanner
    scanner.skipBlanksAndComments()
    if (scanner.take(sign.closeList)) return true
    if (this.events.length + this.#waiting === 0) return false
    scanner.expect(sign.comma)
    scanner.skipBlanksAndComments()
    return scanner.take(sign.closeList)
  }

  /** @returns whether an event begins; every other item is null. */
  #item(): boolean {
    const scanner = this.#scanner
    if (scanner.take(sign.openObject)) {
      this.#hasId = false
      this.#type = undefined
      this.#data.clear()
      this.#metadata.clear()
      this.#place = 'members'
      return true
    }
    if (!scanner.sees(sign.comma) && !isNothing(scanner.scalar())) unreadable()
    this.#push(flag.isNull)
    return false
  }

  /** Reads the members of an event up to its end. @returns false where it stopped before. */
  #members(until: number): boolean {
    const scanner = this.#scanner
    // Kept only where it stops: most events are read in one go.
    let place = this.#place
    let name = this.#member
    for (;;) {
      if (place === 'members') {
        if (scanner.at >= until || !this.#isReady()) return this.#stopAt('members', '')
        scanner.skipBlanksAndComments()
        if (scanner.take(sign.closeObject)) return true
        name = this.#name()
        place = 'value'
      }
      if (place === 'value') {
        if (!this.#isReady()) return this.#stopAt('value', name)
        scanner.skipBlanksAndComments()
        this.#beginValue(name)
        place = 'copy'
      }
      if (place === 'copy' && this.#respeller.isOpen) {
        if (!this.#respeller.run(until)) return this.#stopAt('copy', '')
        this.#endCopy()
      }
      if (!this.#isReady()) return this.#stopAt('separator', '')
      place = 'members'
      if (scanner.codes[scanner.at] !== sign.comma) scanner.skipBlanksAndComments()
      if (scanner.take(sign.comma)) continue
      scanner.expect(sign.closeObject)
      return true
    }
  }

  #stopAt(place: 'members' | 'value' | 'copy' | 'separator', member: string): false {
    this.#place = place
    this.#member = member
    return false
  }

  /** Whether what comes next is no long string, nor behind many blanks. */
  #isReady(): boolean {
    return !this.#isLong || this.#scanner.readsAhead(stride)
  }

  /** @param name of the member. */
  #beginValue(name: string): void {
    const scanner = this.#scanner
    if (scanner.sees(sign.openObject) || scanner.sees(sign.openList)) this.#beginCopy(name)
    else if (name === 'eventid') this.#readId()
    else if (name === 'eventtype') this.#readType()
    else this.#readScalar(this.#contentOf(name))
  }

  #contentOf(name: string): Content | undefined {
    return name === 'data' ? this.#data : name === 'metadata' ? this.#metadata : undefined
  }

  #readScalar(content: Content | undefined): void {
    const scanner = this.#scanner
    const value = scanner.sees(sign.comma) ? undefined : scanner.scalar()
    if (content === undefined || value === null || value === undefined) return
    content.clear()
    content.kind = 'scalar'
    content.value = value
  }

  /** @returns the name in lower case. */
  #name(): string {
    const scanner = this.#scanner
    const { codes, at } = scanner
    let place = this.#nextName
    for (let tried = 0; tried < usualNames.length; tried++, place++) {
      if (place === usualNames.length) place = 0
      const spelled = usualNames[place]!
      if (!stands(codes, spelled, at)) continue
      scanner.at = at + spelled.length
      this.#nextName = place + 1
      return lowerNames[place]!
    }
    return scanner.name().toLowerCase()
  }

  /** A container is read into the value that is there, and fits only one of its own kind. */
  #beginCopy(name: string): void {
    if (name === 'eventid' || name === 'eventtype') unreadable()
    const output = this.#output
    const content = this.#contentOf(name)
    if (content) {
      const kind = this.#scanner.sees(sign.openList) ? 'list' : 'object'
      if (content.kind !== 'nothing' && content.kind !== kind) unreadable()
      content.kind = kind
      content.isJson = true
      content.start = output.length
    }
    this.#copied = content
    this.#copyBytes = output.end
    this.#copySurplus = output.surplus
    this.#respeller.begin()
  }

  #endCopy(): void {
    const output = this.#output
    if (this.#copied) {
      this.#copied.end = output.length
      this.#copied.isTooBig = this.#respeller.size > mostDataBytes
    } else output.rewind(this.#copyBytes, this.#copySurplus)
  }

  #readId(): void {
    const output = this.#output
    const start = output.length
    if (!this.#copiesPlainId()) {
      const scanner = this.#scanner
      if (scanner.sees(sign.comma)) unreadable()
      const value = scanner.scalar()
      if (value === null) return
      const id = readId(value)
      if (id === unusable) unreadable()
      this.#hasId = id !== undefined
      if (id === undefined) return
      output.append(id)
    }
    this.#hasId = true
    this.#idStart = start
    this.#idEnd = output.length
  }

  /** Copies an id as most clients spell it, in lower case. @returns false where it is another one, or none. */
  #copiesPlainId(): boolean {
    const scanner = this.#scanner
    const output = this.#output
    const { codes, at } = scanner
    if (scanner.next() !== sign.quote || scanner.codeAt(at + idLength + 1) !== sign.quote) return false
    output.reserve(idLength)
    const { bytes, end } = output
    let digits = 0
    for (let part = 0, index = 0; part < idParts.length; part++) {
      const found = copyDigits(codes, at + 1 + index, bytes, end + index, idParts[part]!)
      if (found === noDigits) return false
      digits |= found
      index += idParts[part]!
      if (index === idLength) break
      if (codes[at + 1 + index] !== sign.minus) return false
      bytes[end + index++] = sign.minus
    }
    if (digits === 0) return false
    scanner.at += idLength + 2
    output.end += idLength
    return true
  }

  #readType(): void {
    const scanner = this.#scanner
    const { codes, at } = scanner
    // Most events of a list are of the same type as the one before.
    if (this.#lastSpelled && stands(codes, this.#lastSpelled, at)) {
      scanner.at += this.#lastSpelled.length
      this.#type = this.#lastType
      return
    }
    if (scanner.sees(sign.comma)) unreadable()
    const value = scanner.scalar()
    if (value === null) return
    if (value === undefined) unreadable()
    const spelled = scanner.text.slice(at, scanner.at)
    // All other values count as they are spelled.
    this.#type = this.#knownType(typeof value === 'string' ? value : spelled)
    this.#lastType = this.#type
    this.#lastSpelled = plainCodes(spelled, this.#type)
  }

  /** @returns one text for all events of the type, and one that does not keep the body alive of which it is a part. */
  #knownType(type: string): string {
    const known = this.#types.get(type)
    if (known !== undefined) return known
    const copy = copyOf(type)
    if (this.#types.size < mostTypes && copy.length < longestKnownType) this.#types.set(copy, copy)
    return copy
  }

  /** An event has ended. */
  #add(): void {
    const data = this.#data
    const metadata = this.#metadata
    if (
      (data.kind === 'scalar' && !this.#appendScalar('data', data)) ||
      (metadata.kind === 'scalar' && !this.#appendScalar('metadata', metadata))
    ) {
      this.#push(flag.isNull)
      return
    }
    const flags =
      (this.#hasId ? 0 : flag.noId) |
      (data.isJson || metadata.isJson ? flag.isJson : 0) |
      (data.isTooBig ? flag.dataTooBig : 0) |
      (metadata.isTooBig ? flag.metadataTooBig : 0)
    this.#push(flags)
  }

  /** @returns false where the server fails over it as over a null event. */
  #appendScalar(member: 'data' | 'metadata', content: Content): boolean {
    const { value } = content
    if (typeof value === 'string' && value.length > stride) {
      content.start = content.end = this.#output.length
      this.texts = [...this.texts, { index: this.events.length + this.#waiting, member, text: value }]
      return true
    }
    const read = readContent(value, false)
    if (!read) return false
    content.isJson = read.isJson
    content.start = this.#output.length
    this.#output.append(read.text)
    content.end = this.#output.length
    return true
  }

  #push(flags: number): void {
    const index = this.#waiting++
    const places = this.#places
    const at = index * placesOfEvent
    this.#flags[index] = flags
    this.#eventTypes[index] = this.#type
    places[at] = this.#idStart
    places[at + 1] = this.#idEnd
    places[at + 2] = this.#data.start
    places[at + 3] = this.#data.end
    places[at + 4] = this.#metadata.start
    places[at + 5] = this.#metadata.end
    if (this.#output.end > mostTogether || this.#waiting === mostWaiting) this.#flush()
  }

  #flush(): void {
    const text = this.#output.take()
    const places = this.#places
    for (let index = 0; index < this.#waiting; index++) {
      const flags = this.#flags[index]!
      const at = index * placesOfEvent
      const event =
        flags & flag.isNull
          ? null
          : {
              id: flags & flag.noId ? undefined : text.slice(places[at], places[at + 1]),
              type: this.#eventTypes[index],
              data: flags & flag.dataTooBig ? oversized : text.slice(places[at + 2], places[at + 3]),
              metadata: flags & flag.metadataTooBig ? oversized : text.slice(places[at + 4], places[at + 5]),
              isJson: (flags & flag.isJson) !== 0,
            }
      // Most lists have one event, and pushing makes room for sixteen more.
      if (this.events.length === 0) this.events = [event]
      else this.events.push(event)
    }
    this.#waiting = 0
  }
}

/** @returns the codes of a type as the body spells it; undefined for a spelling that says more than the type, or has more than ASCII. */
function plainCodes(spelled: string, type: string): Uint8Array | undefined {
  if (spelled !== `"${type}"`) return undefined
  const codes = encoder.encode(spelled)
  return codes.length === spelled.length ? codes : undefined
}

const idLength = 36
/** Digits of an id between its dashes. */
const idParts = [8, 4, 4, 4, 12]
const noDigits = -1

/** For each code of a hexadecimal digit, that of the digit in lower case; 0 for others. One look is faster than four comparisons. */
const lowerDigits = new Uint8Array(0x80)
for (const digit of '0123456789abcdefABCDEF') lowerDigits[digit.charCodeAt(0)] = digit.toLowerCase().charCodeAt(0)

/** Copies hexadecimal digits, in lower case. @returns 0 where all are zeros; `noDigits` where others stand there. */
function copyDigits(codes: Codes, from: number, bytes: Uint8Array, end: number, length: number): number {
  let digits = 0
  for (let index = 0; index < length; index++) {
    const lower = lowerDigits[codes[from + index]!]
    if (!lower) return noDigits
    digits |= lower - sign.zero
    bytes[end + index] = lower
  }
  return digits
}
