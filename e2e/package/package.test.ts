// The package as it is published: its contents, and whether a stranger can use it. Needs `npm run build`.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readImports } from '../../scripts/checks/imports.ts'
import { workerScript } from '../../scripts/package/sizes.ts'
import { installPacked, packedFiles, removeApplication } from './unpack.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | (Record<string, string> & { require?: Record<string, string> })>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const entries = Object.entries(manifest.exports).flatMap(([name, target]) => (typeof target === 'string' ? [] : [{ name, target }]))

describe('the packed files', () => {
  const files = packedFiles()

  test('are the built ones, the manifest, the documents and the licences', () => {
    const others = files.filter((file) => !/^dist\/[\w./-]+\.(c?js|d\.c?ts)$|^docs\/(?:(?:guides|server)\/)?[\w-]+\.md$/.test(file))
    const licences = ['dist/cjs/licenses.md', 'dist/element/licenses.md', 'dist/licenses.md']
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'dist/blocks.css', ...licences, 'package.json'])
    expect(files.length).toBeGreaterThan(others.length)
  })

  test('hold the files that the entries name', () => {
    const named = entries
      .flatMap(({ target }) => [target['types'], target['node'], target['default'], target.require?.['types'], target.require?.['default']])
      .filter((path) => path !== undefined)
      .map((path) => path.replace('./', ''))
    expect(files).toEqual(expect.arrayContaining(named))
  })

  test('name the licence of everything that is bundled, and all of them permit any use', () => {
    const named = files
      .filter((file) => file.endsWith('licenses.md'))
      .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/^## .* - .*$/gm) ?? [])
    const list = readFileSync(join(root, 'dist/licenses.md'), 'utf8')
    for (const name of ['@codemirror/view', 'lit', 'acorn', 'quickjs-emscripten-core', '@jitl/quickjs-singlefile-mjs-release-sync'])
      expect(list).toContain(`## ${name} - `)
    expect(list).toContain('Copyright (c) 2017-2021 Fabrice Bellard')
    expect(named.filter((line) => !/\((?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)\)$/.test(line))).toEqual([])
    // Such as axe, under the MPL: development only.
    const needed = Object.keys(manifest.dependencies).map((name) => join(root, 'node_modules', name, 'package.json'))
    const licences = needed.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { license: string }).license)
    expect(
      licences.filter((licence) => !/^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|\(Apache-2\.0 AND BSD-3-Clause\))$/.test(licence)),
    ).toEqual([])
  })

  test('hold no tests', () => {
    expect(files.filter((file) => /\.(test|contract|fixture|bench)\./.test(file))).toEqual([])
  })

  test('import only each other, dependencies and Node', () => {
    const code = files.filter((file) => /\.(js|d\.ts)$/.test(file))
    const imports = readImports(new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
    const isKnown = (to: string): boolean =>
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).some((name) => to === name || to.startsWith(`${name}/`))
    const strangers = imports.filter(({ to, external }) =>
      external ? !isKnown(to) && !to.startsWith('node:') : !files.includes(to) && !files.includes(to.replace(/\.js$/, '.d.ts')),
    )
    expect(strangers).toEqual([])
  })

  test('require only each other, Node and dependencies, except the engine and msw, which load later', () => {
    const scripts = files.filter((file) => file.endsWith('.cjs'))
    const required = scripts.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, to]) => ({ file, to: to! })),
    )
    expect(required.length).toBeGreaterThan(scripts.length)
    const strangers = required.filter(({ to }) => (to.startsWith('./') ? !files.includes(`dist/cjs/${to.slice(2)}`) : !isBuiltin(to)))
    const isInstalled = (to: string): boolean => Object.keys(manifest.dependencies).some((name) => to === name || to.startsWith(`${name}/`))
    const unknown = strangers.map(({ to }) => to).filter((to) => !to.startsWith('msw/') && !isInstalled(to))
    // Node's `require` loads this ES module.
    expect(unknown).toEqual(['../chunks/quickjs.js'])
    expect(files).toContain('dist/chunks/quickjs.js')
  })

  test.each(['index', 'browser', 'node', 'testing'])('reach nothing of Node from %s', (entry) => {
    const scripts = files.filter((file) => file.endsWith('.js'))
    const imports = readImports(new Map(scripts.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
    const reached = new Set([`dist/${entry}.js`])
    for (const file of reached) for (const { from, to, external } of imports) if (from === file && !external) reached.add(to)
    expect(imports.filter(({ from, to }) => reached.has(from) && to.startsWith('node:'))).toEqual([])
  })

  test('hold the Worker of the queries, which needs nothing else', () => {
    expect(files).toContain(`dist/${workerScript}`)
    const text = readFileSync(join(root, 'dist', workerScript), 'utf8')
    // Docusaurus breaks a Worker that does not name it, see src/query/workers/worker.ts.
    expect(text).toContain('try{__webpack_require__}catch{}')
    expect(readImports(new Map([[workerScript, text]])).filter(({ dynamic }) => !dynamic)).toEqual([])
    const [notice] = /^\/\*![\s\S]*?\*\//.exec(text) ?? []
    for (const name of ['acorn', 'quickjs-emscripten-core', 'Fabrice Bellard']) expect(notice).toContain(name)
  })
})

