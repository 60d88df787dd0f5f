// The command dry-run: over a store on disk, which it leaves as it is, and over one that is served.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { sqliteStorage } from '../../../storage/sqlite/sqlite.ts'
import { readArguments } from '../../arguments.ts'
import { runCommand, startServe } from '../../commands.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-dry-run-'))
  const store = createStore({ storage: sqliteStorage({ folder }), systemProjections: false, queries: 'in-process' })
  await store.append('orders', [
    { type: 'Placed', data: {} },
    { type: 'Placed', data: {} },
  ])
  await store.project('p', "fromStream('orders').when({ $any: () => { emit('seen', 'Seen', {}) } })", { track: true })
  await store.settled()
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const dryRun = (...given: string[]) => runCommand('dry-run', ...given, '--db', folder)

test('prints streams with what goes and what comes, and changes nothing', async () => {
  const { output } = await dryRun('reset', 'p')
  expect(output).toContainEqual(expect.stringMatching(/^truncated +seen +2 events removed, 2 events written$/))
  expect(output.at(-1)).toMatch(/^\d+ streams?: 2 events removed, \d+ events written$/)
  expect((await dryRun('reset', 'p')).output).toEqual(output)
  const deleted = JSON.parse((await dryRun('delete', 'p', '--emitted', '--json')).output.join('')) as { streams: unknown[] }
  expect(deleted.streams).toContainEqual({ name: 'seen', effect: 'deleted', removed: 2, written: 0 })
})

test('tells of a query that would be faulted', async () => {
  const path = join(folder, 'broken.js')
  writeFileSync(path, 'fromAll(')
  expect((await dryRun('query', 'p', path)).output.at(-1)).toMatch(/^The projection would be faulted: Unexpected end of input/)
})

test('asks a served store', async () => {
  const served = await startServe('--insecure', '--control', '--no-system-projections')
  const base = served.url
  const created = await fetch(`${base}/projections/continuous?name=p&emit=yes`, { method: 'POST', body: 'fromAll().when({})' })
  expect(created.status).toBe(201)
  expect((await runCommand('dry-run', 'reset', 'p', '--from', base)).output.at(-1)).toMatch(/^\d+ streams?: 0 events removed/)
  expect((await runCommand('dry-run', 'reset', 'none', '--from', base)).failure).toBe('There is no projection "none".')
  served.process.kill('SIGTERM')
  await served.ended
})

test.each([
  [['dry-run'], 'Which change? Give reset, delete or query.'],
  [['dry-run', 'reset'], 'Which projection? Give its name.'],
  [['dry-run', 'query', 'p', '--db', 'x'], 'Which query? Give a file.'],
  [['dry-run', 'reset', 'p', 'file.js', '--db', 'x'], '"file.js" is one argument too many.'],
  [['dry-run', 'reset', 'p', '--emitted', '--db', 'x'], '--emitted, --state and --checkpoint belong to delete.'],
  [['dry-run', 'reset', 'p', '--resets', '--db', 'x'], '--resets and --emit belong to query.'],
  [['dry-run', 'reset', 'p'], 'Which store? Give its folder with --db, or its URL with --from.'],
])('refuses %j', (given, message) => {
  expect(readArguments(given)).toMatchObject({ kind: 'problem', message })
})

test('names a store and a projection that are not there', async () => {
  expect((await runCommand('dry-run', 'reset', 'p', '--db', join(folder, 'none'))).failure).toMatch(/^There is no store in/)
  expect((await dryRun('reset', 'none')).failure).toBe('There is no projection "none".')
})
