// Converts outcomes of operations on projections into replies (projections-http §2.5, §2.6).

import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import type { ChangeOutcome, CreateOutcome } from '../../projections/model/outcomes.ts'
import { projectionUrl } from '../pipeline/reply/absolute-url.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { noReply, refusedByHandler } from '../pipeline/reply/replies.ts'
import { messageType } from '../pipeline/reply/representations.ts'

const json = 'application/json; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

const notCached = { 'Cache-Control': 'max-age=0, no-cache, must-revalidate', Vary: 'Accept' }

/** Numbers of message classes in the recorded build, on which clients must not rely (projections-http §2.4). */
export const messageTypes = { updated: 318, query: 323, config: 300 } as const

/** The last members of every internal message. */
export const label = ({ http }: ReleaseFacts, type: number) => ({ ...messageType(http, type), label: 'Projections' })

/** The answer of a read, which must not be cached. */
export const read = (body: string, headers: Readonly<Record<string, string>> = {}, type = json): Reply => ({
  status: 200,
  type,
  headers: { ...notCached, ...headers },
  body,
})

/** The characters that a header of the server can hold. */
const headerText = /^[\x20-\x7e]*$/

/**
 * A state or a result. Names beyond ASCII in the position make the server fail on that header and omit those behind it, too (as on
 * redirects, streams-http §4.3).
 *
 * @param position the last handled position as JSON; undefined leaves the header out.
 */
export function readAt({ facts }: Exchange, body: string, position: string | undefined): Reply {
  if (position === undefined) return read(body)
  if (!headerText.test(position)) return { status: 200, type: json, body }
  return read(body, Object.fromEntries(facts.http.positionHeaders.map((name) => [name, position])))
}

export const readJson = (document: JsonDocument): Reply => read(writeJson(document))

export const updated = ({ facts }: Exchange, name: string): Reply => ({
  status: 200,
  type: json,
  body: writeJson({ name, ...label(facts, messageTypes.updated) }),
})

export const restarting: Reply = { status: 200, type: json, body: '"Restarting"' }

export const unknownProjection: Reply = { status: 404, type: plain, body: 'Not Found' }

/** The projections themselves refuse a caller without the role (projections-http §3). */
const notAuthorized = (exchange: Exchange): Reply => ({
  ...refusedByHandler(exchange),
  reason: 'Not Authorized',
  type: plain,
  body: 'Not authorized',
})

const failed = (text: string): Reply => ({ status: 500, reason: 'Failed', type: plain, body: text })

export const restartRefused = (text: string): Reply => ({ status: 400, type: plain, body: text })

export function changeReply(exchange: Exchange, outcome: ChangeOutcome): Reply {
  switch (outcome.kind) {
    case 'updated':
      return updated(exchange, outcome.name)
    case 'unknown':
      return unknownProjection
    case 'not-authorized':
      return notAuthorized(exchange)
    case 'refused':
      return failed(outcome.reason)
    case 'no-reply':
      return noReply
  }
}

export function createReply(exchange: Exchange, outcome: CreateOutcome): Reply {
  if (outcome.kind === 'conflict') return { status: 409, type: plain, body: outcome.reason }
  if (outcome.kind !== 'updated') return changeReply(exchange, outcome)
  return { ...updated(exchange, outcome.name), status: 201, headers: { Location: projectionUrl(exchange.base, outcome.name) } }
}
