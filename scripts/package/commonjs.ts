// Builds the CommonJS entries of the package, with ESM-only packages bundled in: for Jest, which loads no ESM without a flag of Node.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { build } from 'vite'

/** An entry of `exports` that has a `require` condition. */
export interface CommonEntry {
  /** Name of the entry's files, up to the first dot. */
  readonly name: string
  readonly source: string
}

export interface CommonJsOptions {
  readonly root: string
  /** Folder of the ESM build; the folder `cjs` in it is made again. */
  readonly dist: string
  readonly entries: readonly CommonEntry[]
  /** Scripts that Jest loads, by name. */
  readonly scripts: Readonly<Record<string, string>>
  readonly plugins: readonly Plugin[]
  readonly target: string[]
}

/** Left outside: the application's own, and a dependency that has CommonJS itself. */
const outside = ['msw', '@bufbuild/protobuf']

/** The engine is large, and runs in a thread, which loads the ESM of it. A caller in the same process gets that one, too: Node can require ESM. */
function engineOfEsm(dist: string): Plugin {
  const script = 'chunks/quickjs.js'
  return {
    name: 'engine-of-esm',
    enforce: 'pre',
    resolveId(source) {
      if (!source.endsWith('/quickjs.ts')) return undefined
      if (!existsSync(join(dist, script))) throw new Error(`The engine of the ESM build is not in ${script} any more.`)
      return { id: `../${script}`, external: true }
    },
  }
}

/** The code for ports, which the ESM build loads by its address, is a part of this one: what pages load is in neither. */
export function portsInside(): Plugin {
  const loading = /import\(\/\* @vite-ignore \*\/ \/\* webpackIgnore: true \*\/ address\)/
  return {
    name: 'ports-inside',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/engine/calls/listening.ts')) return undefined
      if (!loading.test(code)) throw new Error('The module of store.listen() loads the code for ports in another way than before.')
      return { code: code.replace(loading, "import('../../host/node/http-server.ts')"), map: null }
    },
  }
}

/** Modules that load next use it at once. */
const lackingNothing = `if (typeof TextDecoder === 'undefined') throw new Error("This environment has neither TextDecoder nor Request: \
in Jest with jsdom say preset: 'rillbox/jest', or setupFiles: ['rillbox/jest/setup'] beside another preset.");`

/** Built as for a server, without the browsers' Workers. The chunks are one folder below the script of the threads. */
export async function buildCommonJs({ root, dist, entries, scripts, plugins, target }: CommonJsOptions): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...plugins, engineOfEsm(dist), portsInside()],
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: true,
      outDir: join(dist, 'cjs'),
      emptyOutDir: true,
      target,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { ...Object.fromEntries(entries.map(({ name, source }) => [name, source])), ...scripts },
        output: {
          format: 'cjs',
          exports: 'named',
          // Jest's `import()` needs the flag too.
          dynamicImportInCjs: false,
          minify: true,
          intro: ({ name, isEntry }) => (isEntry && !(name in scripts) ? lackingNothing : ''),
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
        },
      },
    },
  })
  for (const { name } of entries) {
    const exported = (await import(pathToFileURL(join(dist, `${name}.js`)).href)) as Record<string, unknown>
    writeFileSync(join(dist, 'cjs', `${name}.d.cts`), declarations(name, exported))
  }
}

/**
 * Declarations of a CommonJS entry: the ESM ones under other names. TypeScript lets no CommonJS file re-export the values of an ES
 * module, but name their types.
 *
 * @param exported names that the ESM entry exports at run time.
 */
export function declarations(name: string, exported: Readonly<Record<string, unknown>>): string {
  const module = `'../${name}.js'`
  const mode = "{ with: { 'resolution-mode': 'import' } }"
  const lines = Object.keys(exported)
    .sort()
    .flatMap((member) => [
      `export declare const ${member}: (typeof entry)['${member}']`,
      ...(isClass(exported[member]) ? [`export type ${member} = import(${module}, ${mode}).${member}`] : []),
    ])
  return [
    `export type * from ${module} with { 'resolution-mode': 'import' }`,
    `declare const entry: typeof import(${module}, ${mode})`,
    ...lines,
    '',
  ].join('\n')
}

const isClass = (value: unknown): boolean => typeof value === 'function' && String(value).startsWith('class')
