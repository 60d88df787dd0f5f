// Writes what a fresh store holds before anybody wrote to it (streams-http §13.2).

import type { WriteClock } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../outcomes.ts'
import { metadataType, metastreamOf } from '../system.ts'
import { appendIn } from './write.ts'

/** Where scavenges are listed. */
export const scavengesStream = '$scavenges'
/** Where one scavenge logs what it does. */
export const scavengeStream = (id: string): string => `${scavengesStream}-${id}`
/** `$ops` read, nobody writes; old entries go after thirty days. */
export const scavengesMetadata = '{"$maxAge":2592000,"$acl":{"$r":"$ops","$w":[],"$d":[],"$mr":[],"$mw":[]}}'

/** Writes the metadata of `$scavenges` unless it is there. */
export async function startIn(tx: WriteTransaction, clock: WriteClock): Promise<void> {
  const event = { id: clock.uuid(), type: metadataType, data: scavengesMetadata, metadata: '', isJson: true }
  await appendIn(tx, { stream: metastreamOf(scavengesStream), events: [event], expected: expectedVersion.noStream }, clock)
}
