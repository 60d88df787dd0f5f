// Compares a map in pages with a plain map under any transactions of two connections, failed ones included.

import * as fc from 'fast-check'
import type { IDBPDatabase } from 'idb'
import { openDB, unwrap } from 'idb'
import { expect, it } from 'vitest'
import type { PageCodec, PageEntries } from './pages.ts'
import { createPageDirectory, Pages } from './pages.ts'

interface StoredPage {
  readonly end: string | undefined
  readonly entries: PageEntries<number>
}

const mostPerPage = 4

const codec: PageCodec<number, StoredPage> = {
  endOf: ({ end }) => end,
  decode: ({ entries }) => entries.toReversed(),
  encode: (entries, end) => ({ end, entries }),
  mostPerPage: () => mostPerPage,
}

/** Names that share beginnings, the empty one, and some that IndexedDB must order as JavaScript does. */
const name = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((number) => `orders-${number}`),
  fc.constantFrom('', 'a', 'orders', 'ä', '\ud800', '\u{1f600}', '\uffff'),
)
const change = fc.tuple(name, fc.option(fc.integer(), { nil: undefined }))
const batch = fc.record({
  // Few leave pages between them, which are read along.
  changes: fc.oneof(fc.array(change, { maxLength: 3 }), fc.array(change, { minLength: 20, maxLength: 40 })),
  finds: fc.array(name, { maxLength: 4 }),
  isWritten: fc.boolean(),
})
const transaction = fc.record({
  tab: fc.integer({ min: 0, max: 1 }),
  batches: fc.array(batch, { maxLength: 4 }),
  end: fc.constantFrom('commits', 'commits', 'commits', 'fails', 'clears first' as const),
  /** Whether it begins before the one in front of it has ended. */
  isEarly: fc.boolean(),
})
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never

/** A connection with its tab's knowledge of the pages. */
const openTab = async (database: string) => ({
  db: await openDB(database, 1, { upgrade: (upgraded) => void upgraded.createObjectStore('pages') }),
  directory: createPageDirectory(),
})
type Tab = Awaited<ReturnType<typeof openTab>>

/** @param expected the map before the transaction; becomes the map after it. */
async function run({ db, directory }: Tab, { batches, end }: Transaction, expected: Map<string, number>): Promise<void> {
  const tx = unwrap(db).transaction('pages', 'readwrite')
  const ended = new Promise<string>((resolve) => {
    for (const event of ['complete', 'abort']) tx.addEventListener(event, () => resolve(event))
  })
  const store = tx.objectStore('pages')
  const pages = new Pages(store, directory, codec)
  // The first request: transactions see what those before them left, and only then is it known what that is.
  await pages.load([''])
  const after = new Map(end === 'clears first' ? [] : expected)
  if (end === 'clears first') {
    store.clear()
    pages.cleared()
  }
  for (const { changes, finds, isWritten } of batches) {
    const [found] = await Promise.all([
      Promise.all(finds.map((each) => pages.load([each]).then(() => pages.get(each)))),
      pages.load([...changes.map(([each]) => each), ...finds]),
    ])
    expect(found).toEqual(finds.map((each) => after.get(each)))
    for (const [each, value] of changes) {
      pages.set(each, value)
      if (value === undefined) after.delete(each)
      else after.set(each, value)
    }
    expect(finds.map((each) => pages.get(each))).toEqual(finds.map((each) => after.get(each)))
    if (isWritten) pages.write()
  }
  pages.write()
  if (end === 'fails') tx.abort()
  expect(await ended).toBe(end === 'fails' ? 'abort' : 'complete')
  if (end === 'fails') return
  pages.committed()
  expected.clear()
  for (const [each, value] of after) expected.set(each, value)
}

/** All entries in order, read page by page; checks that pages follow each other without a gap and hold their own names only. */
async function everything(db: IDBPDatabase): Promise<(readonly [string, number])[]> {
  const [keys, stored] = await Promise.all([db.getAllKeys('pages') as Promise<string[]>, db.getAll('pages') as Promise<StoredPage[]>])
  expect(keys.slice(0, 1)).toEqual(keys.length > 0 ? [''] : [])
  expect(stored.map(({ end }) => end)).toEqual(keys.length > 0 ? [...keys.slice(1), undefined] : [])
  for (const [index, { end, entries }] of stored.entries()) {
    expect(entries.length).toBeLessThanOrEqual(mostPerPage)
    expect(entries.every(([each]) => each >= keys[index]! && (end === undefined || each < end))).toBe(true)
  }
  return stored.flatMap(({ entries }) => entries)
}

/** @param numRuns histories to try. */
export function pagesContract(numRuns: number): void {
  it('is a sorted map to two tabs, whatever fails', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 12 }), async (transactions) => {
        const database = `pages-${crypto.randomUUID()}-${made++}`
        const tabs = await Promise.all([openTab(database), openTab(database)])
        const expected = new Map<string, number>()
        let last: Promise<void> = Promise.resolve()
        for (const each of transactions) {
          if (!each.isEarly) await last
          const before = last
          const running = run(tabs[each.tab]!, each, expected)
          last = before.then(() => running)
        }
        await last
        const sorted = [...expected].sort(([one], [other]) => (one < other ? -1 : 1))
        for (const { db, directory } of tabs) {
          expect(await everything(db)).toEqual(sorted)
          const pages = new Pages(unwrap(db.transaction('pages').store), directory, codec)
          await pages.load(sorted.map(([each]) => each))
          expect(sorted.map(([each]) => [each, pages.get(each)])).toEqual(sorted)
          const [from] = sorted[sorted.length >> 1] ?? ['x']
          const scanned: (readonly [string, number])[] = []
          for await (const entries of pages.scan(from, 2)) scanned.push(...entries.toReversed().filter(([each]) => each >= from))
          expect(scanned).toEqual(sorted.filter(([each]) => each >= from))
          db.close()
        }
      }),
      { numRuns },
    )
  })
}
