// Answers /health, before all checks: without credentials, negotiation or CORS.

import type { NodeFacts } from '../../base/release/facts.ts'
import type { Reply } from '../exchange.ts'
import type { NodeStatus } from '../../node/state.ts'

/**
 * Unlike routes, the path is case-insensitive: on the server the web framework matches it, not the router.
 *
 * @param path without the base path; undefined outside it.
 */
export const isHealthPath = (path: string | undefined): path is string => path !== undefined && /^\/health(\/|$)/i.test(path)

type Facts = Pick<NodeFacts, 'healthMethodStatus' | 'hasLiveCode'>

/** 204 while the node is ready, 503 while it shuts down; a trailing slash makes no difference (server-http §7). */
export function healthReply({ method, url }: Pick<Request, 'method' | 'url'>, path: string, status: NodeStatus, facts: Facts): Reply {
  if (method !== 'GET' && method !== 'HEAD') return { status: facts.healthMethodStatus, cors: 'none' }
  if (!/^\/health\/live\/?$/i.test(path)) return { status: 404, cors: 'none' }
  if (status !== 'ready') return { status: 503, cors: 'none' }
  return { status: (facts.hasLiveCode ? liveCode(new URL(url)) : undefined) ?? 204, cors: 'none' }
}

/** The status that the caller asks for; undefined for other texts, and for what is no status of an answer. */
function liveCode({ searchParams }: URL): number | undefined {
  const text = [...searchParams].find(([name]) => name.toLowerCase() === 'livecode')?.[1] ?? ''
  return /^[2-5]\d\d$/.test(text) ? Number(text) : undefined
}
