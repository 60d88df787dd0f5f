// Writes the events of a fresh store (streams-http §13.2).

import { newEvents } from '../../base/events/event-table.ts'
import type { WriteClock } from '../../base/platform/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../outcomes.ts'
import { metadataType, metastreamOf } from '../system.ts'
import { appendIn } from './write.ts'

/** Lists scavenges. */
export const scavengesStream = '$scavenges'
/** The log of one scavenge. */
export const scavengeStream = (id: string): string => `${scavengesStream}-${id}`
/** Readable by `$ops`, writable by administrators only; entries expire after thirty days. */
export const scavengesMetadata = '{"$maxAge":2592000,"$acl":{"$r":"$ops","$w":[],"$d":[],"$mr":[],"$mw":[]}}'

/** Writes the metadata of `$scavenges` where it is missing. */
export async function startIn(tx: WriteTransaction, clock: WriteClock): Promise<void> {
  const event = { id: clock.uuid(), type: metadataType, data: scavengesMetadata, metadata: '', isJson: true }
  await appendIn(tx, { stream: metastreamOf(scavengesStream), events: newEvents([event]), expected: expectedVersion.noStream }, clock)
}
