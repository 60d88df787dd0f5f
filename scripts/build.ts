// Builds the package as it is published: one bundle per entry of `exports`, the queries' workers beside them, the playground's folder, and
// declarations.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { build, minify } from 'vite'
import { measureApplication } from './package/application-size.ts'
import { buildTarget } from './package/browsers.ts'
import { buildCommonJs } from './package/commonjs.ts'
import { deflateEngine } from './package/deflated-engine.ts'
import { bundleGuest, languageEntry, languageFile, writeGenerated } from './guest-text.ts'
import { readImports } from './checks/imports.ts'
import { minifyPackages, packageName } from './package/minify-packages.ts'
import { bundledPackages, noticesInFront } from './package/notices.ts'
import { plainWorkerUrl } from './package/plain-worker-url.ts'
import { shortStyles } from './package/short-styles.ts'
import { measureScripts, workerScript } from './package/sizes.ts'
import { stripNodeBranch } from './package/strip-node-branch.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

interface Manifest {
  readonly version: string
  readonly exports: Readonly<
    Record<
      string,
      | string
      | {
          readonly 'rillbox-source'?: string
          readonly require?: object
          readonly types: string
          readonly node?: string
          readonly default?: string
        }
    >
  >
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** Browsers and Node: syntax that one of them lacks is translated to older forms. */
const target = ['es2023', ...buildTarget]

const nameOf = (built: string): string => built.replace(/^(\.\/)?dist\/|\.js$/g, '')
const commands = Object.values(manifest.bin ?? {}).map(nameOf)

/** The playground's output: a folder that any static host can serve. */
const elementFolder = 'element'

/** Sources of the entries, keyed by the name of the file in `dist`. */
const entries = Object.fromEntries([
  ...Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' || !target['rillbox-source'] || !target.default
      ? []
      : [
          [nameOf(target.default), join(root, target['rillbox-source'])],
          // Its substitute on a server.
          ...(target.node ? [[nameOf(target.node), join(root, 'src', `${nameOf(target.node)}.ts`)]] : []),
        ],
  ),
  ...commands.map((name) => [name, join(root, 'src', `${name}.ts`)]),
]) as Readonly<Record<string, string>>
/** Entries with a CommonJS build too. */
const required = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' || !target.require || !target.default || !target['rillbox-source']
    ? []
    : [{ name: nameOf(target.default), source: join(root, target['rillbox-source']) }],
)
const jestScripts = { 'jest-preset': join(root, 'src/jest/preset.ts'), 'jest-setup': join(root, 'src/jest/setup.ts') }
const isInElementFolder = (name: string): boolean => name.startsWith(`${elementFolder}/`) && !isWorker(name)
/**
 * The script of the browsers' Workers is built next to the code that starts it. The playground's folder has it, for sites that copy
 * the folder; the rest of the package shares it. Its name contains the release, so that caches never mix two.
 */
const worker = `worker-${manifest.version}.js`
if (`${elementFolder}/${worker}` !== workerScript) throw new Error(`package.json calls the Worker of this release ${workerScript}.`)
const isWorker = (name: string): boolean => name === nameOf(workerScript)

/** The script of the page at /ui, which a served store has from the same folder. */
const workbench = { workbench: join(root, 'src/devtools/workbench/start.ts') }

/** The script of the queries' threads in Node. */
const nodeWorker = { 'node-worker': join(root, 'src/query/workers/node-worker.ts') }

const notices = join(root, 'src/storage/notice.ts')

/** Modules of `src/base` that an application needs before it has a store. */
const neededBefore = /^src\/base\/(?!events\/|json\/|bytes\.|paths\.|time\/(?:moments|time-slice)\.)/

/**
 * The modules that every store needs are one file, and those needed before a store another: left alone, the bundler would cut off
 * more pieces for each part that loads later.
 */
const fewChunks = [
  { name: 'base', test: (id: string) => neededBefore.test(id.slice(root.length + 1)) || id === notices, priority: 1 },
  // `rillbox/testing` runs queries without a store, and judges and compares them without most of it.
  { name: 'runs', test: (id: string) => storeModules.has(id) && testingModules.has(id) },
  { name: 'traces', test: (id: string) => storeModules.has(id) && !testingModules.has(id) && comparingModules.has(id) },
  { name: 'store', test: (id: string) => storeModules.has(id) && !testingModules.has(id) && !comparingModules.has(id) },
  // Apart from the store, which loads what imports them: bundlers of applications keep a circle of chunks that nobody uses.
  { name: 'late', test: (id: string) => /\/http\/(?:streams\/feed\/(?:late-xml|feed-reply)|xml\/late-reader)\.ts$/.test(id) },
]

/** In the playground's folder, what is needed before a store is what the elements need at rest. */
const elementChunks = fewChunks.map((group) =>
  group.name === 'base' ? { ...group, test: (id: string) => group.test(id) && restingModules.has(id) } : group,
)

