// The promises of every storage for hints: a listener hears of each commit that changed the log or a row, maybe merged.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import { append, elsewhere, headOf, run, things } from '../storage.fixture.ts'
import type { CommitHint, Storage } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

/** All hints so far, as one. */
export function listen(storage: Storage) {
  const heard: CommitHint[] = []
  const stop = storage.onCommit((hint) => void heard.push(hint))
  const names = (of: 'streams' | 'tables') => [...new Set(heard.flatMap((hint) => hint[of] ?? ['everything']))].sort()
  return {
    heard,
    stop,
    summary: () => ({ end: heard.at(-1)?.end, streams: names('streams'), tables: names('tables') }),
  }
}

export function hintsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('onCommit', () => {
    it('says where the log ends and what was written', async () => {
      const storage = places.open()
      const { summary } = listen(storage)
      await append(storage, [...run('a', 0, 2), ...run('b', 0, 1)])
      await storage.write(async (tx) => tx.putRow(things, 'k', { size: 1 }))
      await expect.poll(summary).toEqual({ end: 3, streams: ['a', 'b'], tables: ['things'] })
    })

    it('hears of deleted rows, dropped events and of everything when the store is cleared', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 2)))
        tx.putRow(things, 'k', { size: 1 })
      })
      await elsewhere()
      const deleting = listen(storage)
      await storage.write(async (tx) => tx.deleteRows(things, 'k'))
      await expect.poll(deleting.summary).toEqual({ end: 2, streams: [], tables: ['things'] })
      deleting.stop()
      const dropping = listen(storage)
      await storage.write((tx) => tx.dropEvents([0]))
      await expect.poll(dropping.summary).toEqual({ end: 2, streams: ['a'], tables: [] })
      expect(dropping.heard.some(({ dropsEvents }) => dropsEvents)).toBe(true)
      expect(deleting.heard.some(({ dropsEvents }) => dropsEvents)).toBe(false)
      dropping.stop()
      const clearing = listen(storage)
      await storage.write(async (tx) => tx.clear())
      await expect.poll(clearing.summary).toEqual({ end: 0, streams: ['everything'], tables: ['everything'] })
    })

    it('hears nothing of reads, of aborted work and of work that changed neither log nor rows', async () => {
      const storage = places.open()
      const { heard } = listen(storage)
      await storage.read((tx) => tx.end())
      await storage.write((tx) => tx.append(eventTable([])))
      await storage.write(async (tx) => tx.putHead(headOf('a', -1)))
      const failed = storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 1)))
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      await elsewhere()
      expect(heard).toEqual([])
    })

    it('calls only those who still listen', async () => {
      const storage = places.open()
      const first = listen(storage)
      const second = listen(storage)
      first.stop()
      first.stop()
      await append(storage, run('a', 0, 1))
      await expect.poll(second.summary).toMatchObject({ end: 1 })
      expect(first.heard).toEqual([])
    })

    it('finds the commit when a listener reads again', async () => {
      const storage = places.open()
      const read = new Promise<number>((resolve) => {
        storage.onCommit(() => resolve(storage.read((tx) => tx.end())))
      })
      await append(storage, run('a', 0, 3))
      expect(await read).toBe(3)
    })
  })
}
