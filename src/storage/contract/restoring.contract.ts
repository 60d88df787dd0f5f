// The promises of every storage for carrying a store from one place to another: everything is there again, and goes on as before.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import { append, everything, headOf, idOf, numbered, others, run, things, wholeLog } from '../storage.fixture.ts'
import type { Storage, StoredLog } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const logOf = async (storage: Storage): Promise<StoredLog> => {
  const { end, log, dropped } = await everything(storage)
  return { end, events: log, dropped }
}

const restore = (storage: Storage, log: StoredLog) =>
  storage.write((tx) => {
    tx.clear()
    return tx.restore(log)
  })

export function restoringContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('tables', () => {
    it('are named in order, as long as they hold rows', async () => {
      const storage = places.open()
      expect(await storage.read((tx) => tx.tables())).toEqual([])
      await storage.write(async (tx) => {
        for (const key of ['a', 'b', 'c\uffff']) tx.putRow(things, key, { size: 1 })
        tx.putRow(others, '', { texts: [] })
        expect(await tx.tables()).toEqual(['others', 'things'])
      })
      await storage.write(async (tx) => tx.deleteRow(others, ''))
      expect(await storage.read((tx) => tx.tables())).toEqual(['things'])
    })
  })

  describe('dropped', () => {
    it('names the events that were the first to have their id, in order of position', async () => {
      const storage = places.open()
      const [first, again] = [numbered('a', 0, { id: 'abcdef00-0000-4000-8000-00000000ABCD' }), numbered('a', 1)]
      await append(storage, [first, again, numbered('b', 0, { id: again.id }), numbered('b', 1)])
      await storage.write((tx) => tx.dropEvents([2, 3]))
      await storage.write((tx) => tx.dropEvents([0]))
      const dropped = await storage.read((tx) => tx.dropped())
      expect(dropped.map(({ stream, number, position }) => ({ stream, number, position }))).toEqual([
        { stream: 'a', number: 0, position: 0 },
        { stream: 'b', number: 1, position: 3 },
      ])
      expect(dropped[0]!.id).toBe(first.id)
    })

    it('is taken back with the transaction', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 3))
      const failed = storage.write(async (tx) => {
        await tx.dropEvents([1])
        expect(await tx.dropped()).toHaveLength(1)
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await storage.read((tx) => tx.dropped())).toEqual([])
    })
  })

  describe('restore', () => {
    /** Several commits, some of their events dropped, the last one among them. */
    const filled = async (): Promise<Storage> => {
      const storage = places.open()
      await append(storage, [...run('a', 0, 400), ...run('b', 0, 3)])
      await append(storage, [numbered('c', 0, { data: new Uint8Array([0xff, 0]), isJson: false })])
      await append(storage, run('a', 400, 5))
      await storage.write((tx) => tx.dropEvents([0, 7, 8, 403, 408]))
      return storage
    }

    it('puts back a log with its gaps and its end', async () => {
      const log = await logOf(await filled())
      const other = places.open()
      await restore(other, log)
      expect(await logOf(other)).toEqual(log)
      expect(log.end).toBe(409)
      const backward = { from: 999, direction: 'backward', limit: 3 } as const
      expect((await other.read((tx) => tx.stream('a', backward))).map(({ number }) => number)).toEqual([403, 402, 401])
    })

    it('goes on behind the end, and knows every id', async () => {
      const storage = await filled()
      const ids = [...(await wholeLog(storage)), ...(await storage.read((tx) => tx.dropped()))].map(({ id }) => id)
      const known = await storage.read((tx) => tx.firstWithId(ids))
      const other = places.open()
      await restore(other, await logOf(storage))
      expect(await other.read((tx) => tx.firstWithId([...ids, idOf(1)]))).toEqual([...known, undefined])
      const [next] = await append(other, [numbered('d', 0, { id: idOf(1) })])
      expect(next!.position).toBe(409)
      await other.write((tx) => tx.dropEvents([1, 409]))
      expect(await other.read((tx) => tx.firstWithId([...ids, idOf(1)]))).toEqual([...known, { stream: 'd', number: 0 }])
    })

    it('replaces the content, in one transaction with heads and rows', async () => {
      const log = await logOf(await filled())
      const other = places.open()
      await append(other, run('old', 0, 600))
      const [old] = await wholeLog(other)
      await other.write(async (tx) => {
        tx.clear()
        await tx.restore(log)
        tx.putHead(headOf('a', 404))
        tx.putRow(things, 'k', { size: 1 })
        expect(await tx.end()).toBe(409)
        await tx.append(eventTable(run('a', 405, 2)))
        expect((await tx.log({ from: 400, direction: 'forward', limit: 99 })).map(({ position }) => position)).toEqual([
          400, 401, 402, 404, 405, 406, 407, 409, 410,
        ])
      })
      expect(await other.read((tx) => tx.heads(undefined, 9))).toEqual([headOf('a', 404)])
      expect(await other.read((tx) => tx.rows(things))).toEqual([['k', { size: 1 }]])
      expect(await other.read((tx) => tx.firstWithId([old!.id]))).toEqual([undefined])
      expect(await other.read((tx) => tx.stream('old', { from: 0, direction: 'forward', limit: 9 }))).toEqual([])
    })

    it('puts back nothing at all, and a log of which only the end is left', async () => {
      const other = places.open()
      await append(other, run('a', 0, 3))
      await restore(other, { end: 0, events: [], dropped: [] })
      expect(await logOf(other)).toEqual({ end: 0, events: [], dropped: [] })
      await restore(other, { end: 12, events: [], dropped: [] })
      const [event] = await append(other, run('a', 0, 1))
      expect(event!.position).toBe(12)
    })

    it('puts back a log with wide gaps, and knows its ids', async () => {
      const log = await logOf(await filled())
      const [end, far] = [2 ** 40, 2 ** 39]
      const [first, second, ...others] = log.events
      const events = [first!, { ...second!, position: far }, { ...others.at(-1)!, position: end - 5 }]
      const dropped = [{ ...log.dropped[0]!, position: far + 1 }]
      const other = places.open()
      await restore(other, { end, events, dropped })
      expect(await logOf(other)).toEqual({ end, events, dropped })
      const stored = [...events, ...dropped]
      const found = stored.map(({ stream, number }) => ({ stream, number }))
      expect(await other.read((tx) => tx.firstWithId([...stored.map(({ id }) => id), idOf(1)]))).toEqual([...found, undefined])
      const [next] = await append(other, [numbered('d', 0, { id: idOf(1) })])
      expect(next!.position).toBe(end)
      expect(await other.read((tx) => tx.firstWithId([idOf(1)]))).toEqual([{ stream: 'd', number: 0 }])
    })

    it('leaves everything as it was where the transaction fails', async () => {
      const storage = await filled()
      const before = await everything(storage)
      const failed = storage.write(async (tx) => {
        tx.clear()
        await tx.restore({ end: 2, events: [], dropped: [] })
        await tx.append(eventTable(run('x', 0, 1)))
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await everything(storage)).toEqual(before)
      const [event] = await append(storage, run('x', 0, 1))
      expect(event!.position).toBe(409)
    })

    it('copies the given events', async () => {
      const [event] = await wholeLog(await filled())
      const data = new Uint8Array([1, 2])
      const given = { ...event!, position: 0, data, isJson: false }
      const other = places.open()
      await restore(other, { end: 1, events: [given], dropped: [] })
      data[0] = 9
      given.type = 'changed'
      expect((await wholeLog(other))[0]).toMatchObject({ type: 'happened', data: new Uint8Array([1, 2]) })
    })
  })
}
