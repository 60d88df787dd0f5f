// Compares heads in IndexedDB with a plain map under any transactions of two tabs, failed ones included.

import * as fc from 'fast-check'
import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import type { StreamHead } from '../../../base/events/events.ts'
import { useFakeIndexedDb } from '../fake-indexeddb.fixture.ts'
import type { HeadRecord } from './head-record.ts'
import { headsOf, mostHeads } from './head-record.ts'
import { indexedDbStorage } from '../indexeddb.ts'
import { headStore } from '../connection/upgrade.ts'

const headOf = (stream: string, last: number, kind = 0): StreamHead => ({
  stream,
  last,
  tombstone: kind === 3,
  metadata: kind === 1 ? { maxCount: 2n, acl: { read: ['$all'] } } : kind === 2 ? { maxCount: BigInt(last) } : {},
})

const inOrder = (heads: ReadonlyMap<string, StreamHead>): StreamHead[] => [...heads.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))

/** Names that share beginnings, and some that IndexedDB must order as JavaScript does. */
const name = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((number) => `orders-${number}`),
  fc.constantFrom('', 'a', 'orders', 'ä', '\ud800', '\u{1f600}', '$$orders-1'),
)
const change = fc.tuple(name, fc.integer({ min: -1, max: 9 }), fc.integer({ min: 0, max: 3 }))
const step = fc.record({
  tab: fc.integer({ min: 0, max: 1 }),
  changes: fc.array(change, { maxLength: 120 }),
  reads: fc.array(name, { maxLength: 5 }),
  end: fc.constantFrom('commits', 'commits', 'commits', 'fails', 'clears' as const),
})

describe('heads in IndexedDB', () => {
  it('are those of a map, from any writer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 60 }), async (steps, limit) => {
        useFakeIndexedDb()
        const tabs = [indexedDbStorage({ name: 'heads' }), indexedDbStorage({ name: 'heads' })]
        let expected = new Map<string, StreamHead>()
        for (const { tab, changes, reads, end } of steps) {
          const after = new Map(end === 'clears' ? [] : expected)
          const written = tabs[tab]!.write(async (tx) => {
            if (end === 'clears') tx.clear()
            for (const read of reads) expect(await tx.head(read)).toEqual(after.get(read))
            const wanted = [...changes.map(([stream]) => stream), ...reads]
            // Asked for twice at once, together and alone.
            const [together, alone] = await Promise.all([tx.headsOf(wanted), Promise.all(reads.map((read) => tx.head(read)))])
            expect(together).toEqual(wanted.map((read) => after.get(read)))
            expect(alone).toEqual(reads.map((read) => after.get(read)))
            for (const [stream, last, kind] of changes) {
              const head = headOf(stream, last, kind)
              tx.putHead(head)
              after.set(stream, head)
            }
            const asked = [...reads, ...changes.map(([stream]) => stream)]
            expect(await tx.headsOf(asked)).toEqual(asked.map((read) => after.get(read)))
            for (const read of reads) expect(await tx.head(read)).toEqual(after.get(read))
            if (end === 'fails') throw new Error('not this one')
          })
          const outcome = await written.then(
            () => 'committed',
            (error: unknown) => String(error),
          )
          expect(outcome).toBe(end === 'fails' ? 'Error: not this one' : 'committed')
          if (end !== 'fails') expected = after
          for (const storage of tabs) {
            expect(await storage.read((tx) => Promise.all(reads.map((read) => tx.head(read))))).toEqual(
              reads.map((read) => expected.get(read)),
            )
          }
        }
        const all = inOrder(expected)
        for (const storage of tabs) {
          expect(await storage.read((tx) => tx.heads(undefined, 1_000_000))).toEqual(all)
          const from = all[Math.floor(all.length / 2)]?.stream ?? 'x'
          expect(await storage.read((tx) => tx.heads(from, limit))).toEqual(all.filter(({ stream }) => stream > from).slice(0, limit))
        }
        await Promise.all(tabs.map((storage) => storage.close()))
      }),
      { numRuns: 40 },
    )
  })

  it('share their records, so that thousands are written with few requests', async () => {
    useFakeIndexedDb()
    const storage = indexedDbStorage({ name: 'many' })
    const heads = Array.from({ length: 3000 }, (_, index) => headOf(`customer-${index}`, index % 7, index % 4))
    await storage.write(async (tx) => {
      for (const head of heads) tx.putHead(head)
    })
    await storage.write(async (tx) => {
      for (const head of heads.slice(0, 1500)) tx.putHead({ ...head, last: 100 })
    })
    const stored = await storage.read((tx) => tx.heads(undefined, 3000))
    expect(new Map(stored.map((head) => [head.stream, head]))).toEqual(
      new Map(heads.map((head, index) => [head.stream, index < 1500 ? { ...head, last: 100 } : head])),
    )
    await storage.close()
  })

  it('are cut into records that belong together without a gap', async () => {
    useFakeIndexedDb()
    const storage = indexedDbStorage({ name: 'cut' })
    const heads = Array.from({ length: 10 * mostHeads + 1 }, (_, index) => headOf(`s${String(index).padStart(4, '0')}`, 0))
    await storage.write(async (tx) => {
      for (const head of heads) tx.putHead(head)
    })
    await storage.close()
    const db = await openDB('cut')
    const [keys, records] = await Promise.all([db.getAllKeys(headStore), db.getAll(headStore) as Promise<HeadRecord[]>])
    db.close()
    expect(records.flatMap((record) => headsOf(record))).toEqual(heads)
    expect(keys).toEqual(['', ...records.slice(1).map((record) => headsOf(record)[0]!.stream)])
    expect(records.map(({ end }) => end)).toEqual([...keys.slice(1), undefined])
    expect(Math.max(...records.map(({ count }) => count))).toBeLessThanOrEqual(mostHeads)
  })
})
