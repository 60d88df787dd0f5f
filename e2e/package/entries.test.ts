// The effects of loading the package where it is not used: in servers that render pages, and in builds for production. Needs `npm run build:package`.

import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readImports } from '../../scripts/checks/imports.ts'
import { readExamples } from '../../scripts/documents/readme.ts'
import { workerScript } from '../../scripts/package/sizes.ts'
import { installPacked, removeApplication } from './unpack.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | Record<string, string>>
}
const withCode = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target !== 'string' && target['default'] ? [name.replace('.', 'rillbox')] : [],
)

let application: string
beforeAll(() => {
  application = installPacked()
}, 60_000)
afterAll(() => removeApplication(application))

/** @returns the output of a module in a process that is no page. */
function print(module: string): string {
  writeFileSync(join(application, 'print.mjs'), module)
  return execFileSync(process.execPath, ['print.mjs'], { cwd: application, encoding: 'utf8' })
}

describe('on a server', () => {
  test.each(withCode)('%s can be imported, and pretends no page', (name) => {
    const printed = print(
      `const ofPages = () => ['window', 'document', 'customElements', 'HTMLElement', 'Worker'].filter((key) => key in globalThis)
       const before = ofPages()
       await import('${name}')
       console.log(JSON.stringify([before, ofPages()]))`,
    )
    expect(printed).toBe('[[],[]]\n')
  })

  test('rillbox/browser exports the same as in a page, and startStore says that it needs one', () => {
    const printed = print(
      `import * as entry from 'rillbox/browser'
       const { code, message } = await entry.startStore({ baseUrl: '/_store' }).catch((error) => error)
       console.log(JSON.stringify({ names: Object.keys(entry), code, message }))`,
    )
    const { names, code, message } = JSON.parse(printed) as { names: string[]; code: string; message: string }
    const inPage = /export \{([^}]*)\}/.exec(readFileSync(join(application, 'node_modules/rillbox/dist/browser.js'), 'utf8'))![1]!
    expect(names.toSorted()).toEqual(
      inPage
        .split(',')
        .map((name) => name.replace(/.* as /, '').trim())
        .toSorted(),
    )
    expect([code, message]).toEqual(['setup-outside-page', expect.stringContaining('in an effect')])
  })

  test('a build of a server resolves the imports of pages', async () => {
    writeFileSync(
      join(application, 'render.mjs'),
      "import { startStore } from 'rillbox/browser'\nimport 'rillbox/element'\nexport { startStore }\n",
    )
    await build({
      root: application,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: join(application, 'render.mjs'), outDir: join(application, 'rendered'), minify: false },
    })
    const printed = print(
      "const { startStore } = await import('./rendered/render.js')\nstartStore({}).catch(({ code }) => console.log(code))",
    )
    expect(printed).toBe('setup-outside-page\n')
  })
})

describe('in a build for production', () => {
  const outDir = (): string => join(application, 'dist')
  beforeEach(() => {
    rmSync(outDir(), { recursive: true, force: true })
    // The test's own process says `test`, and Vite takes that over.
    vi.stubEnv('NODE_ENV', 'production')
  })
  afterEach(() => void vi.unstubAllEnvs())

  /** @returns the files of the built application, and whatever Vite has to say about them. */
  async function bundle(main: string): Promise<{ files: string[]; text: string; warnings: string[] }> {
    writeFileSync(
      join(application, 'index.html'),
      '<!doctype html><title>An application</title><script type="module" src="./main.js"></script>',
    )
    writeFileSync(join(application, 'main.js'), `${main}\ndocument.title = 'ready'\n`)
    const warnings: string[] = []
    const warn = (text: string): void => void warnings.push(text)
    const error = (text: string): never => {
      throw new Error(text)
    }
    await build({
      root: application,
      configFile: false,
      customLogger: {
        info: () => undefined,
        warn,
        warnOnce: warn,
        error,
        clearScreen: () => undefined,
        hasErrorLogged: () => false,
        hasWarned: false,
      },
      // A warning about a slow build would tell of the machine, not of the package.
      build: { target: 'es2023', chunkSizeWarningLimit: 2000, rolldownOptions: { checks: { pluginTimings: false } } },
    })
    const files = readdirSync(outDir(), { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.'))
    return { files, text: files.map((file) => readFileSync(join(outDir(), file), 'utf8')).join('\n'), warnings }
  }

  /** In every part of the package that a page could load. */
  const marks = /rillbox|QuickJS|mockServiceWorker|\$projections/i

  const first = readExamples().find(({ place }) => place === 'browser')!
  const neutral = /^if \(process\.env\.NODE_ENV[\s\S]*?^\}$/m.exec(readFileSync(join(root, 'docs', 'start.md'), 'utf8'))!

  const withTools = readExamples('docs/devtools.md').find(({ code }) => code.includes('rillbox/devtools'))!

  test.each([
    ["the README's first lines", first.code.slice(0, first.code.indexOf('const streams'))],
    ["the first page's lines for other builds", neutral[0]],
    ["the developer tools' lines", withTools.code],
    [
      "the developer tools' lines for other builds",
      "if (process.env.NODE_ENV !== 'production') {\n  await import('rillbox/devtools')\n  await import('rillbox/browser')\n}",
    ],
    [
      'a static import that is used in development only',
      "import { startStore } from 'rillbox/browser'\nif (import.meta.env.DEV) await startStore({ baseUrl: '/_store' })",
    ],
    ['an unused static import', "import { startStore } from 'rillbox/browser'"],
  ])('%s leave nothing behind', async (_, main) => {
    expect(main).toMatch(/rillbox\/(?:browser|devtools)/)
    const { files, text, warnings } = await bundle(main)
    expect(files.map((file) => file.replace(/-[\w-]{8}\./, '-*.')).toSorted()).toEqual(['assets/index-*.js', 'index.html'])
    expect(text).toContain('ready')
    expect(text).not.toMatch(marks)
    expect(warnings).toEqual([])
  })

  test('the developer tools come with the button first, where a build is meant to have them', async () => {
    const { files, text } = await bundle("import 'rillbox/devtools'")
    expect(text).toContain('rillbox-devtools-drawer')
    const entry = files.find((file) => /^assets\/index-[\w-]+\.js$/.test(file))!
    expect(readFileSync(join(outDir(), entry), 'utf8')).not.toContain('rillbox-devtools-drawer')
  })

  test('a store that is used comes with the script of its Workers, and without a warning', async () => {
    const { files, text, warnings } = await bundle("import { startStore } from 'rillbox/browser'\nawait startStore({ baseUrl: '/_store' })")
    expect(files.filter((file) => /^assets\/worker-[\w.-]+\.js$/.test(file))).toHaveLength(1)
    expect(text).toMatch(marks)
    expect(warnings).toEqual([])
  })
})

test('rillbox/react uses only hooks that React 18 has, and its declarations need no types of React', () => {
  const folder = join(application, 'node_modules', 'rillbox', 'dist')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|d\.ts)$/.test(file))
  const imports = readImports(new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')])))
  expect(imports.filter(({ to, typeOnly }) => to === 'react' && !typeOnly).map(({ from }) => from)).toContain('react.js')
  expect(imports.filter(({ from, to }) => to === 'react' && from.endsWith('.d.ts'))).toEqual([])
  const [, names] = /import \{([^}]*)\} from "react"/.exec(readFileSync(join(folder, 'react.js'), 'utf8'))!
  const hooksOf18 = ['useEffect', 'useMemo', 'useState', 'useSyncExternalStore']
  expect(names!.split(',').filter((name) => !hooksOf18.includes(name.trim()))).toEqual([])
})

