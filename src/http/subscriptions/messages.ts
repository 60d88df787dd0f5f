// Answers requests to take, acknowledge and hand back messages, and to replay parked ones (server-http §10.4, §10.6, §10.7).

import type { Environment } from '../../base/platform/environment.ts'
import { writeJson } from '../../base/json/write.ts'
import { groupKey } from '../../subscriptions/group/group.ts'
import type { NackAction, Subscriptions } from '../../subscriptions/subscriptions.ts'
import { entryOptions } from '../streams/feed/feed-reply.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { messageType, negotiatedReply, withCharset } from '../pipeline/reply/representations.ts'
import { readEventNumber, readGuid, readInt64 } from '../pipeline/request/numbers.ts'
import { stringXml } from '../xml/object-xml.ts'
import { badRequest, badRequestReason, handlerFailed, noReply } from '../pipeline/reply/replies.ts'
import { messageFeed, messageFeedJson, messageFeedXml } from './feed.ts'
import { groupOf, onlyOverGrpc } from './group-name.ts'
import { allStream } from '../../streams/system.ts'
import { inSlices } from '../../base/time/steps.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'

type Handlers = Readonly<Record<'take' | 'acknowledge' | 'handBack' | 'replayParked' | 'truncateParked', Route['handle']>>

const accepted: Reply = { status: 202 }
const mostMessages = 100

export function messageHandlers(subscriptions: Subscriptions, environment: Environment): Handlers {
  return {
    take: async (exchange) => {
      const count = parseCount(exchange.params['count'])
      if (count < 1 || count > mostMessages)
        return badRequest(`Message count must be an integer between 1 and ${mostMessages} 'count' ='${count}'`)
      const group = groupOf(exchange)
      if (group.stream === allStream) return textReply(exchange, onlyOverGrpc, 400)
      const outcome = await subscriptions.take(group, count)
      if (outcome.kind === 'stopped') return noReply
      if (outcome.kind === 'unknown') return textReply(exchange, 'Not found.', 404)
      const slice = createTimeSlice()
      const feed = await inSlices(messageFeed(group, outcome.messages, { entries: entryOptions(exchange), count }), slice)
      const body = await inSlices(isXml(exchange) ? await messageFeedXml(feed) : messageFeedJson(feed), slice)
      return { status: 200, type: withCharset(exchange.responseType), body }
    },
    acknowledge: (exchange) => settle(exchange, (ids) => subscriptions.acknowledge(groupOf(exchange), ids)),
    handBack: (exchange) => settle(exchange, (ids) => subscriptions.handBack(groupOf(exchange), ids, parseAction(exchange))),
    replayParked: async (exchange) => {
      const text = exchange.query.get('stopAt')
      const stopAt = text === undefined ? undefined : readEventNumber(text)
      if (text !== undefined && stopAt === undefined) return badRequestReason('stopAt should be a properly formed positive long')
      const found = await subscriptions.replayParked(groupOf(exchange), stopAt)
      return parkedReply(exchange, found, { correlationId: environment.uuid(), label: 'OtherClientMessage' })
    },
    truncateParked: async (exchange) => {
      const text = exchange.query.get('stopAt')
      const stopAt = text === undefined ? undefined : readEventNumber(text)
      if (text !== undefined && stopAt === undefined) return badRequestReason('stopAt should be a properly formed positive integer')
      const found = await subscriptions.truncateParked(groupOf(exchange), stopAt)
      return parkedReply(exchange, found, { correlationId: environment.uuid(), label: 'ClientMessageCompleted' })
    },
  }
}

/** Every text but a 32-bit number counts as 0. */
function parseCount(text: string | undefined): number {
  if (text === undefined) return 1
  const count = readInt64(text)
  return count === undefined || BigInt.asIntN(32, count) !== count ? 0 : Number(count)
}

const isXml = ({ responseType }: Exchange): boolean => responseType.endsWith('xml')

/** A single string in the negotiated type of feeds. */
const textReply = (exchange: Exchange, text: string, status: number): Reply => ({
  status,
  type: withCharset(exchange.responseType),
  body: isXml(exchange) ? stringXml({ name: 'string', content: text }) : writeJson(text),
})

/** Reads one id from the path or several from the query; an invalid one refuses them all. */
async function settle(exchange: Exchange, run: (ids: readonly string[]) => Promise<void>): Promise<Reply> {
  const texts = exchange.params['id'] ?? exchange.query.get('ids')
  if (texts === undefined) return handlerFailed
  const ids = (exchange.params['id'] === undefined ? texts.split(',') : [texts]).map(readGuid)
  if (!ids.every((id) => id !== undefined)) return badRequestReason('messageid should be a properly formed guid')
  await run(ids)
  return accepted
}

const actions: readonly NackAction[] = ['park', 'retry', 'skip', 'stop']

const parseAction = ({ query }: Exchange): NackAction =>
  actions.find((action) => action === query.get('action')?.toLowerCase()) ?? 'unknown'

function parkedReply(
  exchange: Exchange,
  found: boolean,
  { correlationId, label }: { readonly correlationId: string; readonly label: string },
): Reply {
  const { stream, name } = groupOf(exchange)
  const [result, reason] = found ? ['Success', ''] : ['DoesNotExist', `Unable to locate '${groupKey(stream, name)}'`]
  const json = { correlationId, reason, result, ...messageType(exchange.facts.http, 67), label }
  return negotiatedReply(exchange, { json }, { status: found ? 200 : 404 })
}
