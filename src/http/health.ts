// Answers /health, which is looked at before everything else and knows no credentials, no negotiation and no CORS.

import type { Reply } from './exchange.ts'
import type { NodeStatus } from './node-state.ts'

/** @param path without the base path; undefined outside it. */
export const isHealthPath = (path: string | undefined): path is string => path === '/health' || (path?.startsWith('/health/') ?? false)

/** 204 from a node that is ready, 503 while it shuts down (server-http §7). */
export function healthReply(path: string, method: string, status: NodeStatus): Reply {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, cors: 'none' }
  if (path !== '/health/live') return { status: 404, cors: 'none' }
  return { status: status === 'ready' ? 204 : 503, cors: 'none' }
}
