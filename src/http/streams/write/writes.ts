// Handlers that append events, write metadata and delete streams (streams-http §8, §9, §12.2).

import { newEventsInSlices } from '../../../base/events/event-table.ts'
import type { Environment } from '../../../base/platform/environment.ts'
import { isStoreError } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppendOutcome, DeleteOutcome, Streams } from '../../../streams/streams.ts'
import { isMetastream, metadataType, metastreamOf } from '../../../streams/system.ts'
import { escapeName } from '../../pipeline/reply/escape.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import * as media from '../media-types.ts'
import { isEmptyGuid, readGuid } from '../../pipeline/request/numbers.ts'
import { toIncoming } from '../../pipeline/reply/redirect.ts'
import * as replies from '../../pipeline/reply/replies.ts'
import { parseEventId, parseHardDelete, parseRequireLeader, parseExpectedVersion, header } from '../stream-headers.ts'
import type { WriteBody } from './write-body.ts'
import type { EventHeaders } from './posted-event.ts'
import { decodeLossy } from '../../pipeline/request/utf8.ts'
import { isXmlContent, readWriteBody } from './write-body.ts'

export interface WriteServices {
  readonly streams: Streams
  readonly settings: Settings
  readonly environment: Environment
}

/** The expected version that passes the check of its header and fails inside the server (streams-http §8.6). */
const failingVersion = -3n

/** R6: appends events, or the data of one event, or redirects to the URL that gives one event its id. */
export async function append(exchange: Exchange, stream: string, options: WriteServices): Promise<Reply> {
  const type = header(exchange, 'eventType')
  const carriesList = carriesIds(exchange.requestType)
  if (type === undefined && (await isUntypedXmlInvalid(exchange))) return replies.bodyInvalid
  if (type === undefined && !carriesList)
    return replies.badRequest(`Must include an event type with the request either in body or as ${eventTypeName(exchange)} header.`)
  const id = parseEventId(exchange)
  if (id.kind === 'refused') return id.reply
  if (id.value === undefined && !carriesList) return toIncoming(exchange, options.environment.uuid())
  return await write(exchange, { stream, headers: { id: id.value, type }, invalid: replies.bodyInvalid }, options)
}

/** R7: appends one event under the id in the path. */
export async function appendIncoming(exchange: Exchange, stream: string, options: WriteServices): Promise<Reply> {
  const id = readGuid(exchange.params['guid'] ?? '')
  if (id === undefined) return replies.badRequest('Invalid request. Unable to parse guid')
  const headers = { id: isEmptyGuid(id) ? undefined : id, type: header(exchange, 'eventType') }
  return await write(exchange, { stream, headers, invalid: replies.bodyInvalidElsewhere }, options)
}

/** R9: writes metadata of a stream, as an event of its metastream. */
export async function writeMetadata(exchange: Exchange, stream: string, options: WriteServices): Promise<Reply> {
  if (isMetastream(stream)) return replies.badRequest('Invalid request. Stream must be non-empty string and should not be metastream')
  const id = parseEventId(exchange)
  if (id.kind === 'refused') return id.reply
  const type = header(exchange, 'eventType') ?? metadataType
  if (type !== metadataType) return replies.badRequest('Bad Request. You should not include an event type for metadata.')
  return await write(
    exchange,
    { stream: metastreamOf(stream), headers: { id: id.value, type }, invalid: replies.bodyInvalidElsewhere },
    options,
  )
}

/** R8: a soft or a hard deletion; ignores the body. */
export async function remove(exchange: Exchange, stream: string, { streams, environment }: WriteServices): Promise<Reply> {
  const version = parseExpectedVersion(exchange)
  if (version.kind === 'refused') return version.reply
  const leader = parseRequireLeader(exchange)
  if (leader.kind === 'refused') return leader.reply
  const hard = parseHardDelete(exchange)
  if (hard.kind === 'refused') return hard.reply
  if (version.value === failingVersion) return replies.handlerFailed
  return await orFailure(environment, async () =>
    deletionReply(exchange, await streams.delete({ stream, expected: version.value, hard: hard.value })),
  )
}

