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
    setUp: (msw?: 'missing') => setUp(folder.path, msw === 'missing' ? undefined : worker).join('\n'),
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

/** Applications, and the command's changes to each beside the worker script. */
const kinds: readonly (readonly [name: string, given: Files, changed: readonly string[], printed: RegExp])[] = [
  [
    'Vite with React and TypeScript',
    react,
    ['src/rillbox.ts', 'src/main.tsx'],
    /^Wrote src\/rillbox\.ts.*\nAdded its import to src\/main\.tsx/,
  ],
  [
    'Vite with JavaScript, comments first, Windows lines, and a script beside the page',
    {
      'package.json': manifest('vite'),
      'index.html': page('./main.js'),
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
  expect(changed.takeBack()).toContain('src/rillbox.ts has been changed since')
  expect(changed.setUp()).toContain('starts a store already')
  expect(changed.files()).toEqual(kept)

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

it('prints the lines of tests where there is nothing else', () => {
  const made = application({ 'package.json': manifest('vitest') })
  const before = made.files()
  expect(made.setUp()).toContain("import { startStore } from 'rillbox/node'")
  expect(made.files()).toEqual(before)
  expect(() => application({ 'package.json': '{}' }).setUp()).toThrow('Found no Vite, Next, Storybook, Playwright or Vitest')
})

it('says where package.json is no JSON, and takes a byte order mark', () => {
  for (const work of [(made: ReturnType<typeof application>) => made.setUp(), (made: ReturnType<typeof application>) => made.takeBack()])
    expect(() => work(application({ 'package.json': '{ "name": ' }))).toThrow(/^package\.json: not JSON \(/)
  expect(application({ 'package.json': `\ufeff${manifest('vitest')}` }).setUp()).toContain('rillbox/node')
})
