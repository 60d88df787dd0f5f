import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'vitest'

/** What a folder may import from, besides itself and `base`. Order: the way a request travels. */
const allowed: Record<string, string[]> = {
  '.': ['engine', 'http', 'projections', 'streams', 'query', 'storage', 'playground', 'playwright'], // entry files compose
  playground: ['.'], // only index.ts, see below
  playwright: ['.'],
  engine: ['http', 'streams', 'projections', 'users', 'subscriptions', 'query', 'storage'],
  http: ['streams', 'projections', 'users', 'subscriptions'],
  subscriptions: ['streams', 'storage'],
  users: ['streams', 'storage'],
  projections: ['streams', 'query', 'storage'],
  streams: ['storage'],
  query: [],
  storage: [],
  base: [],
}

/** Folders with several implementations: from outside, only the port may be imported. */
const ports: Record<string, string> = { storage: 'storage/storage.ts', query: 'query/query.ts' }
const composers = ['engine/store.ts', 'index.ts', 'browser.ts', 'node.ts', 'testing.ts']

const root = import.meta.dirname
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|contract|bench|d)\.tsx?$/.test(file)
const specifiers =
  /^\s*(?:import|export)\s[^'"]*?from\s*['"](\.[^'"]+)['"]|^\s*import\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm
const imports = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => [
      file.split(sep).join('/'),
      [...readFileSync(join(root, file), 'utf8').matchAll(specifiers)].map((match) =>
        normalize(join(dirname(file), (match[1] ?? match[2] ?? match[3])!))
          .split(sep)
          .join('/'),
      ),
    ]),
)
const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
const folder = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')
const list = (bad: { from: string; to: string }[]) => bad.map(({ from, to }) => `${from} -> ${to}`)

test('folders import only downwards', () => {
  const bad = edges.filter(({ from, to }) => {
    const [a, b] = [folder(from), folder(to)]
    return a !== b && b !== 'base' && !allowed[a]?.includes(b)
  })
  assert.deepEqual(list(bad), [])
})

test('implementations are chosen by composers only', () => {
  const bad = edges.filter(({ from, to }) => {
    const port = ports[folder(to)]
    return port && folder(from) !== folder(to) && to !== port && !composers.includes(from)
  })
  assert.deepEqual(list(bad), [])
})

test('user-facing layers use the public entry only', () => {
  const bad = edges.filter(
    ({ from, to }) => folder(to) === '.' && (to !== 'index.ts' || !['playground', 'playwright', '.'].includes(folder(from))),
  )
  assert.deepEqual(list(bad), [])
})

test('no import cycles, type imports included, between folders', () => {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of allowed[from] ?? []) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  for (const name of Object.keys(allowed))
    if (name !== '.') {
      const through = [...(allowed[name] ?? [])].filter((next) => next !== '.' && reach(next).has(name))
      assert.deepEqual(through, [], name)
    }
})
