// Keeps the arrows between folders, the places of the platform and the house rules of files as docs/architecture.md says.

import { readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Rules, Sources } from '../scripts/checks/imports.ts'
import {
  betweenRooms,
  circularRules,
  fileCircles,
  intoEntries,
  pastPorts,
  readImports,
  repeatedTypes,
  silentFiles,
  strayGlobals,
  strayPackages,
  unknownFolders,
  unknownRooms,
  upward,
} from '../scripts/checks/imports.ts'

const rules: Rules = {
  // In the order of a request's travel.
  allowed: {
    '.': [
      'playwright',
      'react',
      'devtools',
      'playground',
      'cli',
      'documents',
      'renderings',
      'host',
      'control',
      'testing',
      'engine',
      'http',
      'grpc',
      'projections',
      'streams',
      'query',
      'storage',
    ],
    playwright: ['host', 'engine'],
    react: ['engine'],
    devtools: ['playground', 'renderings', 'host', 'control', 'engine'],
    playground: ['renderings', 'engine'],
    cli: ['documents', 'engine', 'projections', 'streams', 'storage'],
    documents: ['renderings', 'testing', 'engine'],
    renderings: ['engine'],
    host: ['control', 'engine'],
    control: ['engine'],
    testing: ['engine', 'projections', 'streams', 'query'],
    jest: [],
    engine: ['http', 'grpc', 'node', 'subscriptions', 'users', 'projections', 'streams', 'query', 'storage'],
    http: ['node', 'subscriptions', 'users', 'projections', 'streams'],
    grpc: ['node', 'subscriptions', 'users', 'projections', 'streams'],
    node: [],
    subscriptions: ['streams', 'storage'],
    users: ['streams', 'storage'],
    projections: ['streams', 'query', 'storage'],
    streams: ['storage'],
    query: [],
    storage: [],
    base: [],
  },
  ports: { storage: 'storage/storage.ts', query: 'query/query.ts' },
  composers: [
    'engine/store.ts',
    'engine/options/kept-storage.ts',
    'engine/queries/open-query.ts',
    'engine/queries/diagnostics.ts',
    'engine/queries/changes.ts',
    'engine/queries/event-names.ts',
    'engine/queries/profile.ts',
    'index.ts',
    'browser.ts',
    'browser-on-server.ts',
    'node.ts',
    'server.ts',
    'cli.ts',
    'testing.ts',
    'testing/given.ts',
    'worker.ts',
  ],
  rooms: {
    base: {
      json: ['json/maps', 'platform', 'time'],
      'json/maps': [],
      events: ['platform', 'time'],
      platform: ['time'],
      time: [],
      release: ['release/r23-10', 'release/r26-1', 'release/r26-2'],
      'release/r23-10': [],
      'release/r26-1': [],
      'release/r26-2': [],
    },
    cli: {
      'commands/queries': ['commands', 'transfer', 'remote', 'files', 'check', 'types'],
      mcp: ['check'],
      commands: ['mcp', 'transfer', 'recordings', 'remote', 'files', 'setup', 'check', 'types', 'documents'],
      check: ['remote', 'files'],
      types: [],
      documents: ['files'],
      setup: [],
      transfer: ['remote', 'files'],
      recordings: ['remote', 'files'],
      remote: ['files'],
      files: [],
      declarations: [],
    },
    devtools: { button: ['faults'], faults: [], recording: [], snapshots: [], clock: [], workbench: ['remote'], remote: [] },
    documents: { html: ['markdown', 'run', 'blocks'], markdown: ['run', 'blocks'], run: ['blocks'], blocks: [] },
    engine: {
      observe: ['faults', 'queries', 'snapshot'],
      hints: ['queries'],
      inspect: ['observe'],
      calls: ['faults'],
      snapshot: ['scenario', 'live'],
      scenario: [],
      clock: ['faults'],
      faults: [],
      live: [],
      'queries/compare': ['observe', 'queries'],
      queries: [],
      'queries/files': [],
      options: [],
    },
    control: { routes: [], openapi: [], ui: [] },
    host: { msw: [], node: ['node/pages'], 'node/calls': ['node'], 'node/pages': [], vite: [] },
    grpc: {
      projections: ['wire', 'messages'],
      'many-streams': ['streams', 'wire', 'messages'],
      subscriptions: ['streams', 'wire', 'messages'],
      users: ['wire', 'messages'],
      streams: ['wire', 'messages'],
      node: ['wire', 'messages'],
      wire: ['messages'],
      messages: [],
    },
    http: {
      'server-info': ['streams', 'xml', 'pipeline'],
      subscriptions: ['streams', 'xml', 'pipeline'],
      streams: ['xml', 'pipeline'],
      'streams/read': ['streams', 'streams/feed', 'pipeline'],
      'streams/write': ['streams', 'streams/feed', 'xml', 'pipeline'],
      'streams/feed': ['streams', 'xml', 'pipeline'],
      projections: ['pipeline'],
      users: ['pipeline'],
      pipeline: [],
      'pipeline/reply': ['pipeline/request'],
      'pipeline/request': [],
      xml: [],
    },
    playground: {
      panels: ['frame', 'language', 'model', 'kit', 'strings'],
      'panels/share': ['panels/map', 'frame', 'model', 'kit', 'strings'],
      'panels/map': ['panels/result', 'panels/streams', 'frame', 'language', 'model', 'kit', 'strings'],
      'panels/print': ['panels/result', 'model', 'kit', 'strings'],
      'panels/editor': ['panels/steps', 'language', 'model', 'kit', 'strings'],
      'panels/compare': ['frame', 'model', 'kit', 'strings'],
      'panels/result': ['panels/charts', 'panels/compare', 'panels/steps', 'frame', 'language', 'model', 'kit', 'strings'],
      'panels/charts': ['model', 'kit', 'strings'],
      'panels/steps': ['language', 'model', 'kit', 'strings'],
      'panels/streams': ['panels/append', 'panels/requests', 'model', 'kit', 'strings'],
      'panels/append': ['panels/requests', 'model', 'kit', 'strings'],
      'panels/requests': ['model', 'kit', 'strings'],
      page: ['model', 'kit', 'strings'],
      frame: ['model', 'kit', 'strings'],
      model: ['language', 'kit', 'strings'],
      language: ['kit', 'strings'],
      kit: ['strings'],
      strings: [],
    },
    playwright: { report: ['matchers'], matchers: [], network: [], stores: [] },
    projections: {
      run: ['engine-v2', 'source', 'output', 'partitions', 'checkpoints', 'model'],
      'run/commit': ['output', 'partitions', 'checkpoints', 'model'],
      'run/lead': ['run', 'source', 'model'],
      'run/turns': ['run', 'model'],
      trace: ['engine-v2', 'source', 'model'],
      manage: ['engine-v2', 'output', 'partitions', 'checkpoints', 'model'],
      'engine-v2': ['source', 'partitions', 'checkpoints', 'model'],
      source: ['model'],
      'source/links': ['source', 'model'],
      output: ['partitions', 'checkpoints', 'model'],
      partitions: ['checkpoints', 'model'],
      checkpoints: ['model'],
      model: [],
      'model/positions': ['model'],
    },
    query: {
      diagnostics: ['dialect/source'],
      upgrade: ['diagnostics', 'diagnostics/rules', 'dialect/source'],
      workers: ['sandbox', 'dialect/source'],
      sandbox: ['plan', 'language', 'dialect/source', 'dialect/built-ins'],
      plan: ['language', 'dialect/source'],
      'dialect/source': ['dialect/built-ins'],
      'dialect/source/acornima': ['dialect/built-ins'],
      'sandbox/engine': ['language', 'dialect/built-ins'],
      // Guest code: it runs in the sandbox, and takes nothing from outside.
      'plan/guest': ['language'],
      language: ['dialect/built-ins'],
      'language/run': ['language', 'language/define', 'language/json'],
      'language/define': ['language', 'language/json', 'dialect/built-ins'],
      'language/json': ['language', 'dialect/built-ins'],
      'dialect/built-ins': [],
      'dialect/built-ins/objects': ['dialect/built-ins'],
      system: [],
    },
    storage: {
      ids: [],
      indexeddb: ['ids'],
      'indexeddb/heads': ['indexeddb/log', 'indexeddb/connection'],
      'indexeddb/ids': ['indexeddb', 'indexeddb/log', 'indexeddb/connection', 'ids'],
      'indexeddb/log': ['indexeddb/connection'],
      'indexeddb/connection': [],
      sqlite: ['ids'],
      memory: [],
    },
    subscriptions: { push: ['stored', 'group'], stored: ['group'], clock: ['stored', 'group'], group: [] },
    streams: { scavenge: ['write', 'read'], follow: ['read'], write: ['metadata'], read: ['metadata'], metadata: [] },
  },
  packages: {
    msw: ['browser.ts', 'node.ts', 'host/msw/request-handler.ts'],
    '@playwright/test': ['playwright.ts', 'playwright/'],
    react: ['react/'],
    '@bufbuild/protobuf': ['grpc/messages/'],
    '@modelcontextprotocol': ['cli/mcp/'],
    'fast-check': ['histories.ts'],
    mkcert: ['cli/files/certificate.ts'],
    yaml: ['cli/files/configuration-file.ts'],
    idb: ['storage/', 'devtools/snapshots/'],
    lit: ['playground/', 'devtools/'],
    '@codemirror': ['playground/'],
    '@preact/signals-core': ['playground/', 'devtools/'],
    '@lezer': ['playground/', 'documents/html/'],
    'js-beautify': ['playground/'],
    'markdown-it': ['documents/markdown/'],
    acorn: ['query/dialect/source/'],
    periscopic: ['query/diagnostics/'],
    'node:': [
      'host/node/http-server.ts',
      'host/node/calls/',
      'host/node/exchange.ts',
      'host/node/http2-sessions.ts',
      'host/node/keep-alive.ts',
      'host/node/request-body.ts',
      'host/node/two-protocols.ts',
      'host/node/pages/',
      'host/vite/projection-files.ts',
      'playwright/stores/scenario-source.ts',
      'cli.ts',
      'cli/',
      'vite.ts',
      'remark.ts',
      'vitepress.ts',
      'documents/html/',
      'documents/run/read-beside.ts',
      'storage/sqlite',
      'query/workers/node-worker.ts',
      'jest/',
    ],
    '@noble/hashes': ['users/'],
    'quickjs-emscripten-core': ['query/'],
    '@jitl/quickjs-singlefile-mjs-release-sync': ['query/'],
  },
  globals: {
    indexedDB: ['storage/'],
    BroadcastChannel: ['storage/', 'jest/'],
    'navigator.locks': ['base/platform/environment.ts'],
    'navigator.serviceWorker': ['host/msw/early-requests.ts', 'host/msw/page-control.ts', 'host/msw/running-msw.ts'],
    'new Worker': ['query/'],
  },
}

