// Routes of administration: scavenges, shutdown, login, and commands without effect on a single node (server-http §8).

import type { Environment } from '../../base/platform/environment.ts'
import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { Settings } from '../../base/settings.ts'
import type { Scavenges } from '../../streams/scavenge/scavenge.ts'
import { hasRole } from '../../users/rights.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { messageType, negotiatedReply, jsonReply } from '../pipeline/reply/representations.ts'
import type { NodeState } from '../../node/state.ts'
import { memberElements, objectXml, stringXml } from '../xml/object-xml.ts'
import { badRequest, refusedByHandler } from '../pipeline/reply/replies.ts'
import { checkScavengeOptions } from './scavenge-options.ts'
import { printOffsetTime } from '../../base/time/moments.ts'

const media = ['text/plain', 'application/json', 'text/xml', 'application/xml']

const done: Reply = { status: 200 }

interface AdminServices {
  readonly scavenges: Scavenges
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
  readonly facts: ReleaseFacts
}

export function adminRoutes({ scavenges, node, settings, environment, facts }: AdminServices): Route[] {
  const route = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path,
    access: 'admin-or-ops',
    writes: media,
    handle,
  })
  const command = (path: string, run: (exchange: Exchange) => Reply): Route =>
    route('POST', path, async (exchange) => (isOperator(exchange) ? run(exchange) : refusedByHandler(exchange)))
  return [
    command('/admin/shutdown', () => {
      node.stop()
      return done
    }),
    command('/admin/reloadconfig', () => done),
    route('POST', '/admin/scavenge', async (exchange) => await startScavenge(exchange, scavenges)),
    route('GET', '/admin/scavenge/current', async (exchange) => currentScavenge(exchange, scavenges)),
    ...(facts.node.hasLastScavenge ? [route('GET', '/admin/scavenge/last', async (exchange) => lastScavenge(exchange, scavenges))] : []),
    route('DELETE', '/admin/scavenge/{scavengeId}', async (exchange) => await stopScavenge(exchange, scavenges)),
    route('POST', '/admin/mergeindexes', async (exchange) => mergeIndexes(exchange, environment.uuid())),
    command('/admin/node/priority/{nodePriority}', ({ params }) =>
      isInteger32(params['nodePriority']!) ? done : badRequest('nodePriority must be an integer.'),
    ),
    command('/admin/node/resign', () => done),
    { ...route('GET', '/admin/login', async (exchange) => login(exchange, settings, environment.now())), access: 'authenticated' },
  ]
}

/** The policy admits by name, `admin` or `ops`; these handlers require the roles. */
const isOperator = ({ user }: Exchange): boolean => hasRole(user, '$admins', '$ops')

const scavengeRefused = (exchange: Exchange): Reply => ({
  ...refusedByHandler(exchange),
  type: 'text/plain; charset=utf-8',
  body: 'User not authorized',
})

const isInteger32 = (text: string): boolean => /^\s*[+-]?\d+\s*$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31

async function startScavenge(exchange: Exchange, scavenges: Scavenges): Promise<Reply> {
  const refusal = checkScavengeOptions(exchange.query)
  if (refusal !== undefined) return badRequest(refusal)
  if (!isOperator(exchange)) return scavengeRefused(exchange)
  const { hostname, port } = new URL(exchange.base)
  const outcome = await scavenges.start(`${hostname}:${port || '80'}`)
  if (outcome.kind === 'running') return { status: 400, type: 'text/plain; charset=utf-8', body: 'Scavenge is already running' }
  return negotiatedReply(exchange, {
    json: { scavengeId: outcome.id },
    text: `ScavengeId: ${outcome.id}`,
    xml: objectXml({ name: 'ScavengeResultDto', content: memberElements({ ScavengeId: outcome.id }) }),
  })
}

function currentScavenge(exchange: Exchange, scavenges: Scavenges): Reply {
  if (!isOperator(exchange)) return scavengeRefused(exchange)
  const id = scavenges.current() ?? ''
  const link = id && `/admin/scavenge/${id}`
  return negotiatedReply(exchange, {
    json: { scavengeId: id, scavengeLink: link },
    text: `ScavengeId: ${id}, ScavengeLink: ${link}`,
    xml: objectXml({ name: exchange.facts.node.currentScavengeElement, content: memberElements({ ScavengeId: id, ScavengeLink: link }) }),
  })
}

const noScavenge = '00000000-0000-0000-0000-000000000000'

/** The last scavenge since the node started (26 §3). */
function lastScavenge(exchange: Exchange, scavenges: Scavenges): Reply {
  if (!isOperator(exchange)) return scavengeRefused(exchange)
  const last = scavenges.last()
  const [id, link, result] = last ? [last.id, `/admin/scavenge/${last.id}`, lastResults[last.result]] : [noScavenge, '', 'Unknown']
  return negotiatedReply(exchange, {
    json: { scavengeId: id, scavengeLink: link, scavengeResult: result },
    text: `ScavengeId: ${id}, ScavengeLink: ${link}, ScavengeResult: ${result}`,
    xml: objectXml({
      name: 'ScavengeGetLastResultDto',
      content: memberElements({ ScavengeId: id, ScavengeLink: link, ScavengeResult: result }),
    }),
  })
}

const lastResults = { running: 'InProgress', Success: 'Success', Failed: 'Errored', Stopped: 'Stopped', Interrupted: 'Stopped' } as const

async function stopScavenge(exchange: Exchange, scavenges: Scavenges): Promise<Reply> {
  if (!isOperator(exchange)) return scavengeRefused(exchange)
  const requested = exchange.params['scavengeId']!
  const id = requested === 'current' ? scavenges.current() : requested
  const stopped = id !== undefined && (await scavenges.stop(id))
  if (!stopped) return { status: 404, type: 'text/plain; charset=utf-8', body: 'Scavenge Id does not exist' }
  return negotiatedReply(exchange, { json: id, text: id, xml: stringXml({ name: 'string', content: id }) })
}

const mergeIndexes = (exchange: Exchange, id: string): Reply =>
  negotiatedReply(exchange, {
    json: { mergeIndexesId: id },
    text: `MergeIndexesId: ${id}`,
    xml: objectXml({ name: 'MergeIndexesResultDto', content: memberElements({ MergeIndexesId: id }) }),
  })

/** Always JSON, in header and body, without members that have their default value (server-http §8.2). */
function login(exchange: Exchange, { security }: Settings, now: number): Reply {
  const { name = '', groups = [] } = exchange.user ?? {}
  const roles = security === 'insecure' ? [name, ...groups] : groups
  const data = { loginName: name, fullName: name, groups: roles, dateLastUpdated: printOffsetTime(now) }
  const message = { ...messageType(exchange.facts.http, 262), label: 'Other' }
  return jsonReply(exchange, { data, success: true, ...message }, { type: 'application/json; charset=utf-8' })
}
