// Finds the store's last event of users, to see whether another one has come.

import type { Store } from '../../../engine/store.ts'
import type { StreamFeed } from './feed.ts'
import { readUnlogged } from './unlogged-read.ts'

/** Events to look through: those of the system come with the users'. */
const most = 50

/** @returns its id; undefined if there is none among the last events. */
export async function lastEvent(store: Store): Promise<string | undefined> {
  const page = await readUnlogged<StreamFeed>(store, `/streams/$all/head/backward/${most}?embed=rich`)
  return page?.entries.find(({ streamId }) => streamId !== undefined && !streamId.startsWith('$'))?.eventId
}
