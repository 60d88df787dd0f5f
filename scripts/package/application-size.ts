// Measures the bytes that an application loads for `startStore`: bundled and minified as its own build does it, dependencies included.

import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { build } from 'vite'
import { buildTarget } from './browsers.ts'

/** Compressed bytes, without msw and the script of the Worker. */
export interface ApplicationSize {
  /** With the page. */
  readonly atOnce: number
  /** Including everything `startStore` loads later. */
  readonly started: number
  /** With every part that may load later where queries run in Workers. */
  readonly withWorkers: number
  /** The same with the engine, which the page loads too where no Worker starts. */
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
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const first = [...chunks.values()].find(({ isEntry }) => isEntry)!.fileName
  const next = (names: readonly string[]): string[] => names.flatMap((name) => chunks.get(name)?.dynamicImports ?? [])
  const withImports = (names: readonly string[]): Set<string> => {
    const found = new Set(names.filter((name) => chunks.has(name)))
    for (const name of found) for (const other of chunks.get(name)!.imports) if (chunks.has(other)) found.add(other)
    return found
  }
  const size = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)!.code).length, 0)
  const reached = (skips: (chunk: Rolldown.OutputChunk) => boolean): Set<string> => {
    const found = new Set([first])
    for (const name of found) for (const other of withImports(next([name]))) if (!skips(chunks.get(other)!)) found.add(other)
    return found
  }
  const withWorkers = size(reached(runsInPage))
  const inAll = size(reached(() => false))
  return { atOnce: size(withImports([first])), started: size(withImports([first, ...next([first])])), withWorkers, inAll }
}

/** Matches the chunks that run queries in the page, which are loaded only where no Worker starts. */
const runsInPage = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
  moduleIds.some((id) => /[\\/]dist[\\/](?:chunks[\\/]quickjs|element[\\/]worker-[^\\/]+)\.js$/.test(id))
