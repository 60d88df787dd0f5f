// A storage in a real browser, which runs out of room and takes the data away.

import { deleteDB } from 'idb'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { eventTable } from '../../base/events/event-table.ts'
import { isStoreError } from '../../base/errors.ts'
import { indexedDbStorage } from './indexeddb.ts'
import { append, names, numbered, run, wholeLog } from '../storage.fixture.ts'
import type { Storage } from '../storage.ts'

/** Playwright's connection to Chromium; Vitest leaves its type to the provider. */
interface DevTools {
  send(method: string, parameters: object): Promise<unknown>
}
const devTools = (): DevTools => cdp()
const { origin } = location

describe('a browser that takes the place away', () => {
  let storage: Storage

  afterEach(async () => {
    await devTools().send('Storage.overrideQuotaForOrigin', { origin })
    await storage.close()
    await deleteDB('taken')
  })

  it('says that there is no room, keeps nothing of the write, and goes on when there is', async () => {
    // The browser asks only once in a while how much room a site has, and forgets the answer with the site's data.
    await devTools().send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devTools().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 })
    storage = indexedDbStorage({ name: 'taken' })
    await append(storage, run('a', 0, 1))
    // Random, so that no compression makes room for it.
    const noise = Array.from(crypto.getRandomValues(new Uint32Array(16_000)), (word) => word.toString(36)).join('')
    const flood = Array.from({ length: 200 }, (_, number) => numbered('b', number, { data: noise }))
    const failed = storage.write(async (tx) => {
      await tx.append(eventTable(run('a', 1, 1)))
      await tx.append(eventTable(flood))
    })
    await expect(failed).rejects.toSatisfy((error) => isStoreError(error, 'storage-full'))
    await devTools().send('Storage.overrideQuotaForOrigin', { origin })
    expect(names(await wholeLog(storage))).toEqual(['a/0'])
    await append(storage, run('a', 1, 1))
    expect(names(await wholeLog(storage))).toEqual(['a/0', 'a/1'])
  })

  it('says that the data is gone when the site was cleared', async () => {
    storage = indexedDbStorage({ name: 'taken' })
    await append(storage, run('a', 0, 1))
    await devTools().send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await expect
      .poll(() =>
        storage
          .read((tx) => tx.end())
          .then(
            () => 'still there',
            (error: unknown) => isStoreError(error) && error.code,
          ),
      )
      .toBe('storage-evicted')
  })
})
