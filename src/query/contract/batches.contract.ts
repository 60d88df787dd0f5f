// The guarantees of all queries about batches, in any language: order, limits, counting, and each event handled once.

import { describe, expect, it } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import type { Query, QueryEvent } from '../query.ts'

const events = (count: number): QueryEvent[] => Array.from({ length: count }, (_, number) => queryEvent({ number }))

const allOf = { events: 1000, milliseconds: 1000 }

/** @param open opens a query that emits once for every event, without partitions. */
export function batchesContract(open: () => Promise<Query>): void {
  describe('batches', () => {
    it('handles loaded events in the order of the source', async () => {
      const query = await open()
      await query.load(events(3), [3])
      const outcome = await query.run(new Map(), allOf)
      expect(outcome).toMatchObject({ finished: 3, handled: 3, lastHandled: 2, more: false })
      expect(outcome.writes.map((write) => write.event)).toEqual([0, 1, 2])
      query.close()
    })

    it('runs over nothing', async () => {
      const query = await open()
      await query.load([], [])
      expect(await query.run(new Map(), allOf)).toMatchObject({ finished: 0, handled: 0, lastHandled: -1, more: false, writes: [] })
      query.close()
    })

    it('stops at a number of events and counts the rest from 0', async () => {
      const query = await open()
      await query.load(events(5), [5])
      const first = await query.run(new Map(), { ...allOf, events: 2 })
      expect(first).toMatchObject({ finished: 2, lastHandled: 1, more: true })
      const second = await query.run(new Map(), allOf)
      expect(second).toMatchObject({ finished: 3, lastHandled: 2, more: false })
      expect(second.writes.map((write) => write.event)).toEqual([0, 1, 2])
      query.close()
    })

    it('takes a batch behind one that is not finished', async () => {
      const query = await open()
      await query.load(events(2), [2])
      await query.run(new Map(), { ...allOf, events: 1 })
      await query.load(events(2), [2])
      expect(await query.run(new Map(), allOf)).toMatchObject({ finished: 3, handled: 3, more: false })
      query.close()
    })

    it('tells every step when it is asked to', async () => {
      const query = await open()
      await query.load(events(2), [2])
      const { steps } = await query.run(new Map(), { ...allOf, trace: true })
      expect(steps).toMatchObject([
        { event: 0, partition: '' },
        { event: 1, partition: '' },
      ])
      query.close()
    })
  })
}
