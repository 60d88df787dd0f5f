import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { StoreErrorCode } from '../../base/errors.ts'
import { StoreError } from '../../base/errors.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { createStore } from '../store.ts'
import { reportOnce } from './report-once.ts'

const error = (code: StoreErrorCode) => new StoreError(code, 'It is so.', { hint: 'Do this.' })

it('passes everything on but the same lasting error of the storage', () => {
  const reported: unknown[] = []
  const report = reportOnce((each) => reported.push(each))
  const [gone, damaged, full, bug] = [error('storage-evicted'), error('storage-damaged'), error('storage-full'), new Error('bug')]
  for (const each of [gone, full, gone, error('storage-evicted'), damaged, full, bug, bug]) report(each)
  expect(reported).toEqual([gone, full, damaged, full, bug, bug])
})

it('a store whose folder is removed says so once, whatever follows', async () => {
  const { path: folder, remove } = temporaryFolder()
  const reported: unknown[] = []
  const store = createStore({ storage: sqliteStorage({ folder }), environment: { report: (each) => void reported.push(each) } })
  try {
    await store.append('a-1', { type: 'T', data: {} })
    rmSync(folder, { recursive: true })
    for (let time = 0; time < 3; time++) await expect(store.append('a-1', { type: 'T', data: {} })).rejects.toThrow(Error)
    expect(reported).toEqual([expect.objectContaining({ code: 'storage-evicted' })])
  } finally {
    await store.close().catch(() => undefined)
    remove()
  }
})
