// Measures the built package: the bytes each entry loads at once and in all, minified and compressed, and the tarball, packed and unpacked.

import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { minifySync } from 'vite'
import type { ApplicationSize } from './application-size.ts'
import { measureApplication } from './application-size.ts'
import { readImports } from '../checks/imports.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: { './worker': { default: string } } }

/** Bytes of one file with everything of the package that it imports. */
export interface ScriptSize {
  /** Below `dist`. */
  readonly file: string
  /** Static imports included. */
  readonly minified: number
  /** The same, compressed. */
  readonly atOnce: number
  /** Compressed, dynamic imports included. */
  readonly inAll: number
}

/** @returns the sizes of all separately loaded files: entries, and their dynamic imports. */
export function measureScripts(dist: string = join(root, 'dist')): ScriptSize[] {
  const scripts = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
  const texts = new Map(scripts.map((file) => [file, readFileSync(join(dist, file), 'utf8')]))
  const imports = readImports(texts).filter(({ external }) => !external)
  const minified = new Map<string, string>()
  const minify = (file: string): string => {
    const code = minified.get(file) ?? minifySync(file, texts.get(file)!, { module: true }).code
    minified.set(file, code)
    return code
  }
  const codeOf = (first: string, later: boolean): string => {
    const loaded = new Set([first])
    for (const file of loaded) for (const { from, to, dynamic } of imports) if (from === file && (later || !dynamic)) loaded.add(to)
    return [...loaded].map(minify).join('')
  }
  return scripts
    .filter((file) => hasBudget(file) || !imports.some(({ to, dynamic }) => to === file && !dynamic))
    .map((file) => {
      const code = codeOf(file, false)
      return { file, minified: code.length, atOnce: gzipSync(code).length, inAll: gzipSync(codeOf(file, true)).length }
    })
}

const hasBudget = (file: string): boolean => Object.values(budgeted).includes(file)

export interface PackageSize {
  /** Bytes of the file that `npm install` fetches. */
  readonly packed: number
  /** Bytes of the files that it leaves on a disk. */
  readonly unpacked: number
}

function packageSize(): PackageSize {
  const output = execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [{ size, unpackedSize } = { size: 0, unpackedSize: 0 }] = JSON.parse(output) as {
    readonly size: number
    readonly unpackedSize: number
  }[]
  return { packed: size, unpacked: unpackedSize }
}

/** Everything in the built package that has a budget. */
export interface Sizes extends PackageSize {
  readonly scripts: readonly ScriptSize[]
  readonly application: ApplicationSize
}

export const measure = async (): Promise<Sizes> => ({
  ...packageSize(),
  scripts: measureScripts(),
  application: await measureApplication(join(root, 'dist')),
})

/** The script of the browsers' Workers, below `dist`. */
export const workerScript = manifest.exports['./worker'].default.replace('./dist/', '')

/** Everything with a budget, and its file below `dist`. Tests in e2e/package hold the built package to e2e/package/budgets.json. */
export const budgeted: Readonly<Record<string, string>> = {
  rillbox: 'index.js',
  'rillbox/browser': 'browser.js',
  'rillbox/node': 'node.js',
  'rillbox/server': 'server.js',
  'rillbox/playwright': 'playwright.js',
  'rillbox/vite': 'vite.js',
  'rillbox/remark': 'remark.js',
  'rillbox/vitepress': 'vitepress.js',
  'rillbox/react': 'react.js',
  'rillbox/testing': 'testing.js',
  'rillbox/histories': 'histories.js',
  'rillbox/element': 'element/element.js',
  'rillbox/devtools': 'element/devtools.js',
  'the Worker of queries': workerScript,
}

/** Bytes. */
export interface Budgets {
  /** By name; compressed. */
  readonly entries: Readonly<Record<string, Pick<ScriptSize, 'atOnce' | 'inAll'>>>
  readonly application: ApplicationSize
  readonly packed: number
  readonly unpacked: number
}

/** @returns a sentence for each size beyond its budget, with the difference, and for each size without a budget. */
export function overBudget({ scripts, application, packed, unpacked }: Sizes, budgets: Budgets): string[] {
  const entries = Object.entries(budgeted).flatMap(([name, file]) => {
    const size = scripts.find((script) => script.file === file)
    const budget = budgets.entries[name]
    if (!size || !budget) return [`${name} (dist/${file}) has no ${size ? 'budget' : 'file'}.`]
    return [
      ...over(`${name} loads at once, compressed`, size.atOnce, budget.atOnce),
      ...over(`${name} loads in all, compressed`, size.inAll, budget.inAll),
    ]
  })
  return [
    ...entries,
    ...over('an application with startStore loads at once', application.atOnce, budgets.application.atOnce),
    ...over('an application with startStore has loaded once it is started', application.started, budgets.application.started),
    ...over('an application with startStore loads in all, with Workers', application.withWorkers, budgets.application.withWorkers),
    ...over('an application with startStore loads in all', application.inAll, budgets.application.inAll),
    ...over('the tarball has', packed, budgets.packed),
    ...over('the package unpacks to', unpacked, budgets.unpacked),
  ]
}

function over(what: string, bytes: number, budget: number): string[] {
  if (bytes <= budget) return []
  const percent = ((bytes / budget - 1) * 100).toFixed(1)
  return [`${what}: ${bytes} bytes, ${bytes - budget} (${percent} %) more than the budget of ${budget}.`]
}
