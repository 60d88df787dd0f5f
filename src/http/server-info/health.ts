// Answers /health, before all checks: without credentials, negotiation or CORS.

import type { Reply } from '../exchange.ts'
import type { NodeStatus } from './state.ts'

/**
 * Unlike routes, the path is case-insensitive: in the reference the web framework matches it, not the router.
 *
 * @param path without the base path; undefined outside it.
 */
export const isHealthPath = (path: string | undefined): path is string => path !== undefined && /^\/health(\/|$)/i.test(path)

/** 204 while the node is ready, 503 while it shuts down; a trailing slash makes no difference (server-http §7). */
export function healthReply(path: string, method: string, status: NodeStatus): Reply {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, cors: 'none' }
  if (!/^\/health\/live\/?$/i.test(path)) return { status: 404, cors: 'none' }
  return { status: status === 'ready' ? 204 : 503, cors: 'none' }
}
