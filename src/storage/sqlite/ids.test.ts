import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import { tasksDuring, useClock } from '../contract/pieces.fixture.ts'
import { append, idOf, numbered, run } from '../storage.fixture.ts'
import type { Storage } from '../storage.ts'
import type { Folder } from './sqlite.fixture.ts'
import { temporaryFolder } from './sqlite.fixture.ts'
import { sqliteStorage } from './sqlite.ts'

const appendRun = (storage: Storage, first: number, size: number) =>
  append(
    storage,
    run('a', first, size).map((event) => ({ ...event, id: idOf(event.number), data: '' })),
  )

const placesOf = (storage: Storage, asked: readonly number[]) => storage.read((tx) => tx.firstWithId(asked.map(idOf)))

describe('ids of a store on disk', () => {
  let folder: Folder
  beforeEach(() => void (folder = temporaryFolder()))
  afterEach(() => folder.remove())

  const open = () => sqliteStorage({ folder: folder.path })

  const inFile = <Result>(work: (db: DatabaseSync) => Result): Result => {
    const db = new DatabaseSync(join(folder.path, 'rillbox.sqlite'))
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  const storedRows = () => inFile((db) => db.prepare('SELECT "end", length(hashes) AS bytes FROM ids ORDER BY "end"').all())

  // 80,000 ids fill a filter.
  it('are found in several parts of the log, with a row and without one, before a restart and behind it', async () => {
    const storage = open()
    let end = 0
    for (const size of [40_000, 39_990, 300, 20_000, 5]) {
      await appendRun(storage, end, size)
      end += size
    }
    await storage.write((tx) => tx.dropEvents([0, 79_995]))
    // Stored again, an id keeps its first place.
    await append(storage, [numbered('b', 0, { id: idOf(79_999) })])
    const asked = [0, 1, 39_999, 40_000, 79_989, 79_990, 79_995, 79_999, 80_000, 80_289, 80_290, end - 6, end - 5, end - 1, end]
    const expected = asked.map((number) => (number === end ? undefined : { stream: 'a', number }))
    expect(await placesOf(storage, asked)).toEqual(expected)
    await storage.close()
    const again = open()
    expect(await placesOf(again, asked)).toEqual(expected)
    for (const [index, number] of asked.entries()) expect(await placesOf(again, [number])).toEqual([expected[index]])
    await again.close()
  })

  it('get a row together, once there are enough', async () => {
    const storage = open()
    for (let number = 0; number < 511; number++) await appendRun(storage, number, 1)
    await storage.close()
    expect(storedRows()).toEqual([])
    const again = open()
    await appendRun(again, 511, 1)
    await appendRun(again, 512, 20_000)
    await again.close()
    expect(storedRows()).toEqual([
      { end: 512, bytes: 512 * 8 },
      { end: 512 + 2 ** 14, bytes: 2 ** 17 },
      { end: 20_512, bytes: (20_000 - 2 ** 14) * 8 },
    ])
  })

  it('of writers that failed are forgotten, also behind others in the same commit', async () => {
    const storage = open()
    await appendRun(storage, 0, 600)
    const [, failed] = await Promise.allSettled([
      appendRun(storage, 600, 1),
      storage.write(async (tx) => {
        tx.clear()
        throw new Error('on purpose')
      }),
      appendRun(storage, 601, 1),
    ])
    expect(failed.status).toBe('rejected')
    const alone = storage.write(async (tx) => {
      await tx.append(eventTable([numbered('b', 0, { id: idOf(602) })]))
      throw new Error('on purpose')
    })
    await expect(alone).rejects.toThrow('on purpose')
    const expected = [599, 600, 601].map((number) => ({ stream: 'a', number }))
    expect(await placesOf(storage, [599, 600, 601, 602])).toEqual([...expected, undefined])
    await append(storage, [numbered('b', 0, { id: idOf(602) })])
    expect(await placesOf(storage, [599, 600, 601, 602])).toEqual([...expected, { stream: 'b', number: 0 }])
    await storage.close()
  })

  it('are read from the events of a file that an earlier version wrote, in pieces', async () => {
    const storage = open()
    await appendRun(storage, 0, 20_000)
    await storage.write((tx) => tx.dropEvents([3, 19_999]))
    await storage.close()
    inFile((db) =>
      db.exec(`DROP TABLE ids; CREATE INDEX log_ids ON log (lower(id)); CREATE INDEX dropped_ids ON dropped (lower(id));
        PRAGMA user_version = 1`),
    )
    const later = open()
    useClock(10)
    expect(await tasksDuring(() => placesOf(later, [0]))).toBeGreaterThanOrEqual(4)
    expect(await placesOf(later, [0, 3, 19_999, 20_000])).toEqual([...[0, 3, 19_999].map((number) => ({ stream: 'a', number })), undefined])
    expect(await later.read((tx) => tx.dropped())).toMatchObject([{ position: 3 }, { position: 19_999 }])
    await append(later, [numbered('b', 0)])
    await later.close()
    expect(storedRows()).toHaveLength(2)
  })
})