const readFolder = (folder: string): Sources =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract|fixture|bench|d|generated)\.tsx?$/.test(file))
      .map((file) => [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')]),
  )

describe('the source tree', () => {
  const sources = readFolder(import.meta.dirname)
  const imports = readImports(sources)

  test('is read: entries and folders are there', () => {
    expect([...sources.keys()]).toEqual(expect.arrayContaining(['index.ts', 'engine/store.ts', 'base/errors.ts']))
    expect(imports.length).toBeGreaterThan(sources.size)
  })
  test('has a place for every folder', () => expect(unknownFolders(sources, rules)).toEqual([]))
  test('imports only downwards between folders', () => expect(upward(imports, rules)).toEqual([]))
  test('chooses implementations in composers only', () => expect(pastPorts(imports, rules)).toEqual([]))
  test('never imports an entry file but index.ts, and that from entries only', () => expect(intoEntries(imports, rules)).toEqual([]))
  test('has a plan for every room', () => expect(unknownRooms(sources, rules)).toEqual([]))
  test('imports between rooms as planned', () => expect(betweenRooms(imports, rules)).toEqual([]))
  test('exports a type name once', () => expect(repeatedTypes(sources)).toEqual([]))
  test('has no circle between folders or rooms', () => expect(circularRules(rules)).toEqual([]))
  test('has no circle between files', () => {
    // What a panel loads later may know the types of what loads it.
    const isLate = (file: string) => /^(playground|devtools)\//.test(file)
    expect(fileCircles(imports.filter(({ from, dynamic }) => !(dynamic && isLate(from))))).toEqual([])
  })
  test('touches packages where it should', () => expect(strayPackages(imports, rules)).toEqual([]))
  test('touches the platform where it should', () => expect(strayGlobals(sources, rules)).toEqual([]))
  test('defines elements at the top level only where bundlers keep what nobody imports', () => {
    const { sideEffects } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { sideEffects: string[] }
    // The last one is the script of a page.
    const kept = [...sideEffects, './src/devtools/workbench/start.ts']
    const defining = [...sources].flatMap(([file, text]) => (/^(define|customElements\.define)\('/m.test(text) ? `./src/${file}` : []))
    expect(defining).toContain('./src/playground/panels.ts')
    expect(defining.filter((file) => !kept.includes(file))).toEqual([])
  })
  test('states the purpose of each file in its first line', () => expect(silentFiles(sources)).toEqual([]))
})

describe('the check itself finds planted violations', () => {
  const find = (files: Record<string, string>) => {
    const sources: Sources = new Map(Object.entries(files))
    return { sources, imports: readImports(sources) }
  }

  test('an import that climbs, of a type or a value, on one line or several', () => {
    const { imports } = find({
      'streams/a.ts': "import type { Route } from '../http/exchange.ts'",
      'http/b.ts': "import {\n  one,\n  two,\n} from '../storage/storage.ts'",
      'query/c.ts': "const late = await import('../streams/streams.ts')",
      'base/d.ts': "export * from '../query/query.ts'",
      'streams/fine.ts': "import { table } from '../storage/storage.ts'\nimport { x } from '../base/events.ts'",
    })
    expect(upward(imports, rules)).toEqual([
      'streams/a.ts -> http/exchange.ts',
      'http/b.ts -> storage/storage.ts',
      'query/c.ts -> streams/streams.ts',
      'base/d.ts -> query/query.ts',
    ])
  })

  test('an implementation that is taken past its port', () => {
    const files = {
      'streams/a.ts': "import { m } from '../storage/memory.ts'",
      'engine/store.ts': "import { m } from '../storage/memory.ts'",
    }
    expect(pastPorts(find(files).imports, rules)).toEqual(['streams/a.ts -> storage/memory.ts'])
  })

  test('an entry file that is imported from inside', () => {
    const files = { 'engine/a.ts': "import { createStore } from '../index.ts'", 'node.ts': "import { x } from './browser.ts'" }
    expect(intoEntries(find(files).imports, rules)).toEqual(['engine/a.ts -> index.ts', 'node.ts -> browser.ts'])
  })

  test('a folder without a place', () => {
    expect(unknownFolders(find({ 'helpers/a.ts': '' }).sources, rules)).toEqual(['helpers'])
  })

  test('an import from one room to another that the plan does not name', () => {
    const { imports } = find({
      'http/users/a.ts': "import { feed } from '../streams/feed.ts'\nimport { fine } from '../pipeline/reply.ts'",
      'http/pipeline/b.ts': "import { fine } from '../exchange.ts'",
    })
    expect(betweenRooms(imports, rules)).toEqual(['http/users/a.ts -> http/streams/feed.ts'])
  })

  test('a room without a plan, and a plan without its room', () => {
    const { sources } = find({ 'host/msw/a.ts': '', 'host/attic/b.ts': '' })
    expect(unknownRooms(sources, { ...rules, rooms: { host: rules.rooms['host']! } })).toEqual([
      'host/attic',
      'host/node',
      'host/node/calls',
      'host/node/pages',
      'host/vite',
    ])
  })

  test('a type that has its name twice, unless entries export it', () => {
    const type = 'export interface Page {}\n'
    const { sources } = find({ 'http/a.ts': type, 'streams/b.ts': 'export type Page = 1', 'node.ts': type })
    expect(repeatedTypes(sources)).toEqual(['Page: http/a.ts, streams/b.ts'])
  })

  test('rules that run in a circle', () => {
    const circular = { ...rules, allowed: { ...rules.allowed, storage: ['streams'] } }
    expect(circularRules(circular)).toEqual(expect.arrayContaining(['storage', 'streams']))
    const tangled = { ...rules, rooms: { host: { msw: ['node'], node: ['msw'] } } }
    expect(circularRules(tangled)).toEqual(['host/msw', 'host/node'])
  })

  test('files that need each other, for values or for types', () => {
    const { imports } = find({
      'base/a.ts': "import { b } from './b.ts'",
      'base/b.ts': "import { c } from './c.ts'",
      'base/c.ts': "import { a } from './a.ts'",
      'base/d.ts': "import type { e } from './e.ts'",
      'base/e.ts': "import { d } from './d.ts'",
      'base/f.ts': "import { a } from './a.ts'\nimport { e } from './e.ts'",
    })
    expect(fileCircles(imports)).toEqual(['base/a.ts <-> base/b.ts <-> base/c.ts', 'base/d.ts <-> base/e.ts'])
  })

  test('a package in the wrong file, an unknown package, a module of Node', () => {
    const { imports } = find({
      'http/a.ts': "import { http } from 'msw/http'",
      'engine/b.ts': "import lodash from 'lodash'\nimport type { T } from 'lodash'",
      'base/c.ts': "import { readFileSync } from 'node:fs'",
      'storage/indexeddb/indexeddb.ts': "import { openDB } from 'idb'",
    })
    expect(strayPackages(imports, rules)).toEqual(['http/a.ts -> msw/http', 'engine/b.ts -> lodash', 'base/c.ts -> node:fs'])
  })

  test('a global in the wrong file, but not its mention in a comment', () => {
    const { sources } = find({
      'streams/a.ts': '// indexedDB is far away\nconst x = 1',
      'streams/b.ts': "indexedDB.open('x')",
      'engine/c.ts': 'globalThis.navigator?.locks.request()',
      'engine/d.ts': 'const worker = new Worker(url)',
    })
    expect(strayGlobals(sources, rules)).toEqual([
      'streams/b.ts uses indexedDB',
      'engine/c.ts uses navigator.locks',
      'engine/d.ts uses new Worker',
    ])
  })

  test('a silent file', () => {
    const { sources } = find({ 'base/a.ts': "import { b } from './b.ts'\n", 'base/b.ts': '// Says it.\n' })
    expect(silentFiles(sources)).toEqual(['base/a.ts'])
  })
})