/** Each bundled package is a file of its own. */
const packageChunks = {
  debugName: 'packages',
  name: (id: string) => packageName(id) ?? null,
  test: (id: string) => packageName(id) !== undefined,
  priority: 2,
}

/** Frameworks that render on a server send what begins with it to the page: hooks cannot run elsewhere. */
const clientOnly = "'use client'"

const packages = bundledPackages()

await writeGenerated()
const storeModules = reachedAtOnce(join(root, 'src/engine/store.ts'))
const testingModules = reachedAtOnce(join(root, 'src/testing.ts'))
const restingModules = reachedAtOnce(join(root, 'src/playground/define-elements.ts'))
const comparingModules = new Set(
  ['queries/diagnostics.ts', 'queries/compare/compared-runs.ts', '../storage/memory/memory.ts', '../base/events/event-table.ts'].flatMap(
    (file) => [...reachedAtOnce(join(root, 'src/engine', file))],
  ),
)

await bundle()
await bundleElement()
await buildCommonJs({ root, dist, entries: required, scripts: jestScripts, plugins: [shortGuestText(), packages.plugin()], target })
writeFileSync(join(dist, 'licenses.md'), packages.list())
declare()
copyTypes()
await printSizes()

async function bundle(): Promise<void> {
  const outside = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const isOutside = (id: string): boolean => id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [engineOfWorker(), plainWorkerUrl(), packages.plugin(), minifyPackages()],
    // The worker's address is then relative to the bundle that starts it.
    base: './',
    build: {
      outDir: dist,
      emptyOutDir: true,
      // Applications minify it, and their developers can read it while debugging: no maps are needed. Bundled packages are minified.
      minify: false,
      target,
      lib: {
        entry: {
          ...Object.fromEntries(Object.entries(entries).filter(([name]) => !isInElementFolder(name) && !isWorker(name))),
          ...nodeWorker,
        },
        formats: ['es'],
      },
      rolldownOptions: {
        external: isOutside,
        output: {
          banner: ({ name }) => (commands.includes(name) ? '#!/usr/bin/env node' : name === 'react' ? clientOnly : ''),
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          codeSplitting: { groups: [...fewChunks, packageChunks] },
          // The comments are in the declarations, where editors show them.
          comments: { jsdoc: false },
        },
      },
    },
    worker: workerBuild(workerScript),
  })
}

/**
 * The playground and the developer tools with everything in them, for pages without a build: a page names `element.js` or `devtools.js`,
 * which load the rest by relative URLs. The other files are named by their content, so that caches never mix two releases.
 */
async function bundleElement(): Promise<void> {
  const inFolder = Object.entries(entries).filter(([name]) => isInElementFolder(name))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [shortGuestText(), shortStyles(), stripNodeBranch(), plainWorkerUrl(), alwaysInWorkers(), packages.plugin()],
    base: './',
    build: {
      outDir: join(dist, elementFolder),
      emptyOutDir: true,
      target,
      minify: true,
      lib: {
        entry: { ...Object.fromEntries(inFolder.map(([name, source]) => [name.slice(elementFolder.length + 1), source])), ...workbench },
        formats: ['es'],
      },
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        output: { minify: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: { groups: elementChunks } },
      },
    },
    worker: workerBuild(worker),
  })
}

/**
 * The script of the queries' Worker: one file with everything in it, the licences too. Applications' builds copy it as it is, or bundle it
 * in formats that know no chunks.
 */
function workerBuild(entryFileNames: string): InlineConfig['worker'] {
  return {
    format: 'es',
    plugins: () => [keepExports(), shortGuestText(), stripNodeBranch(), deflateEngine(), noticesInFront(), packages.plugin()],
    rolldownOptions: { output: { entryFileNames, codeSplitting: false, minify: true } },
  }
}

/**
 * The package has one engine, in the script of the browsers' Workers: threads of Node and queries on the calling thread import it from
 * there. A second copy would be a seventh of the tarball.
 */
function engineOfWorker(): Plugin {
  const sources: Readonly<Record<string, readonly string[]>> = {
    [join(root, 'src/query/sandbox/quickjs.ts')]: ['../dialect/source/prepare.ts', './sandboxed-query.ts'],
    [join(root, 'src/query/workers/node-worker.ts')]: ['./answer-calls.ts'],
  }
  const replaced = new Set<string>()
  return {
    name: 'engine-of-worker',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !sources[importer]?.includes(source)) return undefined
      replaced.add(source)
      // Entries are in `dist`, and chunks one folder below.
      return { id: importer.endsWith('node-worker.ts') ? `./${workerScript}` : `../${workerScript}`, external: true }
    },
    generateBundle(_options, bundle) {
      const isBundled = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes('quickjs-emscripten')),
      )
      if (isBundled || replaced.size < Object.values(sources).flat().length)
        this.error('The engine is imported in another way than before.')
    },
  }
}

