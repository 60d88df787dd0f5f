// The playground's folder as a static host serves it: small at first, complete, and free of foreign requests. Needs `npm run build:package`.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readImports } from '../../scripts/checks/imports.ts'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'element')
const files = readdirSync(folder)
const texts = new Map(files.filter((file) => file.endsWith('.js')).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
const imports = readImports(texts)

/** The scripts that the browser fetches before the page asks for more: the entry is a few words that import the elements at once. */
const first = new Set(['element.js', ...imports.filter(({ from }) => from === 'element.js').map(({ to }) => to)])
for (const file of first) for (const { from, to, dynamic } of imports) if (from === file && !dynamic) first.add(to)

test('the elements and their static imports have at most 25 kB, compressed', () => {
  expect(first.size).toBeGreaterThan(2)
  const sizes = [...first].map((file) => gzipSync(texts.get(file)!).length)
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(`rillbox/element: ${kilobytes.toFixed(1)} kB gzipped in ${first.size} files`)
  expect(kilobytes).toBeLessThanOrEqual(25)
})

test("the developer tools' button has at most 3 kB, compressed, with its static imports", () => {
  const button = new Set(['devtools.js'])
  for (const file of button) for (const { from, to, dynamic } of imports) if (from === file && !dynamic) button.add(to)
  const bytes = gzipSync([...button].map((file) => texts.get(file)!).join('')).length
  console.log(`rillbox/devtools: ${bytes} bytes gzipped in ${button.size} files`)
  expect(bytes).toBeLessThanOrEqual(3000)
})

test('editor, engine and sandbox come later', () => {
  const later = [...texts].filter(([file]) => !first.has(file))
  for (const mark of ['cm-content', '$projections-$all', 'QTS_NewRuntime']) {
    expect(later.filter(([, text]) => text.includes(mark))).not.toEqual([])
    expect([...first].filter((file) => texts.get(file)!.includes(mark))).toEqual([])
  }
})

test('every file is beside the others, and none needs a package or another folder', () => {
  expect(imports.filter(({ to, external }) => external || !files.includes(to))).toEqual([])
  expect(files.filter((file) => /^worker-.*\.js$/.test(file))).toHaveLength(1)
})

/** Names of formats, and texts of the store's answers: nothing is fetched from there. */
const names = [
  'www.w3.org',
  'docs.microsoft.com',
  'schemas.microsoft.com',
  'james.newtonking.com',
  'localhost',
  'store',
  'any.origin',
  'github.com',
]

test('no third party is named', () => {
  const hostsIn = (file: string): string[] => [...texts.get(file)!.matchAll(/\bhttps?:\/\/([\w.-]+)/g)].map(([, host]) => host!)
  expect([...first].flatMap(hostsIn).filter((host) => host !== 'localhost' && host !== 'www.w3.org')).toEqual([])
  expect([...new Set([...texts.keys()].flatMap(hostsIn))].filter((host) => !names.includes(host))).toEqual([])
})

test('the licences of bundled packages are included', () => {
  const licences = readFileSync(join(folder, 'licenses.md'), 'utf8')
  for (const name of ['lit', '@codemirror/view']) expect(licences).toContain(`## ${name} - `)
  const [, worker] = [...texts].find(([file]) => file.startsWith('worker-'))!
  const notices = /^\/\*![^]*?\*\//.exec(worker)?.[0]
  for (const name of ['acorn', 'Copyright (c) 2017-2021 Fabrice Bellard']) expect(notices).toContain(name)
})

test('an engine is only in the Worker', () => {
  expect([...texts].filter(([, text]) => text.includes('QTS_NewRuntime')).map(([file]) => file)).toEqual([
    expect.stringMatching(/^worker-.*\.js$/),
  ])
})
