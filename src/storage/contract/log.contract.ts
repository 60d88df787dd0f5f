// The promises of every storage for events: kept as handed in, found by stream and by position, in both directions.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import type { Place } from '../storage.contract.ts'
import { append, headOf, names, numbered, numbers, positions, run, wholeLog } from '../storage.fixture.ts'
import type { Range, Storage } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const readStream = (storage: Storage, stream: string, range: Partial<Range>) =>
  storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 1000, ...range }))

const readLog = (storage: Storage, range: Partial<Range>) =>
  storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 1000, ...range }))

export function logContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('append', () => {
    it('starts empty', async () => {
      const storage = places.open()
      expect(await storage.read((tx) => tx.end())).toBe(0)
      expect(await wholeLog(storage)).toEqual([])
      expect(await readStream(storage, 'a', {})).toEqual([])
    })

    it('gives positions in the given order and keeps every member', async () => {
      const storage = places.open()
      const events = [
        numbered('a', 0, { type: '', data: '', metadata: '{"m":1}', isJson: false }),
        numbered('b', 7, { data: '\ud800 and \u0000' }),
        numbered('a', 1, { type: '$>', data: '0@b', isJson: false }),
      ]
      const recorded = await append(storage, events)
      expect(recorded).toEqual(events.map((event, position) => ({ ...event, position })))
      expect(await wholeLog(storage)).toEqual(recorded)
      expect(await storage.read((tx) => tx.end())).toBe(3)
    })

    it('keeps texts as texts and bytes as bytes', async () => {
      const storage = places.open()
      const bytes = new Uint8Array([0xff, 0, 0x80])
      const view = new Uint8Array(new Uint8Array([9, 1, 2, 9]).buffer, 1, 2)
      await append(storage, [
        numbered('a', 0, { data: bytes, metadata: view, isJson: false }),
        numbered('a', 1, { data: 'text', metadata: bytes, isJson: false }),
        numbered('a', 2, { data: new Uint8Array(), isJson: false }),
      ])
      const [first, second, third] = await wholeLog(storage)
      expect(first!.data).toEqual(bytes)
      expect(first!.metadata).toEqual(new Uint8Array([1, 2]))
      expect(second!.data).toBe('text')
      expect(second!.metadata).toEqual(bytes)
      expect(third!.data).toEqual(new Uint8Array())
    })

    it('accepts no event at all', async () => {
      const storage = places.open()
      expect(await append(storage, [])).toEqual([])
      expect(await storage.read((tx) => tx.end())).toBe(0)
    })

    it('goes on at the end over many commits', async () => {
      const storage = places.open()
      for (let number = 0; number < 5; number++) await append(storage, run('a', number * 2, 2))
      expect(positions(await wholeLog(storage))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    it('puts several appends of one transaction behind each other', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        const both = await Promise.all([tx.append(eventTable(run('a', 0, 2))), tx.append(eventTable(run('b', 0, 1)))])
        expect([...both, await tx.append(eventTable(run('a', 2, 1)))]).toEqual([0, 2, 3])
      })
      expect(names(await wholeLog(storage))).toEqual(['a/0', 'a/1', 'b/0', 'a/2'])
      expect(numbers(await readStream(storage, 'a', {}))).toEqual([0, 1, 2])
    })

    it('hands out values that are the callers', async () => {
      const storage = places.open()
      const bytes = new Uint8Array([1, 2, 3])
      const given = { ...numbered('a', 0, { data: bytes, isJson: false }) }
      const [recorded] = await append(storage, [given])
      bytes[0] = 9
      Object.assign(given, { type: 'changed' })
      Object.assign(recorded!, { type: 'changed' })
      const [seen] = await wholeLog(storage)
      expect(seen!.type).toBe('happened')
      expect(seen!.data).toEqual(new Uint8Array([1, 2, 3]))
      ;(seen!.data as Uint8Array)[0] = 9
      Object.assign(seen!, { stream: 'changed' })
      expect((await wholeLog(storage))[0]).toMatchObject({ stream: 'a', data: new Uint8Array([1, 2, 3]) })
    })
  })

  describe('ranges', () => {
    /** Streams a and b interleaved, in commits of different sizes; a has 12 events, b has 6. */
    const filled = async (): Promise<Storage> => {
      const storage = places.open()
      await append(storage, run('a', 0, 1))
      await append(storage, [...run('a', 1, 3), ...run('b', 0, 2), ...run('a', 4, 1)])
      await append(storage, run('b', 2, 3))
      for (let number = 5; number < 9; number++) await append(storage, run('a', number, 1))
      await append(storage, [...run('b', 5, 1), ...run('a', 9, 3)])
      return storage
    }

    it.each([
      { from: 0, limit: 99, expected: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
      { from: 3, limit: 4, expected: [3, 4, 5, 6] },
      { from: 2, limit: 1, expected: [2] },
      { from: 11, limit: 5, expected: [11] },
      { from: 12, limit: 5, expected: [] },
      { from: 0, limit: 0, expected: [] },
      { from: Number.MAX_SAFE_INTEGER, limit: 5, expected: [] },
    ])('reads a stream forward from $from, at most $limit', async ({ from, limit, expected }) => {
      const storage = await filled()
      expect(names(await readStream(storage, 'a', { from, limit }))).toEqual(expected.map((n) => `a/${n}`))
    })

    it.each([
      { from: 11, limit: 99, expected: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] },
      { from: 8, limit: 5, expected: [8, 7, 6, 5, 4] },
      { from: 2, limit: 1, expected: [2] },
      { from: 0, limit: 5, expected: [0] },
      { from: 99, limit: 2, expected: [11, 10] },
      { from: -1, limit: 2, expected: [] },
      { from: 5, limit: 0, expected: [] },
      { from: Number.MAX_SAFE_INTEGER, limit: 3, expected: [11, 10, 9] },
    ])('reads a stream backward from $from, at most $limit', async ({ from, limit, expected }) => {
      const storage = await filled()
      expect(names(await readStream(storage, 'a', { from, limit, direction: 'backward' }))).toEqual(expected.map((n) => `a/${n}`))
    })

    it.each([
      { from: 0, limit: 3, expected: [0, 1, 2] },
      { from: 5, limit: 6, expected: [5, 6, 7, 8, 9, 10] },
      { from: 17, limit: 6, expected: [17] },
      { from: 18, limit: 6, expected: [] },
    ])('reads the log forward from $from, at most $limit', async ({ from, limit, expected }) => {
      const storage = await filled()
      expect(positions(await readLog(storage, { from, limit }))).toEqual(expected)
    })

    it.each([
      { from: 17, limit: 3, expected: [17, 16, 15] },
      { from: 6, limit: 99, expected: [6, 5, 4, 3, 2, 1, 0] },
      { from: 0, limit: 2, expected: [0] },
      { from: -1, limit: 2, expected: [] },
      { from: Number.MAX_SAFE_INTEGER, limit: 2, expected: [17, 16] },
    ])('reads the log backward from $from, at most $limit', async ({ from, limit, expected }) => {
      const storage = await filled()
      expect(positions(await readLog(storage, { from, limit, direction: 'backward' }))).toEqual(expected)
    })

    it('tells apart streams whose names begin alike', async () => {
      const storage = places.open()
      const streams = ['a', 'a\0', 'a-1', 'A', '', 'aa', '$$a', 'ä', 'a\ud83d\ude00', 'a\uffff']
      await append(
        storage,
        streams.map((stream) => numbered(stream, 0)),
      )
      for (const stream of streams) expect(names(await readStream(storage, stream, {}))).toEqual([`${stream}/0`])
    })

    it('finds a tombstone behind the last event', async () => {
      const storage = places.open()
      await append(storage, run('a', 0, 3))
      await append(storage, [numbered('a', tombstoneNumber, { type: '$streamDeleted' })])
      await append(storage, run('b', 0, 1))
      expect(numbers(await readStream(storage, 'a', { from: 2 }))).toEqual([2, tombstoneNumber])
      expect(numbers(await readStream(storage, 'a', { from: 3 }))).toEqual([tombstoneNumber])
      expect(numbers(await readStream(storage, 'a', { from: tombstoneNumber, direction: 'backward', limit: 2 }))).toEqual([
        tombstoneNumber,
        2,
      ])
      expect(numbers(await readStream(storage, 'a', { from: tombstoneNumber - 1, direction: 'backward', limit: 2 }))).toEqual([2, 1])
    })

    it('finds its way through a commit of thousands of events in several streams', async () => {
      const storage = places.open()
      const events = Array.from({ length: 1800 }, (_, index) => numbered(`s-${index % 3}`, Math.floor(index / 3)))
      await append(storage, [...events, ...run('s-3', 0, 700)])
      expect(numbers(await readStream(storage, 's-1', { from: 290, limit: 20 }))).toEqual(Array.from({ length: 20 }, (_, n) => 290 + n))
      expect(numbers(await readStream(storage, 's-2', { from: 599, limit: 400, direction: 'backward' }))).toEqual(
        Array.from({ length: 400 }, (_, n) => 599 - n),
      )
      expect(await readStream(storage, 's-0', {})).toHaveLength(600)
      expect(await readStream(storage, 's-3', {})).toHaveLength(700)
      expect(positions(await readLog(storage, { from: 250, limit: 20 }))).toEqual(Array.from({ length: 20 }, (_, n) => 250 + n))
      expect(positions(await readLog(storage, { from: 2499, limit: 2500, direction: 'backward' }))).toEqual(
        Array.from({ length: 2500 }, (_, n) => 2499 - n),
      )
    })
  })

  describe('heads', () => {
    it('are kept with metadata in big numbers', async () => {
      const storage = places.open()
      const head = { ...headOf('a', 3), metadata: { maxCount: 2n ** 62n, truncateBefore: 9n, acl: { read: ['x'], write: [] } } }
      await storage.write(async (tx) => tx.putHead(head))
      expect(await storage.read((tx) => tx.head('a'))).toEqual(head)
      expect(await storage.read((tx) => tx.head('b'))).toBeUndefined()
    })

    it('are read together in the order in which they are asked for', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        for (const stream of ['b', 'a']) tx.putHead(headOf(stream, 1))
        expect(await tx.headsOf(['a', 'c', 'b', 'a'])).toEqual([headOf('a', 1), undefined, headOf('b', 1), headOf('a', 1)])
      })
      expect(await storage.read((tx) => tx.headsOf(['c', 'b']))).toEqual([undefined, headOf('b', 1)])
      expect(await storage.read((tx) => tx.headsOf([]))).toEqual([])
    })

    it('are as before where a transaction failed', async () => {
      const storage = places.open()
      await storage.write(async (tx) => tx.putHead(headOf('a', 1)))
      const failing = storage.write(async (tx) => {
        tx.putHead(headOf('a', 2))
        tx.putHead(headOf('b', 0))
        expect(await tx.headsOf(['a', 'b'])).toEqual([headOf('a', 2), headOf('b', 0)])
        throw new Error('not this one')
      })
      await expect(failing).rejects.toThrow('not this one')
      expect(await storage.read((tx) => tx.headsOf(['a', 'b']))).toEqual([headOf('a', 1), undefined])
    })

    it('come in the order of UTF-16 units, after a name, at most a number of them', async () => {
      const storage = places.open()
      const inOrder = ['', '$$a', '$a', 'A', 'a', 'a\0', 'a b', 'aa', 'z', 'ä', '\ud83d\ude00', '\uff5e']
      await storage.write(async (tx) => {
        for (const stream of inOrder.toReversed()) tx.putHead(headOf(stream, 0))
      })
      const read = (after: string | undefined, limit: number) =>
        storage.read(async (tx) => (await tx.heads(after, limit)).map((head) => head.stream))
      expect(await read(undefined, 99)).toEqual(inOrder)
      expect(await read(undefined, 3)).toEqual(inOrder.slice(0, 3))
      expect(await read('a', 3)).toEqual(['a\0', 'a b', 'aa'])
      expect(await read('aZ', 1)).toEqual(['aa'])
      expect(await read('\uff5e', 9)).toEqual([])
      expect(await read(undefined, 0)).toEqual([])
    })

    it('are the callers when they are handed out', async () => {
      const storage = places.open()
      const head = { ...headOf('a', 0), metadata: { acl: { read: ['x'] } } }
      await storage.write(async (tx) => tx.putHead(head))
      head.metadata.acl.read.push('y')
      const seen = await storage.read((tx) => tx.head('a'))
      ;(seen!.metadata.acl!.read as string[]).push('z')
      expect((await storage.read((tx) => tx.heads(undefined, 1)))[0]!.metadata.acl).toEqual({ read: ['x'] })
    })
  })
}
