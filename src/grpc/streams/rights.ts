// Whether a caller may use a stream, by the access lists and the store's settings (grpc §5, §7).

import type { StreamRight } from '../../streams/streams.ts'
import type { CallContext } from '../call.ts'
import type { CallServices } from '../parts.ts'

export async function mayUse(
  { user }: Pick<CallContext, 'user'>,
  right: StreamRight,
  stream: string,
  { streams, settings }: Pick<CallServices, 'streams' | 'settings'>,
): Promise<boolean> {
  if (settings.security === 'insecure') return true
  if (!user && !settings.allowAnonymous) return false
  return await streams.allows(user, right, stream)
}
