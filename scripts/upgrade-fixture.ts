// Writes what the code of one version stores, for the tests of upgrades: `node scripts/upgrade-fixture.ts <name> [folder of a checkout]`.

import * as fake from 'fake-indexeddb'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { AnyStore } from '../e2e/upgrades/contents.ts'
import { fill, look } from '../e2e/upgrades/contents.ts'
import type { Documents } from '../e2e/upgrades/documents.ts'
import { fullScenario, lookAt } from '../e2e/upgrades/documents.ts'
import { exportDatabase, toText } from '../e2e/upgrades/exported.ts'
import { queryOf } from '../src/engine/scenario/scenario.ts'
import type { Store } from '../src/engine/store.ts'
import type { Shared } from '../src/playground/panels/share/share-link.ts'

interface AnyStorage {
  read(work: (tx: never) => Promise<unknown>): Promise<unknown>
  close(): Promise<void>
}

const [name, checkout = '.'] = process.argv.slice(2)
if (!name) throw new Error('Give the fixture a name: the date and the commit whose code writes it.')
const folder = join(import.meta.dirname, '..', 'e2e', 'upgrades', name)
mkdirSync(folder, { recursive: true })

/** @param paths of a module in different versions. */
async function load(...paths: readonly string[]): Promise<Record<string, unknown>> {
  const found = paths.map((path) => resolve(checkout, 'src', path)).find((path) => existsSync(path))
  if (!found) throw new Error(`No version of ${paths.join(' or ')} in ${checkout}.`)
  return (await import(pathToFileURL(found).href)) as Record<string, unknown>
}

// The window reaches over the whole file: events stand in it three times.
const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
const write = (file: string, content: string | Uint8Array): void =>
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content, { params }))

for (const [each, value] of Object.entries(fake)) if (each.startsWith('IDB')) Object.assign(globalThis, { [each]: value as unknown })
Object.assign(globalThis, { indexedDB: new fake.IDBFactory() })

const { createStore } = (await load('index.ts')) as { createStore(options: object): AnyStore }
const { snapshotIn } = await load('engine/snapshot/snapshot.ts', 'engine/snapshot.ts')
const { indexedDbStorage } = await load('storage/indexeddb/indexeddb.ts', 'storage/indexeddb.ts')
const { sqliteStorage } = await load('storage/sqlite/sqlite.ts', 'storage/sqlite.ts')

/** @returns what was seen of the store while it was open, and all that its storage holds afterwards. */
async function filled(open: () => AnyStorage): Promise<{ seen: string; snapshot: string }> {
  let made = 0
  // Counted, so that the files are small.
  const environment = { uuid: () => `c0000000-0000-4000-8000-${(made++).toString(16).padStart(12, '0')}` }
  const store = createStore({ storage: open(), baseUrl: 'http://127.0.0.1:2113', environment, systemProjections: false })
  await fill(store)
  const seen = JSON.stringify(await look(store))
  await store.close()
  const storage = open()
  const snapshot = JSON.stringify(await storage.read(snapshotIn as (tx: never) => Promise<unknown>))
  await storage.close()
  return { seen, snapshot }
}

const inIndexedDb = await filled(() =>
  (indexedDbStorage as (options: object) => AnyStorage)({ name: 'fixture', onNotice: () => undefined }),
)
write('indexeddb.json', toText({ database: await exportDatabase('fixture'), ...inIndexedDb }))

const temporary = mkdtempSync(join(tmpdir(), 'rillbox-fixture-'))
const inSqlite = await filled(() => (sqliteStorage as (options: object) => AnyStorage)({ folder: temporary }))
const [file] = readdirSync(temporary).filter((each) => each.endsWith('.sqlite') || each.endsWith('.db'))
if (!file) throw new Error(`No file of SQLite in ${readdirSync(temporary).join(', ')}.`)
write('sqlite.json', JSON.stringify({ file, ...inSqlite }))
write('sqlite', readFileSync(join(temporary, file)))
rmSync(temporary, { recursive: true })

// Documents that people keep in files and links. Only versions from the first release on have all of these.
const { repeatableEnvironment } = (await load('index.ts')) as typeof import('../src/index.ts')
const { snapshotLines } = (await load('engine/snapshot/lines.ts')) as typeof import('../src/engine/snapshot/lines.ts')
const { writeFragment } = (await load(
  'playground/panels/share/share-link.ts',
  'playground/share/share-link.ts',
)) as typeof import('../src/playground/panels/share/share-link.ts')
const options = { environment: repeatableEnvironment(), systemProjections: false, queries: 'in-process' }
const store = createStore(options) as Store
await store.seed(fullScenario)
const seen = await lookAt(store)
const snapshot = await store.snapshot()
await store.close()
const { users: _users, ...scenario } = fullScenario
const draft = { name: 'count', query: queryOf(fullScenario.projections![0]!), mode: 'continuous', emit: true } as const
const shared: Shared = { scenario, draft, panel: 'steps', selection: { stream: 'order-1', event: 0, projection: 'count' } }
const documents: Documents = {
  scenario: fullScenario,
  snapshot: JSON.stringify(snapshot),
  exported: [...snapshotLines(snapshot)].join('\n'),
  seen,
  link: { fragment: await writeFragment(shared), shared },
}
write('documents.json', JSON.stringify(documents))
