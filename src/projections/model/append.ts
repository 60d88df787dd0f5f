// Appends events to a stream of a projection, behind the last event there.

import { newEvents } from '../../base/events/event-table.ts'
import type { NewEvent } from '../../base/events/events.ts'
import type { Environment } from '../../base/platform/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { AppendOutcome, Streams } from '../../streams/streams.ts'

export interface AppendServices {
  readonly streams: Streams
  readonly environment: Pick<Environment, 'now' | 'uuid'>
}

export async function appendBehind(
  { streams, environment }: AppendServices,
  tx: WriteTransaction,
  stream: string,
  events: readonly Omit<NewEvent, 'id'>[],
): Promise<AppendOutcome> {
  const head = await streams.headIn(tx, stream)
  const withIds = events.map((event) => ({ ...event, id: environment.uuid() }))
  return await streams.appendIn(tx, { stream, events: newEvents(withIds), expected: BigInt(head?.last ?? -1) })
}
