// The promises of every storage for a transaction: alone while it runs, all or nothing, and ended by foreign promises.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import { isStoreError } from '../../base/errors.ts'
import { isErrorNamed } from '../../base/platform/realms.ts'
import type { Place } from '../storage.contract.ts'
import { append, elsewhere, everything, headOf, names, numbered, run, things, wholeLog } from '../storage.fixture.ts'
import type { WriteTransaction } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

export function transactionsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('transactions', () => {
    it('returns the value of the work', async () => {
      const storage = places.open()
      expect(await storage.read(async () => 'read')).toBe('read')
      expect(await storage.write(async () => 'written')).toBe('written')
    })

    it('shows a write as a whole, once its promise has resolved', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 2)))
        tx.putHead(headOf('a', 1))
        tx.putRow(things, 'k', { size: 1 })
      })
      const seen = await everything(storage)
      expect(names(seen.log)).toEqual(['a/0', 'a/1'])
      expect(seen.heads).toEqual([headOf('a', 1)])
      expect(seen.things).toEqual([['k', { size: 1 }]])
    })

    it('lets a transaction read its own writes', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 1))
      await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 1, 2)))
        tx.putHead(headOf('a', 2))
        tx.putRow(things, 'k', { size: 1 })
        expect(await tx.end()).toBe(3)
        expect(names(await tx.stream('a', { from: 1, direction: 'forward', limit: 9 }))).toEqual(['a/1', 'a/2'])
        await tx.append(eventTable(run('b', 0, 1)))
        expect(names(await tx.log({ from: 3, direction: 'backward', limit: 3 }))).toEqual(['b/0', 'a/2', 'a/1'])
        expect(await tx.head('a')).toEqual(headOf('a', 2))
        expect(await tx.row(things, 'k')).toEqual({ size: 1 })
        tx.deleteRow(things, 'k')
        expect(await tx.row(things, 'k')).toBeUndefined()
      })
    })

    it('leaves nothing of a write whose work throws', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable([...run('a', 0, 2), numbered('b', 0)]))
        tx.putHead(headOf('a', 1))
        tx.putRow(things, 'kept', { size: 1 })
      })
      const before = await everything(storage)
      const failure = new Error('on purpose')
      const failed = storage.write(async (tx) => {
        const first = await tx.append(eventTable([numbered('a', 2), numbered('c', 0)]))
        await tx.append(eventTable([numbered('b', 1)]))
        tx.putHead(headOf('a', 2))
        tx.putHead(headOf('c', 0))
        tx.putRow(things, 'new', { size: 2 })
        tx.deleteRow(things, 'kept')
        await tx.dropEvents([0, first])
        tx.clear()
        await tx.append(eventTable([numbered('d', 0)]))
        tx.putRow(things, 'kept', { size: 3 })
        throw failure
      })
      await expect(failed).rejects.toBe(failure)
      expect(await everything(storage)).toEqual(before)
      expect(await storage.read((tx) => tx.firstWithId([before.log[0]!.id]))).toEqual([{ stream: 'a', number: 0 }])
    })

    it('leaves nothing of a write whose work throws before it awaits anything', async () => {
      const storage = places.open()
      const failed = storage.write((tx) => {
        tx.putRow(things, 'k', { size: 1 })
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await storage.read((tx) => tx.rows(things))).toEqual([])
    })

    it('goes on after a write that failed', async () => {
      const storage = places.open()
      await expect(storage.write(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
      await append(storage, run('a', 0, 1))
      expect(names(await wholeLog(storage))).toEqual(['a/0'])
    })

    it('never shows a reader half of a write', async () => {
      const storage = places.open()
      const write = (number: number) =>
        storage.write(async (tx) => {
          await tx.append(eventTable([numbered('a', number)]))
          await tx.head('a')
          tx.putRow(things, 'size', { size: number + 1 })
          await tx.append(eventTable([numbered('b', number)]))
        })
      const look = () =>
        storage.read(async (tx) => {
          const a = await tx.stream('a', { from: 0, direction: 'forward', limit: 99 })
          const row = await tx.row(things, 'size')
          const b = await tx.stream('b', { from: 0, direction: 'forward', limit: 99 })
          return [a.length, row?.size ?? 0, b.length]
        })
      const looks: Promise<number[]>[] = []
      const writes: Promise<void>[] = []
      for (let number = 0; number < 5; number++) {
        looks.push(look())
        writes.push(write(number))
      }
      await Promise.all(writes)
      expect(await Promise.all(looks)).toEqual([0, 1, 2, 3, 4].map((n) => [n, n, n]))
    })

    it('shows a reader the same from its beginning to its end', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 1))
      const seen = storage.read(async (tx) => {
        const ends = [await tx.end()]
        for (let look = 0; look < 30; look++) ends.push((await tx.stream('a', { from: 0, direction: 'forward', limit: 9 })).length)
        return new Set(ends)
      })
      const written = append(storage, run('a', 1, 1))
      expect(await seen).toEqual(new Set([1]))
      await written
    })

    it('runs writers one after the other, so that none is lost', async () => {
      const storage = places.open()
      const increment = () =>
        storage.write(async (tx) => {
          const size = (await tx.row(things, 'k'))?.size ?? 0
          await tx.append(eventTable([numbered('a', size)]))
          tx.putRow(things, 'k', { size: size + 1 })
        })
      await Promise.all(Array.from({ length: 50 }, increment))
      expect((await storage.read((tx) => tx.row(things, 'k')))?.size).toBe(50)
      expect((await wholeLog(storage)).map((event) => event.number)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    })

    it('keeps a transaction going while several of its promises are awaited together', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 3))
      const seen = await storage.write(async (tx) => {
        const [end, head, events] = await Promise.all([
          tx.end(),
          tx.head('a'),
          Promise.all([0, 1, 2].map((from) => tx.stream('a', { from, direction: 'forward', limit: 1 }))),
        ])
        const deep = async (depth: number): Promise<number> => (depth === 0 ? await tx.end() : await deep(depth - 1))
        const later = await deep(50)
        await Promise.allSettled(Array.from({ length: 300 }, (_, key) => tx.row(things, String(key))))
        await tx.append(eventTable(run('a', 3, 1)))
        return [end, head, names(events.flat()), later, await tx.end()]
      })
      expect(seen).toEqual([3, undefined, ['a/0', 'a/1', 'a/2'], 3, 4])
    })

    it('ends a transaction that awaits something foreign, and rejects what it is asked later', async () => {
      const storage = places.open()
      const late: string[] = []
      const attempt = async (name: string, call: () => unknown) => {
        try {
          await call()
        } catch (error) {
          if (isErrorNamed(error, 'TransactionInactiveError')) late.push(name)
        }
      }
      await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 1)))
        await elsewhere()
        await attempt('end', () => tx.end())
        await attempt('append', () => tx.append(eventTable(run('a', 1, 1))))
        await attempt('putHead', () => tx.putHead(headOf('a', 1)))
        await attempt('putRow', () => tx.putRow(things, 'k', { size: 1 }))
        await attempt('deleteRow', () => tx.deleteRow(things, 'k'))
        await attempt('deleteRows', () => tx.deleteRows(things, 'k'))
        await attempt('dropEvents', () => tx.dropEvents([0]))
        await attempt('clear', () => tx.clear())
      })
      await storage.read(async (tx) => {
        await tx.end()
        await elsewhere()
        await attempt('read', () => tx.log({ from: 0, direction: 'forward', limit: 1 }))
      })
      expect(late).toEqual(['end', 'append', 'putHead', 'putRow', 'deleteRow', 'deleteRows', 'dropEvents', 'clear', 'read'])
      // The earlier writes are there: a foreign promise commits, as in IndexedDB.
      expect(names(await wholeLog(storage))).toEqual(['a/0'])
    })

    it('rejects a call on a transaction that is over', async () => {
      const storage = places.open()
      let kept: WriteTransaction | undefined
      await storage.write(async (tx) => {
        kept = tx
      })
      await expect(kept!.end()).rejects.toThrow(expect.objectContaining({ name: 'TransactionInactiveError' }))
      expect(() => kept!.putRow(things, 'k', { size: 1 })).toThrow(expect.objectContaining({ name: 'TransactionInactiveError' }))
    })

    it('does not wait for ever for a transaction that awaits another one', async () => {
      const storage = places.open()
      const nested = await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 1)))
        return await storage.read((inner) => inner.end())
      })
      expect(nested).toBe(1)
      const reads = await storage.read(async (tx) => [await tx.end(), await storage.read((inner) => inner.end())])
      expect(reads).toEqual([1, 1])
    })
  })

  describe('closing', () => {
    it('lets transactions under way finish and rejects later ones', async () => {
      const storage = places.open()
      const written = append(storage, run('a', 0, 3))
      const read = storage.read((tx) => tx.end())
      await storage.close()
      expect(await written).toHaveLength(3)
      expect(await read).toBe(3)
      const closed = expect.toSatisfy((error: unknown) => isStoreError(error, 'storage-closed'))
      await expect(storage.read((tx) => tx.end())).rejects.toEqual(closed)
      await expect(storage.write((tx) => tx.end())).rejects.toEqual(closed)
    })

    it('may be closed twice', async () => {
      const storage = places.open()
      await storage.close()
      await expect(storage.close()).resolves.toBeUndefined()
    })
  })

  describe('clear', () => {
    it('removes every event, head and row; positions start again', async () => {
      const storage = places.open()
      const [old] = run('a', 0, 1)
      await storage.write(async (tx) => {
        tx.putHead(headOf('a', 0))
        tx.putRow(things, 'k', { size: 1 })
        await tx.append(eventTable([old!]))
      })
      await storage.write(async (tx) => {
        tx.clear()
        expect(await tx.end()).toBe(0)
        expect(await tx.head('a')).toBeUndefined()
        expect(await tx.firstWithId([old!.id])).toEqual([undefined])
        await tx.append(eventTable(run('b', 0, 2)))
        tx.putRow(things, 'new', { size: 2 })
      })
      const seen = await everything(storage)
      expect(seen.log.map((event) => [event.stream, event.position])).toEqual([
        ['b', 0],
        ['b', 1],
      ])
      expect(seen.heads).toEqual([])
      expect(seen.things).toEqual([['new', { size: 2 }]])
      expect(await storage.read((tx) => tx.firstWithId([old!.id]))).toEqual([undefined])
    })

    it('leaves a storage that goes on, whether the next write does anything or not', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 2))
      await storage.write(async (tx) => tx.clear())
      await storage.write(async () => undefined)
      await storage.write(async (tx) => tx.clear())
      expect(await storage.read((tx) => tx.end())).toBe(0)
      await append(storage, run('a', 0, 1))
      expect(names(await wholeLog(storage))).toEqual(['a/0'])
    })
  })
}
