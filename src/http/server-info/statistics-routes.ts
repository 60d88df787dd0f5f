// Routes of statistics and metrics (server-http §5, §7).

import type { Environment } from '../../base/platform/environment.ts'
import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { Exchange, QueryParameters, Reply, Route } from '../exchange.ts'
import { negotiatedReply } from '../pipeline/reply/representations.ts'
import type { NodeState } from '../../node/state.ts'
import { objectXml } from '../xml/object-xml.ts'
import { badRequest } from '../pipeline/reply/replies.ts'
import { flatStatistics, statisticsAt } from '../../node/statistics-tree.ts'
import type { Statistic } from '../../node/statistics.ts'
import { takeStatistics } from '../../node/statistics.ts'

const media = ['application/json', 'text/xml', 'application/xml']
const cached = { headers: { 'Cache-Control': 'max-age=1, public', Vary: 'Accept' } }

export function statsRoutes(node: NodeState, environment: Environment, facts: ReleaseFacts): Route[] {
  const route = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, access: 'statistics', writes: media, handle })
  const statistics = async (exchange: Exchange) => statisticsReply(exchange, takeStatistics(node, environment.now(), facts.node))
  return [
    route('/stats', statistics),
    // No client and no follower connects by TCP.
    route('/stats/replication', async (exchange) =>
      negotiatedReply(
        exchange,
        { json: [], ...(facts.node.printsReplicationXml && { xml: objectXml({ name: 'ArrayOfReplicationStats' }) }) },
        cached,
      ),
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

function statisticsReply(exchange: Exchange, statistics: readonly Statistic[]): Reply {
  const path = (exchange.params['path'] ?? '').split('/').filter((name) => name !== '')
  const described = readFlag(exchange.query, 'metadata') ?? false
  const grouped = readFlag(exchange.query, 'group') ?? true
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

function metricsReply({ responseType, facts }: Exchange, { handled, started }: NodeState, now: number): Reply {
  const { metricsPrefix, versionsMetrics } = facts.node
  const metric = (name: string, kind: string, value: number): string[] => [
    `# TYPE ${metricsPrefix}_${name} ${kind}`,
    `${metricsPrefix}_${name} ${value}`,
  ]
  const lines = [
    ...metric('incoming_http_requests_total', 'counter', handled.requests),
    ...metric('http_reads_total', 'counter', handled.reads),
    ...metric('http_writes_total', 'counter', handled.writes),
    ...metric('uptime_seconds', 'gauge', (now - started) / 1000),
    ...(responseType === 'text/plain' ? [] : ['# EOF']),
  ]
  const version = versionsMetrics ? (responseType === 'text/plain' ? '; version=0.0.4' : '; version=1.0.0') : ''
  return {
    status: 200,
    type: `${responseType}${version}; charset=utf-8`,
    ...(versionsMetrics && { headers: { Vary: 'Accept-Encoding' } }),
    body: `${lines.join('\n')}\n`,
  }
}