test('what a page can load has nothing of gRPC', () => {
  const dist = join(application, 'node_modules/rillbox/dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const texts = new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(dist, file), 'utf8')]))
  const imports = readImports(texts)
  /** The entries with the marks of calls in what they load, at once or later. */
  const withCalls = (...entries: string[]): string[] =>
    entries.filter((entry) => {
      const reached = new Set([entry])
      for (const file of reached) for (const { from, to, external } of imports) if (from === file && !external) reached.add(to)
      return [...reached].some((file) => /event_store\.client|bufbuild/.test(texts.get(file) ?? ''))
    })
  const ofPages = ['index.js', 'browser.js', 'react.js', 'testing.js', 'element/element.js', 'element/devtools.js', 'node-worker.js']
  expect(ofPages.filter((entry) => !texts.has(entry))).toEqual([])
  expect(withCalls(...ofPages, 'server.js')).toEqual(['server.js'])
})

describe('store.listen()', () => {
  /** Asks over HTTP, and calls over HTTP/2 with a request without a message. */
  const ask = `async ({ createStore }, { connect }) => {
    const store = createStore({ security: 'insecure' })
    const port = await store.listen()
    const { status } = await fetch(port.url + '/ping')
    const session = connect(port.url)
    const call = session.request({ ':method': 'POST', ':path': '/event_store.client.streams.Streams/Delete', 'content-type': 'application/grpc' })
    call.end()
    const headers = await new Promise((resolve) => call.once('response', resolve))
    session.destroy()
    await store.close()
    const refused = await fetch(port.url + '/ping').then(() => false, () => true)
    console.log(JSON.stringify([status, headers['grpc-message'], port.connectionString.replace(/\\d+/, 'N'), refused]))
  }`
  const printed = JSON.stringify([200, 'Incomplete message.', 'kurrentdb://localhost:N?tls=false', true])

  test('opens a port from the packed package, which closes with the store', () => {
    expect(print(`void (${ask})(await import('rillbox'), await import('node:http2'))`).trim()).toBe(printed)
  })

  test('does so from CommonJS', () => {
    const require = "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n"
    expect(print(`${require}void (${ask})(require('rillbox'), require('node:http2'))`).trim()).toBe(printed)
  })
})

test('a port opens without HTTP/2 and without the client of HTTP that Node loads for `Request`: the first who needs them loads them', () => {
  const printed = print(
    `import { serve } from 'rillbox/server'
     const served = await serve({ port: 0 })
     const loaded = () => ['internal/deps/undici/undici', 'http2'].filter((name) => process.moduleLoadList.includes('NativeModule ' + name))
     const before = loaded()
     await (await fetch(served.url + '/ping')).text()
     await served.close()
     console.log(JSON.stringify([before, loaded().length > 0]))`,
  )
  expect(printed.trim()).toBe('[[],true]')
})

test('no file names a module of Node where a bundler for browsers could ask for it', () => {
  const folder = join(application, 'node_modules', 'rillbox', 'dist')
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const texts = new Map(scripts.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]))
  const reached = new Set(['browser.js', 'index.js', 'testing.js', workerScript, 'element/element.js', 'element/devtools.js'])
  const imports = readImports(texts)
  for (const file of reached) for (const { from, to, external } of imports) if (from === file && !external) reached.add(to)
  const asked = imports.filter(({ from, to, external }) => external && reached.has(from) && /^(node:|module$|fs$|path$|url$)/.test(to))
  expect(asked).toEqual([])
  expect([...reached].some((file) => texts.get(file)!.includes('QTS_NewRuntime'))).toBe(true)
})