/** Vite drops the exports of a Worker's script. */
function keepExports(): Plugin {
  return { name: 'keep-exports', options: (options) => ({ ...options, preserveEntrySignatures: 'strict' }) }
}

/** In the package, guest code is without comments and blanks. */
function shortGuestText(): Plugin {
  return {
    name: 'short-guest-text',
    load: async (id) => {
      if (id !== languageFile) return undefined
      return `export const languageText = ${JSON.stringify(await withoutBlanks(await bundleGuest(languageEntry)))}`
    },
  }
}

/** Pages have Workers, whose script is in the same folder: an engine for the page's own thread would be half of the bytes. */
function alwaysInWorkers(): Plugin {
  const inProcess = join(root, 'src/query/sandbox/quickjs.ts')
  const text = `import { StoreError } from '../../base/errors.ts'
    export const openInQuickJs = () => Promise.reject(new StoreError('sandbox-unavailable', 'The Worker for a query could not be started.', {
      hint: 'Serve the file worker-….js beside element.js.' }))`
  let isReplaced = false
  return {
    name: 'always-in-workers',
    load(id) {
      if (id !== inProcess) return undefined
      isReplaced = true
      return text
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error(`${inProcess} is not a part of the playground any more.`)
    },
  }
}

/** Drops comments, blanks and the names of variables; keeps names of functions, which guests can see. */
async function withoutBlanks(expression: string): Promise<string> {
  const options = { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true, legalComments: 'none' } } as const
  const { code, errors } = await minify('guest.js', expression, { module: false, ...options })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code.trim().replace(/;$/, '')
}

/**
 * The static imports of a source file, transitively, except files that import something later themselves: in one chunk with the rest,
 * the later part would need that chunk, and each would keep the other in builds that use neither.
 */
function reachedAtOnce(first: string): ReadonlySet<string> {
  const folder = join(root, 'src')
  const files = filesBelow(folder).filter((file) => file.endsWith('.ts'))
  const imports = readImports(new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))).filter(
    ({ typeOnly }) => !typeOnly,
  )
  const atOnce = imports.filter(({ dynamic, external }) => !dynamic && !external)
  const reached = new Set([relative(folder, first).split(sep).join('/')])
  for (const file of reached) for (const { from, to } of atOnce) if (from === file) reached.add(to)
  const loaders = new Set(imports.filter(({ dynamic }) => dynamic).map(({ from }) => from))
  for (const file of loaders) for (const { from, to } of atOnce) if (to === file) loaders.add(from)
  return new Set([...reached].filter((file) => !loaders.has(file)).map((file) => join(folder, file)))
}

/** Writes the declarations that the entries reach, with the names that their files have in the package. */
function declare(): void {
  const all = join(root, 'node_modules', '.cache', 'rillbox', 'declarations')
  rmSync(all, { recursive: true, force: true })
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'scripts/tsconfig.build.json', '--outDir', all], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)

  const texts = new Map(filesBelow(all).map((file) => [file.replace(/\.d\.ts$/, '.ts'), readFileSync(join(all, file), 'utf8')]))
  const imports = readImports(texts).filter(({ external }) => !external)
  const needed = new Set(Object.values(entries).map((source) => relative(join(root, 'src'), source).split(sep).join('/')))
  // Iterating over a set includes members added meanwhile.
  for (const file of needed) for (const { from, to } of imports) if (from === file) needed.add(to)
  for (const file of needed) {
    const path = join(dist, file.replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(path), { recursive: true })
    // TypeScript keeps the sources' `.ts` in declarations; the package has `.js`.
    writeFileSync(path, texts.get(file)!.replace(/((?:from|import\(|import)\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
  }
}

/** Entries with types only are written by hand: they are copied unchanged, as the styles of documents are. */
function copyTypes(): void {
  copyFileSync(join(root, 'src', 'documents', 'html', 'blocks.css'), join(dist, 'blocks.css'))
  for (const target of Object.values(manifest.exports)) {
    if (typeof target === 'string' || target.default) continue
    copyFileSync(join(root, target.types.replace('/dist/', '/src/')), join(root, target.types))
  }
}

/** The bytes of each entry after a page's own build has minified it: the code and its static chunks, without dependencies. */
async function printSizes(): Promise<void> {
  for (const { file, minified, atOnce } of measureScripts(dist)) {
    console.log(`dist/${file.padEnd(24)} ${kilobytes(minified)} kB minified, ${kilobytes(atOnce)} kB gzipped`)
  }
  const { atOnce, started, withWorkers, inAll } = await measureApplication(dist)
  console.log(`an application with startStore, gzipped, without msw:`)
  console.log(
    `${kilobytes(atOnce)} kB at once, ${kilobytes(started)} kB once it is started, ${kilobytes(withWorkers)} kB in all, without the Worker,`,
  )
  console.log(`${kilobytes(inAll)} kB with the engine, which the page loads too where no Worker starts`)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(8)
}
