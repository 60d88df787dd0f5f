// The promises of every storage for ids: it knows where the whole store first held each, for ever (streams-http §8.7).

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import { idsFrom } from '../../base/events/counted-ids.ts'
import { append, appendWithHeads, countedId, eachOf, everything, idOf, numbered, run } from '../storage.fixture.ts'
import type { Storage } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const firstPlaces = (storage: Storage, ids: readonly string[]) => storage.read((tx) => tx.firstWithId(ids))

export function idsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('firstWithId', () => {
    it('finds each id, and says where the store never held it', async () => {
      const storage = places.open()
      await append(storage, [numbered('a', 0, { id: idOf(1) }), numbered('b', 4, { id: idOf(2) })])
      await append(storage, [numbered('a', 1, { id: idOf(3) })])
      expect(await firstPlaces(storage, [idOf(3), idOf(9), idOf(1), idOf(2), idOf(1)])).toEqual([
        { stream: 'a', number: 1 },
        undefined,
        { stream: 'a', number: 0 },
        { stream: 'b', number: 4 },
        { stream: 'a', number: 0 },
      ])
      expect(await firstPlaces(storage, [])).toEqual([])
    })

    it('answers with the first place in the whole store, in one commit and in several', async () => {
      const storage = places.open()
      await append(storage, [numbered('a', 0, { id: idOf(1) }), numbered('b', 0, { id: idOf(1) })])
      await append(storage, [numbered('c', 0, { id: idOf(1) }), numbered('c', 1, { id: idOf(2) }), numbered('a', 1, { id: idOf(2) })])
      expect(await firstPlaces(storage, [idOf(1), idOf(2)])).toEqual([
        { stream: 'a', number: 0 },
        { stream: 'c', number: 1 },
      ])
    })

    it('takes ids in any case', async () => {
      const storage = places.open()
      const id = 'abcdef00-0000-4000-8000-00000000abcd'
      await append(storage, [numbered('a', 0, { id })])
      expect(await firstPlaces(storage, [id.toUpperCase()])).toEqual([{ stream: 'a', number: 0 }])
    })

    it('tells apart ids that differ in one digit', async () => {
      const storage = places.open()
      const ids = Array.from({ length: 32 }, (_, digit) => {
        const digits = '0'.repeat(digit) + '1' + '0'.repeat(31 - digit)
        return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')
      })
      await append(
        storage,
        ids.slice(0, 31).map((id, number) => numbered('a', number, { id })),
      )
      expect(await firstPlaces(storage, ids)).toEqual([...ids.slice(0, 31).map((_, number) => ({ stream: 'a', number })), undefined])
    })

    it('knows the ids that the same transaction appended', async () => {
      const storage = places.open()
      await append(storage, [numbered('a', 0, { id: idOf(1) })])
      await storage.write(async (tx) => {
        await tx.append(eventTable([numbered('b', 0, { id: idOf(1) }), numbered('b', 1, { id: idOf(2) })]))
        await tx.append(eventTable([numbered('b', 2, { id: idOf(2) })]))
        expect(await tx.firstWithId([idOf(1), idOf(2)])).toEqual([
          { stream: 'a', number: 0 },
          { stream: 'b', number: 1 },
        ])
      })
    })

    it('forgets the ids that an aborted transaction appended', async () => {
      const storage = places.open()
      await append(storage, [numbered('a', 0, { id: idOf(1) })])
      const failed = storage.write(async (tx) => {
        await tx.append(eventTable([numbered('b', 0, { id: idOf(2) })]))
        await tx.firstWithId([idOf(2)])
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await firstPlaces(storage, [idOf(1), idOf(2)])).toEqual([{ stream: 'a', number: 0 }, undefined])
      await append(storage, [numbered('c', 0, { id: idOf(2) })])
      expect(await firstPlaces(storage, [idOf(2)])).toEqual([{ stream: 'c', number: 0 }])
    })

    it('remembers dropped events, and prefers the first of them to the remaining ones', async () => {
      const storage = places.open()
      await append(storage, [numbered('a', 0, { id: idOf(1) }), numbered('a', 1, { id: idOf(2) }), numbered('a', 2, { id: idOf(3) })])
      await append(storage, [numbered('b', 0, { id: idOf(1) }), numbered('b', 1, { id: idOf(4) })])
      await storage.write((tx) => tx.dropEvents([0, 1]))
      await storage.write((tx) => tx.dropEvents([2, 4]))
      expect(await firstPlaces(storage, [idOf(1), idOf(2), idOf(3), idOf(4)])).toEqual([
        { stream: 'a', number: 0 },
        { stream: 'a', number: 1 },
        { stream: 'a', number: 2 },
        { stream: 'b', number: 1 },
      ])
      await append(storage, [numbered('c', 0, { id: idOf(2) })])
      expect(await firstPlaces(storage, [idOf(2)])).toEqual([{ stream: 'a', number: 1 }])
    })

    it('remembers thousands of ids, over appends and drops', async () => {
      const storage = places.open()
      let number = 0
      for (const size of [700, 1, 300, 2, 1200]) {
        const base = number
        await append(
          storage,
          run('a', base, size).map((event, index) => ({ ...event, id: idOf(base + index) })),
        )
        number += size
      }
      await storage.write((tx) => tx.dropEvents([0, 699, 700, 1500]))
      const asked = [0, 1, 511, 512, 699, 700, 701, 1000, 1002, 1500, number - 1]
      expect(
        await firstPlaces(
          storage,
          asked.map((n) => idOf(n)),
        ),
      ).toEqual(asked.map((n) => ({ stream: 'a', number: n })))
      expect(await firstPlaces(storage, [idOf(number)])).toEqual([undefined])
    })

    describe.each([3, 2500])('where ids of %i events for as many streams are counted', (count) => {
      const firstId = 'abcdefab-cdef-4abc-8def-abcdefabcdef'
      const streams = Array.from({ length: count }, (_, index) => `partition-${index}`)
      const middle = count >> 1
      const asked = [0, middle, count - 1, count].map(idsFrom(firstId))
      const expected = [...[0, middle, count - 1].map((index) => ({ stream: `partition-${index}`, number: 4 })), undefined]

      const fill = async (storage: Storage) => {
        await append(storage, [numbered('a', 0, { id: idOf(1) })])
        await storage.write((tx) => appendWithHeads(tx, eachOf(streams, 4, firstId)))
        await append(storage, [numbered('a', 1, { id: idOf(2) })])
      }

      it('finds each, in any case, beside the others', async () => {
        const storage = places.open()
        await fill(storage)
        expect(await firstPlaces(storage, asked)).toEqual(expected)
        const upperCase = asked.map((id) => id.toUpperCase())
        expect(await firstPlaces(storage, upperCase)).toEqual(expected)
        expect(await firstPlaces(storage, [idOf(2), asked[1]!, idOf(1)])).toEqual([
          { stream: 'a', number: 1 },
          expected[1],
          { stream: 'a', number: 0 },
        ])
      })

      it('finds them in the transaction that writes them, and not once it has failed', async () => {
        const storage = places.open()
        const failed = storage.write(async (tx) => {
          await appendWithHeads(tx, eachOf(streams, 4, firstId))
          expect(await tx.firstWithId([asked[1]!.toUpperCase(), asked[3]!])).toEqual([expected[1], undefined])
          throw new Error('on purpose')
        })
        await expect(failed).rejects.toThrow('on purpose')
        expect(await firstPlaces(storage, asked)).toEqual([undefined, undefined, undefined, undefined])
      })

      it('answers with the first place, whether that was counted or not', async () => {
        const storage = places.open()
        await append(storage, [numbered('a', 0, { id: asked[0]! })])
        await storage.write((tx) => appendWithHeads(tx, eachOf(streams, 4, firstId)))
        await append(storage, [numbered('b', 0, { id: asked[1]!.toUpperCase() })])
        await storage.write((tx) => appendWithHeads(tx, eachOf(['c', 'd'], 7, asked[2]!)))
        expect(await firstPlaces(storage, asked)).toEqual([
          { stream: 'a', number: 0 },
          expected[1],
          expected[2],
          { stream: 'd', number: 7 },
        ])
      })

      it('goes on with 0 behind the last number', async () => {
        const storage = places.open()
        await storage.write((tx) => appendWithHeads(tx, eachOf(streams, 4, countedId(2 ** 28 - 2))))
        const carried = '10000000-0000-4000-8000-000000000000'
        expect(await firstPlaces(storage, [...[2 ** 28 - 1, 0, count - 3, count - 2].map(countedId), carried])).toEqual([
          { stream: streams[1], number: 4 },
          { stream: streams[2], number: 4 },
          { stream: streams.at(-1), number: 4 },
          undefined,
          undefined,
        ])
      })

      it('remembers those of dropped events, and the remaining events keep theirs', async () => {
        const storage = places.open()
        await fill(storage)
        const before = await everything(storage)
        const positions = [1, 1 + middle]
        await storage.write((tx) => tx.dropEvents(positions))
        expect(await firstPlaces(storage, asked)).toEqual(expected)
        const { log, dropped } = await everything(storage)
        expect(log).toEqual(before.log.filter(({ position }) => !positions.includes(position)))
        expect(dropped).toEqual(
          [0, middle].map((index) => ({ id: idsFrom(firstId)(index), stream: streams[index], number: 4, position: 1 + index })),
        )
        await storage.write((tx) => tx.dropEvents(before.log.map(({ position }) => position)))
        expect(await firstPlaces(storage, asked)).toEqual(expected)
      })

      it('knows them where they were dropped in the transaction that wrote them, and what came behind', async () => {
        const storage = places.open()
        await storage.write(async (tx) => {
          await tx.append(eventTable([numbered('a', 0, { id: countedId(1) })]))
          await appendWithHeads(tx, eachOf(streams, 4, firstId))
          await tx.dropEvents([0, 1, 1 + middle])
          await appendWithHeads(tx, eachOf(streams, 5, countedId(100)))
          await tx.append(eventTable([numbered('a', 1, { id: countedId(2) })]))
        })
        expect(await firstPlaces(storage, asked)).toEqual(expected)
        await append(storage, run('b', 0, 600))
        expect(await firstPlaces(storage, [1, 101, 2].map(countedId))).toEqual([
          { stream: 'a', number: 0 },
          { stream: streams[1], number: 5 },
          { stream: 'a', number: 1 },
        ])
      })

      it('knows them where the log was carried to', async () => {
        const from = places.open()
        await fill(from)
        await from.write((tx) => tx.dropEvents([1, 1 + middle]))
        const { end, log: events, dropped } = await everything(from)
        const to = places.open()
        await to.write(async (tx) => {
          tx.clear()
          await tx.restore({ end, events, dropped })
        })
        expect(await firstPlaces(to, asked)).toEqual(expected)
        expect(await everything(to)).toEqual({ ...(await everything(from)), heads: [] })
      })
    })
  })
}
