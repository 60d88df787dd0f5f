import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { Store } from '../../../engine/store.ts'

const { setImmediate } = globalThis
afterEach(() => {
  vi.useRealTimers()
  // Test files may share a process: the next one is to load the package with the real timers.
  vi.resetModules()
})

/** Appends under a clock that stood still before the package was loaded. @returns how many events their category has in the end. */
async function followed(open: () => Promise<Store>): Promise<number> {
  vi.useFakeTimers()
  vi.resetModules()
  const store = await open()
  for (let n = 0; n < 3; n++) await store.append('a-1', [{ type: 'T', data: {} }])
  const category = async () => (await store.read('$ce-a')).length
  // Not `settled()`, which hurries: a page that polls does not call it.
  for (let tasks = 0; tasks < 2_000 && (await category()) < 3; tasks++) await new Promise<void>((resolve) => void setImmediate(resolve))
  const count = await category()
  await store.close()
  return count
}

it('system projections follow appends in memory under a clock that stands still', async () => {
  expect(await followed(async () => (await import('../../../engine/store.ts')).createStore({ security: 'insecure' }))).toBe(3)
})

it('a store in a folder takes writes under a clock that stands still', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rillbox-'))
  const storage = async () => (await import('../../../storage/sqlite/sqlite.ts')).sqliteStorage({ folder })
  const open = async () => (await import('../../../engine/store.ts')).createStore({ security: 'insecure', storage: await storage() })
  expect(await followed(open)).toBe(3)
  await rm(folder, { recursive: true })
})
