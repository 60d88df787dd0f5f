// The promises of every storage for streams that are written together by the dozen: each is found like any other.

import { describe, expect, it } from 'vitest'
import type { EventTable } from '../../base/events/event-table.ts'
import { eventTable, sliceEvents } from '../../base/events/event-table.ts'
import type { NumberedEvent } from '../../base/events/events.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import type { Place } from '../storage.contract.ts'
import { append, appendWithHeads, countedId, eachOf, everything, headOf, names, numbered, numbers, wholeLog } from '../storage.fixture.ts'
import type { Range, Storage, WriteTransaction } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const streams = Array.from({ length: 12 }, (_, index) => `customer-${index}`)

/** One event for each of the streams. */
const round = (number: number): NumberedEvent[] => streams.map((stream) => numbered(stream, number))

const rounds = 40

/** One commit for each round; every fourth one of a single stream lies between them. */
async function fill(storage: Storage): Promise<void> {
  for (let index = 0; index < rounds; index++) {
    await append(storage, index % 4 === 3 ? [numbered(streams[0]!, index)] : round(index))
  }
}

const ranges: readonly Range[] = (['forward', 'backward'] as const).flatMap((direction) =>
  [0, 1, 16, 17, 31, rounds - 1, rounds + 5, Number.MAX_SAFE_INTEGER].flatMap((from) =>
    [1, 3, 1000].map((limit) => ({ from, direction, limit })),
  ),
)

/** Finds every range of some streams by looking through the whole log. */
async function expectAllFound(storage: Storage, some: readonly string[] = [streams[0]!, streams[7]!]): Promise<void> {
  const log = await wholeLog(storage)
  for (const stream of some) {
    for (const range of ranges) {
      const inOrder = log.filter((event) => event.stream === stream)
      const expected =
        range.direction === 'forward'
          ? inOrder.filter(({ number }) => number >= range.from)
          : inOrder.filter(({ number }) => number <= range.from).toReversed()
      const found = await storage.read((tx) => tx.stream(stream, range))
      expect({ stream, range, found }).toEqual({ stream, range, found: expected.slice(0, range.limit) })
    }
  }
}

