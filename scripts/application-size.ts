// Measures what an application loads that calls `startStore`: bundled and minified as its own build does it, with the dependencies inside.

import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { build } from 'vite'
import { buildTarget } from './browsers.ts'

/** Compressed bytes, without msw, QuickJS and the script of the Worker. */
export interface ApplicationSize {
  /** With the page. */
  readonly atOnce: number
  /** With what `startStore` loads. */
  readonly started: number
  /** With everything that may come later. */
  readonly inAll: number
}

const entry = 'application'

/** @param dist folder of the built package. */
export async function measureApplication(dist: string): Promise<ApplicationSize> {
  const text = `import { startStore } from ${JSON.stringify(join(dist, 'browser.js'))}\nawait startStore({ baseUrl: '/store' })`
  const outcome = await build({
    configFile: false,
    root: dist,
    publicDir: false,
    logLevel: 'error',
    plugins: [{ name: entry, resolveId: (id) => (id === entry ? `\0${entry}` : null), load: (id) => (id === `\0${entry}` ? text : null) }],
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rolldownOptions: { input: { [entry]: entry }, external: /^msw(\/|$)/ },
    },
  })
  const { output } = outcome as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' && !isQuickJs(file) ? [[file.fileName, file]] : [])))
  const first = [...chunks.values()].find(({ isEntry }) => isEntry)!.fileName
  const next = (names: readonly string[]): string[] => names.flatMap((name) => chunks.get(name)?.dynamicImports ?? [])
  const withImports = (names: readonly string[]): Set<string> => {
    const found = new Set(names.filter((name) => chunks.has(name)))
    for (const name of found) for (const other of chunks.get(name)!.imports) if (chunks.has(other)) found.add(other)
    return found
  }
  const all = new Set([first])
  for (const name of all) for (const other of withImports([name, ...next([name])])) all.add(other)
  const size = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)!.code).length, 0)
  return { atOnce: size(withImports([first])), started: size(withImports([first, ...next([first])])), inAll: size(all) }
}

/** The package's engine, or the library that speaks with it, with nothing of our own beside it. */
const quickJs = /[\\/]node_modules[\\/]quickjs-emscripten-core[\\/]|[\\/]dist[\\/]chunks[\\/](?:emscripten-module|ffi)[^\\/]*\.js$/

const isQuickJs = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
  moduleIds.some((id) => quickJs.test(id)) && moduleIds.every((id) => quickJs.test(id) || id.startsWith('\0'))