describe('a stranger', () => {
  let application: string
  beforeAll(() => {
    application = installPacked()
  }, 60_000)
  afterAll(() => removeApplication(application))

  test('runs it in Node', () => {
    writeFileSync(
      join(application, 'use.mjs'),
      `import { createStore, isStoreError } from 'rillbox'
       import { storeHandlers } from 'rillbox/node'
       import { listen } from 'rillbox/server'
       const store = createStore()
       const send = (path, type, body) => store.fetch(new Request('http://localhost:2113' + path, {
         method: body ? 'POST' : 'GET', body, headers: { authorization: 'Basic ' + btoa('admin:changeit'), ...(type && { 'content-type': type }) } }))
       const created = await send('/projections/continuous?name=n', 'application/json', "fromStream('s').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++; return s } })")
       const batch = JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'A', data: {} }])
       const written = await send('/streams/s', 'application/vnd.eventstore.events+json', batch)
       await store.settled()
       const state = await (await send('/projection/n/state')).text()
       const served = await listen(store, { port: 0 })
       const ping = await fetch(served.url + '/ping')
       await served.close()
       console.log(JSON.stringify([created.status, written.status, state, ping.status, typeof storeHandlers, isStoreError(new Error('x'))]))`,
    )
    const printed = execFileSync(process.execPath, ['use.mjs'], { cwd: application, encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual([201, 201, '{"n":1}', 200, 'function', false])
  })

  test('requires it: in CommonJS it is a copy, whose stores and errors are known to the other', () => {
    writeFileSync(
      join(application, 'use.cjs'),
      `const { createStore, isStoreError, StoreError } = require('rillbox')
       const { given } = require('rillbox/testing')
       const query = "fromStream('s').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })"
       const count = async (options) => {
         const store = createStore(options)
         await store.append('s', { type: 'A', data: {} })
         await store.project('n', query)
         await store.settled()
         const state = await store.state('n')
         await store.close()
         return state.n
       }
       const refused = (create) => { try { create({ colour: 'blue' }) } catch (error) { return error } }
       ;(async () => {
         const other = await import('rillbox')
         const run = await given([{ stream: 's', type: 'A', data: {} }]).when(query)
         const errors = [isStoreError(refused(other.createStore), 'invalid-options'), other.isStoreError(refused(createStore), 'invalid-options')]
         const shared = other.memoryStorage()
         const counts = [await count(), await count({ queries: 'in-process' }), await count({ storage: shared }), run.state.n]
         console.log(JSON.stringify([...counts, ...errors, other.StoreError === StoreError]))
       })()`,
    )
    const { status, stdout, stderr } = spawnSync(process.execPath, ['use.cjs'], { cwd: application, encoding: 'utf8', timeout: 50_000 })
    expect([status, stdout, stderr]).toEqual([0, '[1,1,1,1,true,true,false]\n', ''])
  })

  /** Counts the threads that are started, and says where their script lies. */
  const projecting = `
    import threads from 'node:worker_threads'
    import { createStore } from 'rillbox'
    const scripts = []
    threads.Worker = class extends threads.Worker {
      constructor(script, options) {
        super(script, options)
        scripts.push(String(script).replace(/.*\\/node_modules\\//, ''))
      }
    }
    const store = createStore()
    await store.append('s', { type: 'A', data: {} })
    await store.project('n', "fromStream('s').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })")
    await store.settled()
    console.log(JSON.stringify([await store.state('n'), [...new Set(scripts)]]))`

  test('runs queries in threads of Node, and the process ends although the store is open', () => {
    writeFileSync(join(application, 'project.mjs'), projecting)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['project.mjs'], { cwd: application, encoding: 'utf8', timeout: 50_000 })
    expect([status, stdout, stderr]).toEqual([0, '[{"n":1},["rillbox/dist/node-worker.js"]]\n', ''])
  })

  test('runs queries in process where a bundle has lost the script of the threads, and is told so once', async () => {
    writeFileSync(join(application, 'bundled.mjs'), projecting)
    const outDir = join(application, 'bundle')
    const output = { entryFileNames: 'bundled.mjs', codeSplitting: false }
    await build({
      root: application,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: join(application, 'bundled.mjs'), outDir, minify: false, rolldownOptions: { output } },
    })
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(outDir, 'bundled.mjs')], { encoding: 'utf8', timeout: 50_000 })
    expect([status, stdout]).toEqual([0, '[{"n":1},[]]\n'])
    expect(stderr.match(/RILLBOX_QUERIES_IN_PROCESS/g)).toHaveLength(1)
  })

  test('has types for every entry, and the types are strict', () => {
    const imports = entries.map(
      ({ name }, index) => `import * as entry${index} from '${name.replace('.', 'rillbox')}'\nexport { entry${index} }`,
    )
    const wrong = "import { createStore } from 'rillbox'\n// @ts-expect-error there is no such option\ncreateStore({ colour: 'blue' })\n"
    const right =
      "import { startStore } from 'rillbox/browser'\nexport const base: Promise<string> = startStore({ baseUrl: '/_store' }).then((store) => store.baseUrl)\n"
    writeFileSync(join(application, 'use.ts'), [...imports, wrong, right].join('\n'))
    const options = {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      noEmit: true,
      types: ['node'],
    }
    writeFileSync(
      join(application, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, files: ['use.ts'] }),
    )
    const run = (): string =>
      execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], {
        cwd: application,
        encoding: 'utf8',
      })
    expect(run()).toBe('')
  })

  test('has types for CommonJS, which need no other option of TypeScript', () => {
    const text = `import { createStore, StoreError, isStoreError, type Store } from 'rillbox'
      import { storeHandlers } from 'rillbox/node'
      import { given, type ProjectionRun } from 'rillbox/testing'
      const store: Store = createStore({ baseUrl: 'http://localhost:2113' })
      export const handlers = storeHandlers(store, { baseUrl: '/' })
      export const coded = (error: unknown): StoreError | undefined =>
        isStoreError(error) ? error : error instanceof StoreError ? error : undefined
      export const run: Promise<ProjectionRun<{ n: number }>> = given([]).when<{ n: number }>('fromAll()')
      // @ts-expect-error there is no such option
      createStore({ colour: 'blue' })`
    writeFileSync(join(application, 'use.cts'), text)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,esnext.disposable', '--types', 'node']
    const args = [tsc, '--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', ...options, 'use.cts']
    const { stdout } = spawnSync(process.execPath, args, { cwd: application, encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
