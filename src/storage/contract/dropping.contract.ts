// The promises of every storage for dropped events: gone from every read, their positions and ids remembered.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import { append, everything, names, numbered, numbers, positions, run, wholeLog } from '../storage.fixture.ts'
import type { Range, Storage } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const drop = (storage: Storage, dropped: readonly number[]) => storage.write((tx) => tx.dropEvents(dropped))

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

export function droppingContract(create: () => Place): void {
  const places = usePlaces(create)

  /** Commits of 1, 2, 3 … events of stream a, with one of b between them. */
  const filled = async (): Promise<Storage> => {
    const storage = places.open()
    let number = 0
    for (let size = 1; size <= 6; size++) {
      await append(storage, [...run('a', number, size), numbered('b', size - 1)])
      number += size
    }
    return storage
  }

  describe('dropEvents', () => {
    it('removes events from the middle, from both ends of a commit, and whole commits', async () => {
      const storage = await filled()
      const before = await wholeLog(storage)
      const dropped = [1, 2, 3, 5, 9, 10, 11, 12, 13, 17]
      await drop(storage, dropped)
      const kept = before.filter((event) => !dropped.includes(event.position))
      expect(await wholeLog(storage)).toEqual(kept)
      for (const stream of ['a', 'b']) {
        const events = await storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 99 }))
        expect(events).toEqual(kept.filter((event) => event.stream === stream))
      }
    })

    it('leaves the positions of the others and the end of the log', async () => {
      const storage = await filled()
      const end = await storage.read((tx) => tx.end())
      await drop(storage, [0, 1, end - 1])
      expect(await storage.read((tx) => tx.end())).toBe(end)
      const [event] = await append(storage, run('a', 21, 1))
      expect(event!.position).toBe(end)
    })

    it('keeps the end when everything is dropped', async () => {
      const storage = await filled()
      const end = await storage.read((tx) => tx.end())
      await drop(storage, upTo(end))
      expect(await wholeLog(storage)).toEqual([])
      expect(await storage.read((tx) => tx.end())).toBe(end)
      await append(storage, run('c', 0, 2))
      expect(positions(await wholeLog(storage))).toEqual([end, end + 1])
      await drop(storage, [end])
      await append(storage, run('c', 2, 1))
      expect(positions(await wholeLog(storage))).toEqual([end + 1, end + 2])
    })

    it('ignores positions that hold nothing, and is content to do nothing', async () => {
      const storage = await filled()
      await drop(storage, [2, 3])
      const before = await everything(storage)
      await drop(storage, [2, 3, 1000, 3, 2])
      await drop(storage, [])
      expect(await everything(storage)).toEqual(before)
    })

    it('drops events that the same transaction appended', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable(run('a', 0, 3)))
        await tx.dropEvents([1])
        expect(numbers(await tx.stream('a', { from: 0, direction: 'forward', limit: 9 }))).toEqual([0, 2])
        await tx.append(eventTable(run('a', 3, 1)))
      })
      expect(numbers(await wholeLog(storage))).toEqual([0, 2, 3])
    })

    it('can take the oldest of a stream away part by part, each as generous as the storage likes', async () => {
      const storage = places.open()
      for (const first of [0, 300, 600]) await append(storage, [...run('a', first, 300), numbered('b', first / 300)])
      const taken: number[] = []
      for (let part = 0; part < 900; part++) {
        const range = { from: taken.length, direction: 'forward', limit: 100, isGenerous: true } as const
        const oldest = await storage.write(async (tx) => {
          const events = await tx.stream('a', range)
          await tx.dropEvents(positions(events))
          return events
        })
        if (oldest.length === 0) break
        expect(oldest.length).toBeGreaterThanOrEqual(Math.min(100, 900 - taken.length))
        taken.push(...numbers(oldest))
      }
      expect(taken).toEqual(upTo(900))
      expect(names(await wholeLog(storage))).toEqual(['b/0', 'b/1', 'b/2'])
      expect(await storage.read((tx) => tx.dropped())).toHaveLength(900)
    })

    it('can go on where it dropped before', async () => {
      const storage = await filled()
      const before = await wholeLog(storage)
      const steps = [[4, 5], [6], [7, 3], [20, 21, 22], [23, 24, 25]]
      for (const step of steps) await drop(storage, step)
      expect(await wholeLog(storage)).toEqual(before.filter((event) => !steps.flat().includes(event.position)))
    })
  })

  describe('ranges over the gaps of a scavenge', () => {
    const readBoth = (storage: Storage, range: Range) =>
      storage.read(async (tx) => ({ stream: numbers(await tx.stream('a', range)), log: positions(await tx.log(range)) }))

    /** 600 events of stream a in commits of 1, 7 and 40, where only a few are kept. */
    const sparse = async (isKept: (number: number) => boolean): Promise<Storage> => {
      const storage = places.open()
      let number = 0
      for (let commit = 0; number < 600; commit++) {
        const size = Math.min([1, 7, 40][commit % 3]!, 600 - number)
        await append(storage, run('a', number, size))
        number += size
      }
      await drop(
        storage,
        upTo(600).filter((position) => !isKept(position)),
      )
      return storage
    }

    it.each([
      { title: 'one long gap', isKept: (n: number) => n < 10 || n >= 580 },
      { title: 'many gaps', isKept: (n: number) => n % 13 === 0 },
      { title: 'nothing but gaps at the end', isKept: (n: number) => n < 30 },
      { title: 'nothing but gaps at the start', isKept: (n: number) => n > 570 },
    ])('reads across $title', async ({ isKept }) => {
      const storage = await sparse(isKept)
      const kept = upTo(600).filter(isKept)
      for (const from of [0, 5, 9, 10, 300, 579, 580, 599, 700]) {
        for (const limit of [1, 20, 999]) {
          const after = kept.filter((n) => n >= from).slice(0, limit)
          const before = kept
            .filter((n) => n <= from)
            .toReversed()
            .slice(0, limit)
          expect(await readBoth(storage, { from, limit, direction: 'forward' })).toEqual({ stream: after, log: after })
          expect(await readBoth(storage, { from, limit, direction: 'backward' })).toEqual({ stream: before, log: before })
        }
      }
    })

    it('leaves other streams of the same commit alone', async () => {
      const storage = places.open()
      await append(storage, [...run('a', 0, 2), ...run('b', 0, 2)])
      await drop(storage, [0, 1, 3])
      expect(names(await wholeLog(storage))).toEqual(['b/0'])
      expect(await storage.read((tx) => tx.stream('a', { from: 0, direction: 'forward', limit: 9 }))).toEqual([])
      expect(await storage.read((tx) => tx.stream('a', { from: 9, direction: 'backward', limit: 9 }))).toEqual([])
    })
  })
}
