import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { setUp } from './set-up.ts'
import { takeBack } from './take-back.ts'
import type { WorkerFile } from './worker-file.ts'

const require = createRequire(import.meta.url)
const worker: WorkerFile = { text: readFileSync(require.resolve('msw/mockServiceWorker.js'), 'utf8'), version: '3.0.5' }

const olderWorker: WorkerFile = { text: worker.text.replaceAll(/(['"])CLIENT_CLOSE\1/g, "'MOCK_DEACTIVATE'"), version: '2.15.0' }

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

type Files = Readonly<Record<string, string>>

/** An application in a fresh folder. */
function application(given: Files) {
  const folder = temporaryFolder()
  folders.push(folder)
  const at = (name: string): string => join(folder.path, name)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  for (const [name, text] of Object.entries(given)) write(name, text)
  const files = (): Files =>
    Object.fromEntries(
      readdirSync(folder.path, { recursive: true, withFileTypes: true })
        .map((entry) => [join(entry.parentPath, entry.name), entry.isFile()] as const)
        .map(
          ([path, isFile]) =>
            [path.slice(folder.path.length + 1).replaceAll('\\', '/'), isFile ? readFileSync(path, 'utf8') : '/'] as const,
        )
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  return {
    files,
    write,
    setUp: (how?: 'missing' | 'older' | 'devtools') => {
      const script = how === 'missing' ? undefined : how === 'older' ? olderWorker : worker
      return setUp(folder.path, script, { devtools: how === 'devtools' }).join('\n')
    },
    takeBack: () => takeBack(folder.path).join('\n'),
  }
}

const manifest = (...packages: readonly string[]): string =>
  JSON.stringify({ devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])) })

const page = (script: string): string =>
  `<!doctype html>\n<body>\n<script src="/analytics.js"></script>\n<script type="module" src="${script}"></script>\n`

const react: Files = {
  'package.json': manifest('vite', 'typescript'),
  'index.html': page('/src/main.tsx'),
  'vite.config.ts': 'export default { plugins: [] }\n',
  'src/main.tsx': "import { StrictMode } from 'react'\nimport App from './App.tsx'\n\ncreateRoot()\n",
}

/** The folders among files, which have no text. */
const changedFolders = (files: Files): Files => Object.fromEntries(Object.entries(files).filter(([, text]) => text === '/'))

/** Applications, and the command's changes to each beside the worker script. */
const kinds: readonly (readonly [name: string, given: Files, changed: readonly string[], printed: RegExp])[] = [
  [
    'Vite with React and TypeScript',
    react,
    ['src/rillbox.ts', 'src/main.tsx'],
    /^Wrote src\/rillbox\.ts.*\nAdded its import to src\/main\.tsx/,
  ],
  [
    'Vite with JavaScript, comments first, Windows lines, and a script beside the page, whose attributes have no quotation marks',
    {
      'package.json': manifest('vite'),
      'index.html': page('./main.js').replaceAll('"', ''),
      'main.js': '// Licence\r\n\r\n"use strict";\r\nimport "./style.css";\r\n',
    },
    ['rillbox.js', 'main.js'],
    /Added its import to main\.js/,
  ],
  [
    'Vite with a public folder that is there, and another name',
    { ...react, 'vite.config.ts': "export default { base: '/shop/', publicDir: 'assets' }\n", 'assets/logo.svg': '<svg/>' },
    ['src/rillbox.ts', 'src/main.tsx'],
    /Wrote assets.mockServiceWorker\.js/,
  ],
  [
    'SvelteKit with TypeScript',
    { 'package.json': manifest('vite', '@sveltejs/kit'), 'tsconfig.json': '{}', 'src/app.html': '', 'static/robots.txt': '' },
    ['src/hooks.client.ts'],
    /^Wrote src\/hooks\.client\.ts.*\nWrote static.mockServiceWorker\.js/,
  ],
  [
    'SvelteKit with hooks of its own',
    { 'package.json': manifest('vite', '@sveltejs/kit'), 'tsconfig.json': '{}', 'src/hooks.client.js': 'export const init = () => {}\n' },
    [],
    /Let init of src\/hooks\.client\.js begin with:\n  if \(import\.meta\.env\.DEV/,
  ],
  [
    'Nuxt with its app folder',
    { 'package.json': manifest('nuxt'), 'tsconfig.json': '{}', 'app/app.vue': '<template />' },
    ['app/plugins', 'app/plugins/rillbox.client.ts'],
    /^Wrote app\/plugins\/rillbox\.client\.ts.*\nMade the folder public, and wrote public.mockServiceWorker\.js/,
  ],
  [
    'Nuxt 3 with plugins of its own',
    { 'package.json': manifest('nuxt'), 'nuxt.config.js': '', 'plugins/own.js': 'export default () => {}\n' },
    ['plugins/rillbox.client.js'],
    /^Wrote plugins\/rillbox\.client\.js/,
  ],
  ['Vite without a page', { 'package.json': manifest('vite') }, [], /Found no index\.html[\s\S]*import\.meta\.env\.DEV/],
  [
    'Next with its app folder',
    { 'package.json': manifest('next'), 'tsconfig.json': '{}', 'app/layout.tsx': 'export default function Layout() {}\n' },
    ['app/rillbox.tsx'],
    /in app\/layout[\s\S]*<Rillbox>\{children\}<\/Rillbox>/,
  ],
  [
    'Storybook and Playwright beside Vite',
    { ...react, 'package.json': manifest('vite', 'storybook', '@playwright/test'), '.storybook/main.ts': 'export default {}\n' },
    ['src/rillbox.ts', 'src/main.tsx'],
    /\.storybook\/preview[\s\S]*beforeAll[\s\S]*staticDirs[\s\S]*rillbox\/playwright/,
  ],
]

const scriptIn = (files: Files): string | undefined => Object.keys(files).find((name) => name.endsWith('mockServiceWorker.js'))

describe.each(kinds)('an application of %s', (_, given, changed, printed) => {
  it('gets the needed lines, once, and is the same again without them', () => {
    const made = application(given)
    const before = made.files()
    expect(made.setUp()).toMatch(printed)
    const after = made.files()
    const script = scriptIn(after)!
    expect(after[script]).toBe(worker.text)
    const folder = dirname(script)
    const differing = Object.keys(after).filter((name) => after[name] !== before[name] && name !== script && name !== folder)
    expect(differing.toSorted()).toEqual([...changed].toSorted())
    made.setUp()
    expect(made.files()).toEqual(after)
    const isRecorded = changed.length > 0
    expect(made.takeBack()).toMatch(isRecorded ? /^Removed / : /nothing/)
    expect(made.files()).toEqual(isRecorded ? before : after)
  })
})

it('imports its module where an import stands, in the style of the file', () => {
  const entries = [
    ["import a from 'a'\n", "import './rillbox'\nimport a from 'a'\n"],
    [
      '#!/usr/bin/env node\n// Licence\n"use strict";\nimport "a";\n',
      '#!/usr/bin/env node\n// Licence\n"use strict";\nimport "./rillbox";\nimport "a";\n',
    ],
    [
      "/// <reference types='x' />\n\n// @ts-expect-error no types\nimport a from 'a'\n",
      "/// <reference types='x' />\n\nimport './rillbox'\n// @ts-expect-error no types\nimport a from 'a'\n",
    ],
    ['\uFEFF/* a\n b */ const x = 1\n', "\uFEFFimport './rillbox'\n/* a\n b */ const x = 1\n"],
    ['render()\n', "import './rillbox'\nrender()\n"],
    ['', "import './rillbox'\n"],
  ] as const
  for (const [before, after] of entries) {
    const made = application({ ...react, 'src/main.tsx': before })
    made.setUp()
    expect(made.files()['src/main.tsx']).toBe(after)
    made.takeBack()
    expect(made.files()['src/main.tsx']).toBe(before)
  }
})

it('writes a module that starts a store in development, below the base of the server too', () => {
  const made = application({ ...react, 'vite.config.ts': "export default { base: '/shop/' }\n" })
  made.setUp()
  const module = made.files()['src/rillbox.ts']!
  expect(module).toContain("if (import.meta.env.DEV) {\n  const { startStore } = await import('rillbox/browser')")
  expect(module).toContain('workerUrl: `${import.meta.env.BASE_URL}mockServiceWorker.js`')
  const plain = application(react)
  plain.setUp()
  expect(plain.files()['src/rillbox.ts']).not.toContain('BASE_URL')
})

it('writes the hook for which SvelteKit waits', () => {
  const made = application({ 'package.json': manifest('@sveltejs/kit'), 'src/app.html': '' })
  made.setUp()
  expect(made.files()['src/hooks.client.js']).toContain('export async function init() {\n  if (import.meta.env.DEV) {\n')
})

it('keeps foreign lines', () => {
  const own = application({ ...react, 'public/mockServiceWorker.js': worker.text, 'public/logo.svg': '<svg/>' })
  const before = own.files()
  own.setUp()
  own.takeBack()
  expect(own.files(), 'a script that was there before stays').toEqual(before)

  const changed = application(react)
  changed.setUp()
  changed.write('src/rillbox.ts', changed.files()['src/rillbox.ts']!.replace('2113', '2114'))
  const kept = changed.files()
  expect(changed.setUp('devtools')).toContain("add the line await import('rillbox/devtools')")
  expect(changed.files()).toEqual(kept)
  expect(changed.takeBack()).toMatch(
    /^src\/rillbox\.ts has been changed since, and stays.*\nRemoved its import from src\/main\.tsx\.\nRemoved public\/mockServiceWorker\.js/,
  )
  expect(changed.files()).toEqual({ ...react, ...changedFolders(changed.files()), 'src/rillbox.ts': kept['src/rillbox.ts'] })
  expect(changed.setUp()).toContain('starts a store already')
  expect(changed.files()).toEqual(kept)

  const hook = application({ 'package.json': manifest('@sveltejs/kit'), 'src/app.html': '' })
  hook.setUp()
  hook.write('src/hooks.client.js', `${hook.files()['src/hooks.client.js']!}\nexport const mine = 1\n`)
  const withMine = hook.files()
  expect(hook.takeBack()).toContain('has been changed since: remove it yourself')
  expect(hook.files(), 'what it still runs stays').toEqual(withMine)

  const filled = application(react)
  filled.setUp()
  filled.write('public/logo.svg', '<svg/>')
  expect(filled.takeBack()).toContain('public/ holds other files by now')
  expect(Object.keys(filled.files())).toContain('public/logo.svg')

  const foreign = application({ ...react, 'src/rillbox.ts': 'export const mine = 1\n' })
  const untouched = foreign.files()
  expect(() => foreign.setUp()).toThrow('"src/rillbox.ts" is there, and not of this command')
  expect(foreign.takeBack()).toContain('nothing of rillbox init')
  expect(foreign.files()).toEqual(untouched)
})

describe('the developer tools', () => {
  const line = "await import('rillbox/devtools')\n"

  it.each([
    ['Vite', react, 'src/rillbox.ts'],
    ['SvelteKit', { 'package.json': manifest('@sveltejs/kit'), 'src/app.html': '' }, 'src/hooks.client.js'],
    ['Nuxt', { 'package.json': manifest('nuxt'), 'app/app.vue': '' }, 'app/plugins/rillbox.client.js'],
    ['Next', { 'package.json': manifest('next'), 'app/layout.jsx': '' }, 'app/rillbox.jsx'],
  ] as const)('are loaded before the store is started, in %s, and taken away with it', (_, given, module) => {
    const made = application(given)
    const before = made.files()
    expect(made.setUp('devtools')).toContain('with the developer tools')
    const text = made.files()[module]!
    expect(text.indexOf(line)).toBeGreaterThan(text.indexOf('rillbox/browser'))
    expect(text.indexOf(line)).toBeLessThan(text.indexOf('startStore({'))
    made.takeBack()
    expect(made.files()).toEqual(before)
  })

  it('are added to a module that is there, once', () => {
    const made = application(react)
    const before = made.files()
    made.setUp()
    expect(made.setUp('devtools')).toContain('Added the developer tools to src/rillbox.ts.')
    const text = made.files()['src/rillbox.ts']!
    expect(text).toContain(line)
    expect(made.setUp('devtools')).toContain('starts a store already')
    expect(made.setUp()).toContain('starts a store already')
    expect(made.files()['src/rillbox.ts']).toBe(text)
    made.takeBack()
    expect(made.files()).toEqual(before)
  })

  it('are no change where the line was added by hand, nor is another style', () => {
    const made = application(react)
    const before = made.files()
    made.setUp()
    const written = made.files()['src/rillbox.ts']!
    const byHand = written.replace('  await startStore', `  ${line}  await startStore`)
    made.write('src/rillbox.ts', byHand.replaceAll("'", '"').replaceAll(/\)$/gm, ');'))
    made.takeBack()
    expect(made.files()).toEqual(before)
  })
})

it('refuses an msw that is too old for a page, before it writes anything', () => {
  for (const given of [react, { 'package.json': manifest('storybook') }]) {
    const made = application(given)
    const before = made.files()
    expect(() => made.setUp('older')).toThrow(
      /^msw 2\.15\.0 is installed, and a page's store needs msw 3: npm i -D msw@latest, with Node 22/,
    )
    expect(made.files()).toEqual(before)
  }
})

it('says what is missing, in the words of the package manager, and writes nothing', () => {
  for (const [lock, command] of [
    ['pnpm-lock.yaml', 'pnpm add -D msw'],
    ['yarn.lock', 'yarn add -D msw'],
    ['package-lock.json', 'npm i -D msw'],
  ] as const) {
    const made = application({ ...react, [lock]: '' })
    const before = made.files()
    expect(() => made.setUp('missing')).toThrow(`msw is missing: ${command}`)
    expect(made.files()).toEqual(before)
  }
})

it('prints the lines of tests if there is nothing else', () => {
  const made = application({ 'package.json': manifest('vitest') })
  const before = made.files()
  expect(made.setUp()).toContain("import { startStore } from 'rillbox/node'")
  expect(made.files()).toEqual(before)
  expect(() => application({ 'package.json': '{}' }).setUp()).toThrow(
    'Found no Vite, SvelteKit, Next, Nuxt, Storybook, Playwright or Vitest',
  )
})

it('says where package.json is no JSON, and takes a byte order mark', () => {
  for (const work of [(made: ReturnType<typeof application>) => made.setUp(), (made: ReturnType<typeof application>) => made.takeBack()])
    expect(() => work(application({ 'package.json': '{ "name": ' }))).toThrow(/^package\.json: not JSON \(/)
  expect(application({ 'package.json': `\ufeff${manifest('vitest')}` }).setUp()).toContain('rillbox/node')
})
