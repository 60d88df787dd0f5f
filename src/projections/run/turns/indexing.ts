// Lets the system projections go first: a query that ends would miss the links to events that were written just before it.

import type { Position } from '../../../base/events/events.ts'
import { isSystemStream } from '../../../streams/system.ts'
import { sourceOf, streamsOf } from '../../model/source.ts'
import { projectionRows, projectionsIn } from '../../model/tables.ts'
import type { Services } from '../../services.ts'
import { firstLeft } from '../settle.ts'

/** Milliseconds to wait at most: as long as the server may take to create a query, and less than the patience of other tabs. */
export const longestWait = 2000

/**
 * What a query waits for whose source are streams of the system: that the links to everything in the log are written. The server
 * creates a query more slowly than it writes them.
 *
 * @returns a function that tells whether there is nothing more to wait for; undefined where there never was.
 */
export async function awaitedIndexing(services: Services, name: string): Promise<(() => Promise<boolean>) | undefined> {
  const { storage, environment } = services
  const [row, end] = await storage.read((tx) => Promise.all([tx.row(projectionRows, name), tx.end()]))
  const { mode, sources } = row?.definition ?? {}
  if (!sources || mode === 'Continuous' || !streamsOf(sourceOf(sources))?.some(isSystemStream)) return undefined
  const since = environment.now()
  return async () => environment.now() - since >= longestWait || (await areIndexed(services, end))
}

async function areIndexed(services: Services, end: Position): Promise<boolean> {
  const projections = await services.storage.read(projectionsIn)
  const ofSystem = projections.filter(({ row }) => row.state === 'Running' && row.definition?.handlerType.startsWith('native:'))
  return (await firstLeft(services, ofSystem, end)) >= end
}
