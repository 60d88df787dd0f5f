// Answers /health, which is looked at before everything else and knows no credentials, no negotiation and no CORS.

import type { Reply } from '../exchange.ts'
import type { NodeStatus } from './state.ts'

/**
 * Unlike routes, this branch is found in any letter case: the web framework of the reference looks for it, not its router.
 *
 * @param path without the base path; undefined outside it.
 */
export const isHealthPath = (path: string | undefined): path is string => path !== undefined && /^\/health(\/|$)/i.test(path)

/** 204 from a node that is ready, 503 while it shuts down; a slash at the end makes no difference (server-http §7). */
export function healthReply(path: string, method: string, status: NodeStatus): Reply {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, cors: 'none' }
  if (!/^\/health\/live\/?$/i.test(path)) return { status: 404, cors: 'none' }
  return { status: status === 'ready' ? 204 : 503, cors: 'none' }
}
