// Routes about the node: ping, info, options, gossip, subsystems, histograms, and redirects to the administration pages.

import type { NodeFacts, ReleaseFacts } from '../../base/release/facts.ts'
import type { Settings } from '../../base/settings.ts'
import { hasRole } from '../../users/rights.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { welcomePage } from '../streams/feed/html-page.ts'
import { gossip } from './gossip.ts'
import { messageType, negotiatedReply, jsonReply } from '../pipeline/reply/representations.ts'
import { listOptions } from './options.ts'
import type { NodeState } from '../../node/state.ts'
import { licenseRoute } from './license.ts'
import { memberElements, objectXml } from '../xml/object-xml.ts'
import { refusedByHandler } from '../pipeline/reply/replies.ts'

const media = ['application/json', 'text/xml', 'application/xml', 'text/plain']

export function nodeRoutes(node: NodeState, settings: Settings, facts: ReleaseFacts): Route[] {
  return [
    {
      method: 'GET',
      path: '/info',
      access: 'anyone',
      writes: media,
      handle: async (exchange) => jsonReply(exchange, info(settings, facts.node)),
    },
    {
      method: 'GET',
      path: '/info/options',
      access: 'admin-or-ops',
      writes: media,
      handle: async (exchange) =>
        hasRole(exchange.user, '$admins', '$ops')
          ? jsonReply(exchange, listOptions(settings, node, facts.node))
          : refusedByHandler(exchange),
    },
    { method: 'GET', path: '/ping', access: 'anyone', writes: media, handle: async (exchange) => ping(exchange) },
    {
      method: 'GET',
      path: '/gossip',
      access: 'anyone',
      writes: ['application/json', 'application/xml', 'text/xml', 'text/plain'],
      handle: async (exchange) =>
        negotiatedReply(exchange, gossip(node, { settings, facts: facts.node }, new URL(exchange.base)), { headers: notCached }),
    },
    {
      method: 'GET',
      path: '/sys/subsystems',
      access: 'admin-or-ops',
      writes: ['application/json'],
      handle: async (exchange) => jsonReply(exchange, ['Projections']),
    },
    ...(facts.node.hasHistograms ? [histogram] : []),
    ...(facts.node.hasLicense ? [licenseRoute(settings)] : []),
    { method: 'GET', path: '/', access: 'anyone', writes: 'any', handle: async (exchange) => toPages(exchange, settings) },
    ...(facts.node.hasWebPages ? webRoutes(settings) : []),
  ]
}

/** Histograms are always off, which is the server's default (server-http §7). */
const histogram: Route = {
  method: 'GET',
  path: '/histogram/{name}',
  access: 'admin-or-ops',
  writes: media,
  handle: async () => ({ status: 404, reason: 'Not found' }),
}

const webRoutes = (settings: Settings): Route[] => [
  { method: 'GET', path: '/web', access: 'anyone', writes: 'any', handle: async (exchange) => toPages(exchange, settings) },
  {
    method: 'GET',
    path: '/web/{*path}',
    access: 'anyone',
    writes: 'any',
    // The target of the HTML pages of streams (streams-http §7.5).
    handle: async (exchange) => (!settings.adminUi && exchange.params['path'] === 'index.html' ? toPages(exchange, settings) : pageMissing),
  },
]

const notCached = { 'Cache-Control': 'max-age=0, no-cache, must-revalidate', Vary: 'Accept' }

/** The host serves the files of the administration pages (server-http §4.4). */
const pageMissing: Reply = { status: 404, type: 'text/plain; charset=utf-8', body: 'Not Found' }

const toPages = (exchange: Exchange, { adminUi }: Settings): Reply =>
  adminUi
    ? {
        status: 302,
        type: 'text/plain; charset=utf-8',
        headers: { Location: exchange.unprefixedBase + exchange.facts.node.frontPage },
        body: 'Moved',
      }
    : { status: 200, type: 'text/html; charset=utf-8', body: welcomePage(exchange) }

function ping(exchange: Exchange): Reply {
  const text = 'Ping request successfully handled'
  return negotiatedReply(exchange, {
    json: { text, ...messageType(exchange.facts.http, 123), label: 'Http' },
    text: `Text: ${text}`,
    xml: objectXml({ name: 'TextMessage', content: memberElements({ Text: text }) }),
  })
}

/** The administration pages choose their sign-in by it (server-http §4.2). */
const info = ({ security }: Settings, { version, hasDbVersion }: NodeFacts) => ({
  ...(hasDbVersion && { dbVersion: version }),
  esVersion: version,
  state: 'leader',
  features: { projections: true, userManagement: security === 'secure', atomPub: true },
  authentication: { type: security === 'secure' ? 'internal' : 'insecure', properties: hasDbVersion ? [] : null },
})
