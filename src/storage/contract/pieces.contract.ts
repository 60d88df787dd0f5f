// The promises of every storage for work of great length: it lets others run, and is done as a whole.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import { append, idOf, largeRun, names, numbers, run, wholeLog } from '../storage.fixture.ts'
import type { CommitHint, Storage } from '../storage.ts'
import { tasksDuring, useClock } from './pieces.fixture.ts'
import { usePlaces } from './places.fixture.ts'

const count = 5000
const events = (stream: string) => run(stream, 0, count).map((event) => ({ ...event, id: idOf(event.number) }))

export function piecesContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('long work', () => {
    afterEach(() => void vi.restoreAllMocks())

    // The database of a browser works beside the page: any number of tasks runs meanwhile, in pieces or not.
    it.skipIf('document' in globalThis).each<[string, number, (storage: Storage) => Promise<unknown>]>([
      ['an append', 5, (storage) => append(storage, run('more', 0, count))],
      ['an append of large events', 8, (storage) => append(storage, largeRun('more', 8))],
      ['a read of a stream', 2, (storage) => storage.read((tx) => tx.stream('a', { from: 0, direction: 'forward', limit: 9999 }))],
      ['a read of the log', 2, (storage) => storage.read((tx) => tx.log({ from: count, direction: 'backward', limit: 9999 }))],
    ])('lets others run: %s in %i pieces', async (_, pieces, work) => {
      const storage = places.open()
      await append(storage, events('a'))
      useClock(0)
      const atOnce = await tasksDuring(() => work(storage))
      vi.restoreAllMocks()
      useClock(10)
      expect(await tasksDuring(() => work(storage))).toBeGreaterThanOrEqual(atOnce + pieces - 1)
    })

    it('shows an append of many events as a whole, or not at all', async () => {
      const storage = places.open()
      useClock(10)
      const hints: CommitHint[] = []
      storage.onCommit((hint) => hints.push(hint))
      const look = (): Promise<number> => storage.read(async (tx) => (await tx.log({ from: 0, direction: 'forward', limit: 9999 })).length)
      const written = append(storage, events('a'))
      const looks = [look()]
      const behind = append(storage, run('b', 0, 1))
      while ((await look()) < count) looks.push(look())
      expect((await Promise.all(looks)).filter((length) => length > 0 && length < count)).toEqual([])
      expect((await written).at(-1)?.position).toBe(count - 1)
      expect((await behind)[0]?.position).toBe(count)
      expect(hints.map(({ end }) => end)).toEqual([count, count + 1])
      const failed = storage.write(async (tx) => {
        await tx.append(eventTable(events('c')))
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(names(await wholeLog(storage)).at(-1)).toBe('b/0')
    })

    it('reads as many events as are asked for, in both directions', async () => {
      const storage = places.open()
      await append(storage, events('a'))
      const read = (from: number, direction: 'forward' | 'backward', limit: number) =>
        storage.read((tx) => tx.stream('a', { from, direction, limit }))
      const all = Array.from({ length: count }, (_, number) => number)
      expect(numbers(await read(0, 'forward', 9999))).toEqual(all)
      expect(numbers(await read(100, 'forward', 4500))).toEqual(all.slice(100, 4600))
      expect(numbers(await read(Number.MAX_SAFE_INTEGER, 'backward', 4500))).toEqual(all.toReversed().slice(0, 4500))
    })

    it('finds many ids, each in its place', async () => {
      const storage = places.open()
      await append(storage, events('a'))
      const asked = Array.from({ length: count + 2 }, (_, index) => idOf(count - index))
      const found = await storage.read((tx) => tx.firstWithId(asked))
      expect(found.map((place) => place?.number)).toEqual([undefined, ...Array.from({ length: count }, (_, n) => count - 1 - n), undefined])
    })
  })
}
