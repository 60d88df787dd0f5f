// Copies the projections of a server into a store.

import type { Store } from '../../engine/store.ts'
import type { Remote } from '../remote/remote.ts'
import type { RemoteProjection } from '../remote/projections.ts'
import { configurationOn, definitionOn } from '../remote/projections.ts'
import type { Send, TransferredProjection } from './transferred-projections.ts'
import { bringProjections } from './transferred-projections.ts'

/**
 * @param emitted what they wrote was taken along: they must not write it again.
 * @returns how many the store did not have like that.
 */
export async function pullProjections(
  remote: Remote,
  store: Pick<Store, 'direct'>,
  projections: readonly RemoteProjection[],
  emitted: boolean,
): Promise<number> {
  const send: Send = (method, path, body) => {
    const headers = { 'Content-Type': path.endsWith('/config') ? 'application/json' : 'text/plain' }
    return store.direct(new Request(`http://store${path}`, { method, body, ...(body !== undefined && { headers }) }))
  }
  const read = async ({ name, mode, isEnabled }: RemoteProjection): Promise<TransferredProjection> => {
    const [definition, configuration] = await Promise.all([definitionOn(remote, name), configurationOn(remote, name)])
    return { name, mode, definition, configuration, isEnabled: isEnabled && !(emitted && definition.emitEnabled) }
  }
  const wanted: TransferredProjection[] = []
  for (const projection of projections) wanted.push(await read(projection))
  return bringProjections(send, wanted)
}
