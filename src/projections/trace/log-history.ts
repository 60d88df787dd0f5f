// Reads the whole history for a traced run in Engine V2: the log once, filtered, and the events that the filter leaves out (26 §7.4).

import type { RecordedEvent } from '../../base/events/events.ts'
import type { Sources } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { isSystemStream } from '../../streams/system.ts'
import type { PassedRecord } from '../engine-v2/passed-records.ts'
import { passedRecord, passes } from '../engine-v2/passed-records.ts'
import { indexIn } from '../model/source.ts'
import { resolveNow } from '../source/links/link-targets.ts'
import type { History, HistoryServices } from './reading.ts'
import { derivedLinks, logPages, nameOf, storedLinks, unwritten } from './reading.ts'
import type { FoundEvent } from './step.ts'

/** As for the first engine, but events come in the order of the log, and again with every link that passes. */
export async function openLogHistory(
  { storage, environment }: Pick<HistoryServices, 'storage' | 'environment'>,
  sources: Sources,
): Promise<History> {
  const { streams } = sources
  const { end, derived } = await storage.read(async (tx) => ({ end: await tx.end(), derived: await unwritten(tx, streams) }))
  const stored = streams.filter((stream) => !derived.includes(stream))

  async function* batches(): ReturnType<History['batches']> {
    const links = await storedLinks(storage, stored)
    yield* logPages(storage, end, async (tx, log) => {
      const found = await foundIn(tx, log, links)
      return found.filter(({ event, delivered }) => delivered?.kind === 'delivered' || !isSystemStream(event.stream))
    })
  }

  async function foundIn(tx: ReadTransaction, log: readonly RecordedEvent[], links: ReadonlySet<string>): Promise<FoundEvent[]> {
    const isRead = (event: RecordedEvent): boolean => passes(event, sources) && indexIn(derived, event.stream) < 0
    const read = log.flatMap((event) => [...(isRead(event) ? [event] : []), ...derivedLinks(event, derived)])
    const resolutions = await resolveNow(tx, read, environment.now())
    const found = Map.groupBy(
      read.map((record, index) => passedRecord(record, resolutions[index], sources)),
      ({ record }) => record.position,
    )
    return log.flatMap((event): FoundEvent[] => {
      const passed = found.get(event.position)
      if (passed) return passed.map(foundEvent)
      return links.has(nameOf(event)) ? [] : [{ event, link: undefined, delivered: sources.allStreams ? leftOut : undefined }]
    })
  }

  return { end, derived, batches }
}

const leftOut = { kind: 'skipped', joins: false } as const

const foundEvent = ({ record, event = record, delivered }: PassedRecord): FoundEvent => ({
  event,
  link: event === record ? undefined : record,
  delivered: delivered ? { kind: 'delivered', event: delivered } : leftOut,
})
