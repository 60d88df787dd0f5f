// The promises of every storage for many events of one stream that are handed in as columns: the same as for events handed in one by one.

import { describe, expect, it } from 'vitest'
import { valuesOf } from '../../base/events/column.ts'
import type { EventTable } from '../../base/events/event-table.ts'
import { eventTable, recordedFrom, rowsOf } from '../../base/events/event-table.ts'
import { memoryStorage } from '../memory/memory.ts'
import type { Place } from '../storage.contract.ts'
import { append, appendWithHeads, countedId, eachOf, everything, headOf, idOf, names, numbered } from '../storage.fixture.ts'
import type { Storage, WriteTransaction } from '../storage.ts'
import { listen } from './hints.contract.ts'
import { usePlaces } from './places.fixture.ts'

const each = <T>(count: number, valueOf: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => valueOf(index))

/** So many events, counted from `firstNumber`, whose texts are all different. */
const columns = (count: number, given: Partial<EventTable> = {}): EventTable => ({
  count,
  id: { from: 'abcdefab-cdef-4abc-8def-abcdefabcdef' },
  type: 'Copied',
  data: each(count, (index) => `{"of":${index},"ü":"\ud83d"}`),
  metadata: each(count, (index) => (index % 3 === 0 ? '' : `{"$causedBy":"${idOf(index)}"}`)),
  isJson: true,
  stream: 'copies',
  number: { from: 3 },
  created: 1_700_000_000_000,
  ...given,
})

/** Few, as many as are just not few, and more than fit into one record. */
const counts = [1, 64, 65, 600, 2500]

/** As columns here, and one by one in memory: both must show the same. */
async function expectSame(one: Storage, work: (tx: WriteTransaction, add: (events: EventTable) => Promise<number>) => Promise<void>) {
  const other = memoryStorage()
  await one.write((tx) => work(tx, (events) => tx.append(events)))
  await other.write((tx) => work(tx, (events) => tx.append(eventTable(rowsOf(recordedFrom(events, 0))))))
  const seen = await everything(one)
  expect(seen).toEqual(await everything(other))
  const ids = seen.log.map(({ id }) => id.toUpperCase())
  const places = await one.read((tx) => tx.firstWithId(ids))
  expect(places).toEqual(await other.read((tx) => tx.firstWithId(ids)))
  expect(places).not.toContain(undefined)
  return { other, seen }
}

export function oneStreamContract(create: () => Place): void {
  const places = usePlaces(create)

  describe.each(counts)('%i events of one stream as columns', (count) => {
    it('are the same as one by one', async () => {
      const { seen } = await expectSame(places.open(), async (tx, add) => {
        expect(await add(columns(count))).toBe(0)
        tx.putHead(headOf('copies', 2 + count))
      })
      expect(seen.log).toHaveLength(count)
      expect(seen.end).toBe(count)
    })

    it('may be of many types, and some of them no JSON', async () => {
      const types = each(count, (index) => (index % 7 === 0 ? '$>' : 'Copied'))
      const { seen } = await expectSame(places.open(), async (_, add) => {
        await add(columns(count, { type: types, isJson: types.map((type) => type !== '$>') }))
      })
      expect(seen.log.map(({ type }) => type)).toEqual(types)
    })

    it('may be all alike', async () => {
      const { seen } = await expectSame(places.open(), async (_, add) => {
        await add(columns(count, { data: each(count, () => ''), metadata: each(count, () => '{}') }))
      })
      expect(seen.log.map(({ data, metadata }) => `${data as string}${metadata as string}`)).toEqual(each(count, () => '{}'))
    })

    it('stand between others of the transaction, and are seen by it', async () => {
      await expectSame(places.open(), async (tx, add) => {
        expect(await tx.append(eventTable([numbered('copies', 2, { id: idOf(1) }), numbered('a', 0, { id: idOf(2) })]))).toBe(0)
        expect(await add(columns(count))).toBe(2)
        expect(await tx.append(eventTable([numbered('a', 1, { id: idOf(3) })]))).toBe(2 + count)
        const streams = each(100, (index) => `customer-${index}`)
        await appendWithHeads(tx, eachOf(streams, 0, countedId(10_000)))
        expect(await add(columns(count, { number: { from: 3 + count }, id: { from: countedId(20_000) } }))).toBe(103 + count)
        tx.putHead(headOf('copies', 2 + 2 * count))
        expect(await tx.end()).toBe(103 + 2 * count)
        const [last] = await tx.stream('copies', { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 })
        expect(last).toMatchObject({ number: 2 + 2 * count, position: 102 + 2 * count })
        expect(await tx.firstWithId([countedId(20_000)])).toEqual([{ stream: 'copies', number: 3 + count }])
      })
    })

    it('are found in every range', async () => {
      const one = places.open()
      const { other } = await expectSame(one, async (_, add) => void (await add(columns(count))))
      for (const direction of ['forward', 'backward'] as const) {
        for (const from of [0, 3, 3 + (count >> 1), 2 + count, 3 + count]) {
          const range = { from, direction, limit: 20 }
          const found = await one.read((tx) => tx.stream('copies', range))
          expect({ range, found: names(found) }).toEqual({ range, found: names(await other.read((tx) => tx.stream('copies', range))) })
        }
      }
    })

    it('can be dropped, and the remaining events keep their ids', async () => {
      const one = places.open()
      const { other } = await expectSame(one, async (tx, add) => {
        await add(columns(count))
        tx.putHead(headOf('copies', 2 + count))
      })
      const dropped = [0, count >> 1, count - 1]
      for (const storage of [one, other]) {
        await storage.write((tx) => tx.dropEvents(dropped))
        await append(storage, [numbered('copies', 3 + count, { id: idOf(1) })])
      }
      const left = await everything(one)
      expect(left).toEqual(await everything(other))
      expect(left.log).toHaveLength(count - new Set(dropped).size + 1)
      const ids = valuesOf(columns(count).id, count)
      expect(await one.read((tx) => tx.firstWithId(ids))).toEqual(ids.map((_, index) => ({ stream: 'copies', number: 3 + index })))
    })

    it('are gone where the transaction failed', async () => {
      const storage = places.open()
      const failed = storage.write(async (tx) => {
        await tx.append(columns(count))
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect((await everything(storage)).log).toEqual([])
      expect(await storage.read((tx) => tx.firstWithId(['abcdefab-cdef-4abc-8def-abcdefabcdef']))).toEqual([undefined])
    })

    it('are announced as a change of their stream', async () => {
      const storage = places.open()
      const { summary } = listen(storage)
      await storage.write((tx) => tx.append(columns(count)))
      await expect.poll(summary).toEqual({ end: count, streams: ['copies'], tables: [] })
    })
  })
}