export function manyStreamsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('streams that are written together by the dozen', () => {
    it('are each found in every range', async () => {
      const storage = places.open()
      await fill(storage)
      await expectAllFound(storage)
      expect(numbers(await storage.read((tx) => tx.stream(streams[7]!, { from: 0, direction: 'forward', limit: 1000 })))).toHaveLength(30)
    })

    it('are found in the transaction that writes them, whether they have heads or not', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable(round(0)))
        tx.putHead(headOf(streams[1]!, 0))
        await tx.append(eventTable(round(1)))
        const found = await tx.stream(streams[1]!, { from: 0, direction: 'forward', limit: 10 })
        expect(names(found)).toEqual(['customer-1/0', 'customer-1/1'])
        await tx.append(eventTable(round(2)))
        const [last] = await tx.stream(streams[2]!, { from: 5, direction: 'backward', limit: 1 })
        expect(last!.number).toBe(2)
      })
      await expectAllFound(storage)
      expect(await storage.read((tx) => tx.heads(undefined, 10))).toEqual([headOf(streams[1]!, 0)])
    })

    it('are not found where the transaction failed', async () => {
      const storage = places.open()
      await append(storage, round(0))
      const failed = storage.write(async (tx) => {
        await tx.append(eventTable(round(1)))
        expect(await tx.stream(streams[3]!, { from: 0, direction: 'forward', limit: 10 })).toHaveLength(2)
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      await append(storage, round(1))
      await expectAllFound(storage)
    })

    it('are found when some of their events were dropped, then all, and when others follow', async () => {
      const storage = places.open()
      await fill(storage)
      const log = await wholeLog(storage)
      const drop = (isDropped: (event: (typeof log)[number]) => boolean) =>
        storage.write((tx) => tx.dropEvents(log.filter(isDropped).map(({ position }) => position)))
      await drop(({ stream, number }) => stream === streams[7] && number % 3 !== 0)
      await expectAllFound(storage)
      await drop(({ number }) => number < 20)
      await expectAllFound(storage)
      await drop(({ stream }) => stream === streams[7])
      await expectAllFound(storage)
      await append(storage, round(rounds))
      await expectAllFound(storage)
      expect(names(await storage.read((tx) => tx.stream(streams[7]!, { from: 0, direction: 'forward', limit: 10 })))).toEqual([
        `customer-7/${rounds}`,
      ])
    })

    it('are found by others when they are dropped in the transaction that wrote them', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        await tx.append(eventTable([...round(0), ...round(1)]))
        await tx.dropEvents([0, 3, 12, 15])
      })
      expect(await storage.read((tx) => tx.stream(streams[3]!, { from: 0, direction: 'forward', limit: 10 }))).toEqual([])
      await expectAllFound(storage, streams)
    })

    it('are found when they were carried to another place', async () => {
      const from = places.open()
      await fill(from)
      await from.write((tx) => tx.dropEvents([3, 4, 5]))
      const { end, log: events, dropped } = await everything(from)
      const to = places.open()
      await append(to, [...round(0), ...round(1)])
      await to.write(async (tx) => {
        tx.clear()
        await tx.restore({ end, events, dropped })
      })
      expect(await everything(to)).toEqual(await everything(from))
      await expectAllFound(to)
      await append(to, round(rounds))
      await expectAllFound(to)
    })

    it('are found up to a tombstone, however many commits they share', { timeout: 20_000 }, async () => {
      const storage = places.open()
      // As many as fill eight rows of sixteen places, with the tombstone in the last one, and one more.
      for (let number = 0; number < 128; number++) {
        const last = number === 127 ? tombstoneNumber : number
        await append(storage, [...round(number).slice(1), numbered(streams[0]!, last)])
      }
      await append(storage, round(128).slice(1))
      const log = await wholeLog(storage)
      for (const stream of [streams[0]!, streams[1]!]) {
        const expected = log.filter((event) => event.stream === stream)
        for (const from of [0, 112, 126]) {
          const found = await storage.read((tx) => tx.stream(stream, { from, direction: 'forward', limit: 1000 }))
          expect(found).toEqual(expected.filter(({ number }) => number >= from))
        }
        const found = await storage.read((tx) => tx.stream(stream, { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1000 }))
        expect(found).toEqual(expected.toReversed())
      }
    })

    it('are found by the hundred, beside heads of their own and of others', async () => {
      const storage = places.open()
      const many = Array.from({ length: 300 }, (_, index) => `partition-${index}`)
      for (let number = 0; number < 3; number++) {
        await storage.write(async (tx) => {
          await tx.append(eventTable(many.map((stream) => numbered(stream, number))))
          for (const [index, stream] of many.entries()) if (index % 5 > 0) tx.putHead(headOf(stream, number))
          for (let index = 0; index < 100; index++) tx.putHead(headOf(`partition-${index}-other`, number))
        })
      }
      await expectAllFound(storage, [many[0]!, many[17]!, many[299]!])
      const heads = await storage.read((tx) => tx.heads(undefined, 10_000))
      expect(heads).toHaveLength(240 + 100)
      expect(heads.map(({ stream }) => stream)).toEqual(heads.map(({ stream }) => stream).sort())
    })

    it.each([3, 70, 2500])('are written by columns as they are one by one, %i at a time', { timeout: 20_000 }, async (count) => {
      const all = Array.from({ length: count }, (_, index) => `partition-${(index * 11) % count}`)
      const change = (storage: Storage, write: (tx: WriteTransaction, events: EventTable) => Promise<unknown>) =>
        storage.write(async (tx) => {
          await tx.append(eventTable([numbered(all[1]!, 0, { id: countedId(1) })]))
          tx.putHead({ ...headOf(all[1]!, 0), metadata: { maxAge: 5n } })
          await write(
            tx,
            eachOf(
              all,
              all.map((_, index) => 1 + (index % 3)),
              countedId(100),
            ),
          )
          await tx.append(eventTable([numbered('beside', 0, { id: countedId(2) })]))
          const metadata = all.map((stream) => `{"of":"${stream}"}`)
          const data = all.map((_, index) => `{"index":${index}}`)
          await write(tx, eachOf(all, 4, countedId(10_000), { data, metadata }))
          const [last] = await tx.stream(all[2]!, { from: 4, direction: 'forward', limit: 1 })
          expect(last).toMatchObject({ data: '{"index":2}', metadata: `{"of":"${all[2]}"}` })
          expect(names(await tx.stream(all[1]!, { from: 0, direction: 'forward', limit: 9 }))).toEqual(
            [0, 2, 4].map((n) => `${all[1]}/${n}`),
          )
          expect(await tx.head(all[1]!)).toEqual({ ...headOf(all[1]!, 4), metadata: { maxAge: 5n } })
          expect(await tx.headsOf([all[2]!, 'none'])).toEqual([{ ...headOf(all[2]!, 4), metadata: { maxCount: 2n } }, undefined])
          expect(await tx.firstWithId([102, 7].map(countedId))).toEqual([{ stream: all[2], number: 3 }, undefined])
        })
      const byColumns = places.open()
      await change(byColumns, appendWithHeads)
      const oneByOne = places.open()
      await change(oneByOne, async (tx, events) => {
        for (let index = 0; index < events.count; index++) await appendWithHeads(tx, sliceEvents(events, index, index + 1))
      })
      expect(await everything(byColumns)).toEqual(await everything(oneByOne))
      expect(await byColumns.read((tx) => tx.firstWithId([1, 100, 10_001].map(countedId)))).toEqual([
        { stream: all[1], number: 0 },
        { stream: all[0], number: 1 },
        { stream: all[1], number: 4 },
      ])
      await expectAllFound(byColumns, [all[0]!, all[1]!, all.at(-1)!])
      await byColumns.write((tx) => tx.dropEvents(Array.from({ length: count }, (_, index) => index + 1)))
      await expectAllFound(byColumns, [all[0]!, all[1]!, all.at(-1)!])
    })

    it('are written by columns not at all where the transaction fails', async () => {
      const storage = places.open()
      await append(storage, [numbered(streams[0]!, 0)])
      const before = await everything(storage)
      const many = Array.from({ length: 100 }, (_, index) => `customer-${index}`)
      const failed = storage.write(async (tx) => {
        await appendWithHeads(tx, eachOf(many, 1, countedId(1)))
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await everything(storage)).toEqual(before)
      await storage.write((tx) => appendWithHeads(tx, eachOf(many, 1, countedId(1))))
      expect(names(await wholeLog(storage))).toEqual(['customer-0/0', ...many.map((stream) => `${stream}/1`)])
    })
  })
}
