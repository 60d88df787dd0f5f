// Answers requests that create, update, delete, list and restart groups (server-http §10.3, §10.9).

import type { Environment } from '../../base/platform/environment.ts'
import type { GroupChangeOutcome, GroupName, Subscriptions } from '../../subscriptions/subscriptions.ts'
import { absoluteUrl } from '../pipeline/reply/absolute-url.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { messageType, negotiatedReply, withCharset } from '../pipeline/reply/representations.ts'
import { stringXml } from '../xml/object-xml.ts'
import { badRequest, noReply } from '../pipeline/reply/replies.ts'
import { parseConfiguration } from './configuration.ts'
import { noPage, pageOfSummaries, readPage } from './pages.ts'
import { details, summaries } from './statistics.ts'
import { groupOf, onlyOverGrpc } from './group-name.ts'
import { allStream } from '../../streams/system.ts'

type Handlers = Readonly<Record<'list' | 'details' | 'create' | 'update' | 'delete' | 'restart', Route['handle']>>

const notStarted = 'The Persistent Subscriptions subsystem cannot be restarted because it is not started.'

export function groupHandlers(subscriptions: Subscriptions, environment: Environment): Handlers {
  const complete = (exchange: Exchange, change: ChangeReply, outcome: GroupChangeOutcome): Reply =>
    completion(exchange, change, outcome, environment.uuid())

  return {
    list: async (exchange) => {
      const { stream } = exchange.params
      const page = exchange.facts.subscriptions.hasPages && stream === undefined ? readPage(exchange.query) : undefined
      if (page?.kind === 'refused') return badRequest(page.text)
      const found = await subscriptions.list(stream, page)
      if (found.kind === 'groups')
        return negotiatedReply(exchange, page ? pageOfSummaries(found, exchange, page) : summaries(found.groups, exchange))
      const nothing = page ? noPage : summaries([], exchange)
      return negotiatedReply(exchange, nothing, { status: found.kind === 'unknown' ? 404 : 503 })
    },
    details: async (exchange) => {
      const found = await subscriptions.details(groupOf(exchange))
      if (found.kind === 'groups' && found.groups[0]) return negotiatedReply(exchange, details(found.groups[0], exchange))
      return { status: found.kind === 'stopped' ? 503 : 404, type: withCharset(exchange.responseType) }
    },
    create: async (exchange) => {
      const parsed = await parseConfiguration(exchange)
      if (parsed.kind === 'refused') return parsed.reply
      const entry = { ...groupOf(exchange), configuration: parsed.configuration }
      return complete(exchange, creation, await onStreams(entry, () => subscriptions.create(entry, userOf(exchange))))
    },
    update: async (exchange) => {
      const parsed = await parseConfiguration(exchange)
      if (parsed.kind === 'refused') return parsed.reply
      const entry = { ...groupOf(exchange), configuration: parsed.configuration }
      return complete(exchange, update, await onStreams(entry, () => subscriptions.update(entry, userOf(exchange))))
    },
    delete: async (exchange) => {
      const group = groupOf(exchange)
      return complete(exchange, deletion, await onStreams(group, () => subscriptions.delete(group, userOf(exchange))))
    },
    restart: async (exchange) => {
      const restarting = 'Restarting'
      if (!(await subscriptions.restart())) return badRequest(notStarted)
      return negotiatedReply(exchange, { json: restarting, xml: stringXml({ name: 'string', content: restarting }) })
    },
  }
}

/** Groups on `$all` are not for this interface. */
const onStreams = async ({ stream }: GroupName, change: () => Promise<GroupChangeOutcome>): Promise<GroupChangeOutcome> =>
  stream === allStream ? { kind: 'refused', reason: onlyOverGrpc } : await change()

const userOf = ({ user }: Exchange): string => user?.name ?? ''

interface ChangeReply {
  readonly success: number
  readonly msgTypeId: number
  /** Whether the answer has the group's `Location`, whatever the outcome. */
  readonly located: boolean
}

const creation: ChangeReply = { success: 201, msgTypeId: 48, located: true }
const update: ChangeReply = { success: 200, msgTypeId: 52, located: true }
const deletion: ChangeReply = { success: 200, msgTypeId: 58, located: false }

function completion(exchange: Exchange, change: ChangeReply, outcome: GroupChangeOutcome, correlationId: string): Reply {
  if (outcome.kind === 'stopped') return noReply
  const { stream, name } = groupOf(exchange)
  const { status, result, reason } = describe(outcome, name, change)
  const headers = change.located ? { Location: absoluteUrl(exchange.base, `/subscriptions/${stream}/${name}`) } : undefined
  const json = { correlationId, reason, result, ...messageType(exchange.facts.http, change.msgTypeId), label: 'ClientMessageCompleted' }
  return negotiatedReply(exchange, { json }, { status, headers })
}

function describe(outcome: Exclude<GroupChangeOutcome, { kind: 'stopped' }>, name: string, { success }: ChangeReply) {
  const results = {
    done: { status: success, result: 'Success', reason: '' },
    exists: { status: 409, result: 'AlreadyExists', reason: `Group '${name}' already exists.` },
    unknown: { status: 404, result: 'DoesNotExist', reason: `Group '${name}' does not exist.` },
    refused: { status: 400, result: 'Fail', reason: outcome.kind === 'refused' ? outcome.reason : '' },
  }
  return results[outcome.kind]
}
