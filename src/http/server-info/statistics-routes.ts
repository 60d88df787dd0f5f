// Routes of statistics and metrics (server-http §5, §7).

import type { Environment } from '../../base/platform/environment.ts'
import type { Exchange, QueryParameters, Reply, Route } from '../exchange.ts'
import { negotiatedReply } from '../pipeline/reply/representations.ts'
import type { NodeState } from './state.ts'
import { objectXml } from '../xml/object-xml.ts'
import { badRequest } from '../pipeline/reply/replies.ts'
import { flatStatistics, statisticsAt } from './statistics-tree.ts'
import { takeStatistics } from './statistics.ts'

const media = ['application/json', 'text/xml', 'application/xml']
const cached = { headers: { 'Cache-Control': 'max-age=1, public', Vary: 'Accept' } }

export function statsRoutes(node: NodeState, environment: Environment): Route[] {
  const route = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, access: 'statistics', writes: media, handle })
  const statistics = async (exchange: Exchange) => statisticsReply(exchange, node, environment.now())
  return [
    route('/stats', statistics),
    // No client and no follower connects by TCP.
    route('/stats/replication', async (exchange) =>
      negotiatedReply(exchange, { json: [], xml: objectXml({ name: 'ArrayOfReplicationStats' }) }, cached),
    ),
    route('/stats/tcp', async (exchange) =>
      negotiatedReply(exchange, { json: [], xml: objectXml({ name: 'ArrayOfTcpConnectionStats' }) }, cached),
    ),
    route('/stats/{*path}', statistics),
    {
      ...route('/metrics', async (exchange) => metricsReply(exchange, node, environment.now())),
      writes: ['text/plain', 'application/openmetrics-text'],
    },
  ]
}

function statisticsReply(exchange: Exchange, node: NodeState, now: number): Reply {
  const path = (exchange.params['path'] ?? '').split('/').filter((name) => name !== '')
  const described = readFlag(exchange.query, 'metadata') ?? false
  const grouped = readFlag(exchange.query, 'group') ?? true
  const statistics = takeStatistics(node, now)
  if (!grouped) {
    if (path.length > 0) return badRequest('Dynamic stats selection works only with grouping enabled')
    return negotiatedReply(exchange, { json: flatStatistics(statistics, described) }, cached)
  }
  const json = statisticsAt(statistics, path, described)
  return json === undefined ? { status: 404, type: 'text/plain; charset=utf-8' } : negotiatedReply(exchange, { json }, cached)
}

/** Any other word counts as absent. */
function readFlag(query: QueryParameters, name: string): boolean | undefined {
  const word = query.get(name)?.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}

function metricsReply({ responseType }: Exchange, { handled, started }: NodeState, now: number): Reply {
  const lines = [
    '# TYPE eventstore_incoming_http_requests_total counter',
    `eventstore_incoming_http_requests_total ${handled.requests}`,
    '# TYPE eventstore_http_reads_total counter',
    `eventstore_http_reads_total ${handled.reads}`,
    '# TYPE eventstore_http_writes_total counter',
    `eventstore_http_writes_total ${handled.writes}`,
    '# TYPE eventstore_uptime_seconds gauge',
    `eventstore_uptime_seconds ${(now - started) / 1000}`,
    ...(responseType === 'text/plain' ? [] : ['# EOF']),
  ]
  return { status: 200, type: `${responseType}; charset=utf-8`, body: `${lines.join('\n')}\n` }
}