const eventTypeName = ({ facts }: Exchange): string => facts.http.requestHeaders.eventType[0]

/** Whether the body has its own ids and types: lists do, and so does the one type that never parses. */
const carriesIds = (named: string): boolean => {
  const type = media.plain(named)
  return (
    type === media.eventsJson ||
    type === media.eventJson ||
    type === media.eventsXml ||
    type === media.eventXml ||
    type === media.description
  )
}

/** The seed refuses an invalid body before a missing event type (streams-http §1, step 8). */
async function isUntypedXmlInvalid(exchange: Exchange): Promise<boolean> {
  if (exchange.requestType !== media.textXml && exchange.requestType !== media.xml) return false
  const body = await exchange.body()
  return body.length > 0 && !(await isXmlContent(decodeLossy(body)))
}

interface Target {
  readonly stream: string
  readonly headers: EventHeaders
  /** The reply to a body that is invalid for its type. */
  readonly invalid: Reply
}

async function write(
  exchange: Exchange,
  { stream, headers, invalid }: Target,
  { streams, settings, environment }: WriteServices,
): Promise<Reply> {
  const version = parseExpectedVersion(exchange)
  if (version.kind === 'refused') return version.reply
  const leader = parseRequireLeader(exchange)
  if (leader.kind === 'refused') return leader.reply
  const { acceptUnparsableBodies } = settings
  const { measuresWholeRecords } = exchange.facts.streams
  const type = media.plain(exchange.requestType)
  const body = await readWriteBody(await exchange.body(), { type, headers, acceptUnparsableBodies, measuresWholeRecords })
  if (body.kind !== 'events') return bodyReply(exchange, body, invalid)
  if (version.value === failingVersion) return { status: 200, cors: 'none' }
  return await orFailure(environment, async () => {
    const outcome = await streams.append({ stream, events: await newEventsInSlices(body.events), expected: version.value })
    return appendReply(exchange, outcome, `${exchange.base}/streams/${escapeName(stream)}`)
  })
}

/** The server's answer to a failed write; a closed store has no answer. */
async function orFailure(environment: Pick<Environment, 'report'>, write: () => Promise<Reply>): Promise<Reply> {
  try {
    return await write()
  } catch (error) {
    if (!isStoreError(error) || error.code === 'storage-closed') throw error
    environment.report(error)
    return { status: 500, reason: 'Write timeout', type: plainText }
  }
}

function bodyReply({ facts }: Exchange, body: Exclude<WriteBody, { kind: 'events' }>, invalid: Reply): Reply {
  if (body.kind === 'invalid') return invalid
  return body.kind === 'refused' ? replies.badRequest(body.text) : { status: 413, reason: facts.streams.tooLarge }
}

const plainText = 'text/plain; charset=utf-8'

/** @param url of the stream. */
function appendReply(exchange: Exchange, outcome: AppendOutcome, url: string): Reply {
  // Ids of earlier events in an order so different make the server fail.
  if (outcome.kind === 'repeated' && outcome.first - 1 > outcome.last) return replies.noReply
  if (outcome.kind === 'appended' || outcome.kind === 'repeated')
    return { status: 201, type: plainText, headers: { Location: `${url}/${outcome.first}` } }
  return conflictReply(exchange, outcome)
}

function deletionReply(exchange: Exchange, outcome: DeleteOutcome): Reply {
  return outcome.kind === 'deleted-now' ? { status: 204, reason: 'Stream deleted', type: plainText } : conflictReply(exchange, outcome)
}

function conflictReply(
  { facts }: Exchange,
  outcome: { readonly kind: 'deleted' } | { readonly kind: 'wrong-version'; readonly current: number },
): Reply {
  if (outcome.kind === 'deleted') return { status: 410, reason: 'Stream deleted', type: plainText }
  const headers = Object.fromEntries(facts.http.currentVersionHeaders.map((name) => [name, String(outcome.current)]))
  return { status: 400, reason: 'Wrong expected EventNumber', type: plainText, headers }
}
