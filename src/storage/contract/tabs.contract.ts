// The promises of storages that several tabs share: one log, no lost update, and hints that cross tabs.

import { describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { Place } from '../storage.contract.ts'
import {
  append,
  appendWithHeads,
  eachOf,
  elsewhere,
  everything,
  headOf,
  idOf,
  names,
  numbered,
  numbers,
  positions,
  run,
  things,
  wholeLog,
} from '../storage.fixture.ts'
import { idsFrom } from '../../base/events/counted-ids.ts'
import type { Storage } from '../storage.ts'
import { listen } from './hints.contract.ts'
import { usePlaces } from './places.fixture.ts'

export function tabsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('two handles on one place', () => {
    it('have the same name', () => {
      const [one, two] = places.openTwice()
      expect(one.name).toBeTypeOf('string')
      expect(two.name).toBe(one.name)
    })

    it('see the commits of the other', async () => {
      const [one, two] = places.openTwice()
      await append(one, run('a', 0, 2))
      await append(two, run('a', 2, 1))
      await one.write(async (tx) => {
        tx.putHead(headOf('a', 2))
        tx.putRow(things, 'k', { size: 1 })
      })
      expect(positions(await wholeLog(one))).toEqual([0, 1, 2])
      expect(await everything(two)).toEqual(await everything(one))
    })

    it('lose nothing when both append with an expected version at full speed', async () => {
      const tabs = places.openTwice()
      const each = 40
      const appendAtEnd = async (storage: Storage, tab: number) => {
        let conflicts = 0
        for (let index = 0; index < each;) {
          const expected = (await storage.read((tx) => tx.head('a')))?.last ?? -1
          const isDone = await storage.write(async (tx) => {
            const last = (await tx.head('a'))?.last ?? -1
            if (last !== expected) return false
            await tx.append(eventTable([numbered('a', last + 1, { id: idOf(tab * 1000 + index) })]))
            tx.putHead(headOf('a', last + 1))
            return true
          })
          if (isDone) index++
          else conflicts++
        }
        return conflicts
      }
      await Promise.all(tabs.map(appendAtEnd))
      const log = await wholeLog(tabs[0])
      const all = Array.from({ length: 2 * each }, (_, n) => n)
      expect(positions(log)).toEqual(all)
      expect(numbers(log)).toEqual(all)
      expect(new Set(log.map((event) => event.id)).size).toBe(2 * each)
    })

    it('know each others ids, also when neither has looked for long', async () => {
      const [one, two] = places.openTwice()
      await append(one, [numbered('a', 0, { id: idOf(1) })])
      expect(await two.read((tx) => tx.firstWithId([idOf(1), idOf(2)]))).toEqual([{ stream: 'a', number: 0 }, undefined])
      await append(
        two,
        run('b', 0, 1500).map((event, index) => ({ ...event, id: idOf(10 + index) })),
      )
      await append(one, [numbered('a', 1, { id: idOf(2) }), numbered('a', 2, { id: idOf(10) })])
      for (const tab of [one, two])
        expect(await tab.read((tx) => tx.firstWithId([idOf(2), idOf(10), idOf(1509), idOf(1510)]))).toEqual([
          { stream: 'a', number: 1 },
          { stream: 'b', number: 0 },
          { stream: 'b', number: 1499 },
          undefined,
        ])
    })

    it.each([3, 300, 2500])('know ids that the other counted, %i at a time, also when neither has looked for long', async (count) => {
      const [one, two] = places.openTwice()
      const streams = Array.from({ length: count }, (_, index) => `partition-${index}`)
      const firstIds = [11, 12, 13].map(idOf)
      const asked = firstIds.flatMap((id) => [0, count - 1, count].map(idsFrom(id)))
      const found = [0, 1, 2].flatMap((number) => [{ stream: streams[0], number }, { stream: streams.at(-1), number }, undefined])
      expect(await two.write((tx) => tx.firstWithId(asked))).toEqual(asked.map(() => undefined))
      for (const [number, firstId] of firstIds.entries()) {
        await append(one, [numbered('a', number, { id: idOf(number) })])
        await one.write((tx) => appendWithHeads(tx, eachOf(streams, number, firstId)))
      }
      await append(one, run('b', 0, 2))
      expect(await two.read((tx) => tx.firstWithId(asked))).toEqual(found)
      await append(two, [numbered('c', 0, { id: idOf(9) })])
      await one.write((tx) => tx.dropEvents([1, count, count + 2]))
      for (const tab of [one, two]) {
        expect(await tab.read((tx) => tx.firstWithId(asked))).toEqual(found)
        expect(await tab.read((tx) => tx.firstWithId([idOf(2), idOf(9)]))).toEqual([
          { stream: 'a', number: 2 },
          { stream: 'c', number: 0 },
        ])
      }
    })

    it('forget ids that the other cleared, even when the log has grown to the same length again', async () => {
      const [one, two] = places.openTwice()
      const fill = (storage: Storage, base: number) =>
        append(
          storage,
          run('a', 0, 600).map((event, index) => ({ ...event, id: idOf(base + index) })),
        )
      await fill(one, 0)
      expect(await two.read((tx) => tx.firstWithId([idOf(3)]))).toEqual([{ stream: 'a', number: 3 }])
      await one.write(async (tx) => tx.clear())
      await fill(one, 1000)
      expect(await two.write((tx) => tx.firstWithId([idOf(3), idOf(1003)]))).toEqual([undefined, { stream: 'a', number: 3 }])
    })

    it('find dropped ids that the other dropped', async () => {
      const [one, two] = places.openTwice()
      await append(
        one,
        run('a', 0, 3).map((event, index) => ({ ...event, id: idOf(index) })),
      )
      expect(await two.read((tx) => tx.firstWithId([idOf(1)]))).toEqual([{ stream: 'a', number: 1 }])
      await one.write((tx) => tx.dropEvents([0, 1, 2]))
      expect(await two.read((tx) => tx.firstWithId([idOf(1), idOf(2)]))).toEqual([
        { stream: 'a', number: 1 },
        { stream: 'a', number: 2 },
      ])
      expect(names(await wholeLog(two))).toEqual([])
    })

    it('find dropped ids also if they come after the drop', async () => {
      const [one, two] = places.openTwice()
      await append(
        one,
        run('a', 0, 3).map((event, index) => ({ ...event, id: idOf(index) })),
      )
      await one.write((tx) => tx.dropEvents([0, 1]))
      expect(await two.write((tx) => tx.firstWithId([idOf(0), idOf(2)]))).toEqual([
        { stream: 'a', number: 0 },
        { stream: 'a', number: 2 },
      ])
    })

    it('hear of each others commits', async () => {
      const [one, two] = places.openTwice()
      const { summary, heard, stop } = listen(two)
      await append(one, run('a', 0, 2))
      await one.write(async (tx) => tx.putRow(things, 'k', { size: 1 }))
      await expect.poll(summary).toEqual({ end: 2, streams: ['a'], tables: ['things'] })
      stop()
      const before = heard.length
      await append(one, run('a', 2, 1))
      await elsewhere()
      expect(heard).toHaveLength(before)
    })

    it('are closed one by one', async () => {
      const [one, two] = places.openTwice()
      await append(one, run('a', 0, 1))
      await one.close()
      await append(two, run('a', 1, 1))
      expect(names(await wholeLog(two))).toEqual(['a/0', 'a/1'])
    })
  })
}
