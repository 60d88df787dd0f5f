// Reads projections from the files of a folder or a pattern, where the store runs in Node.

import { StoreError } from '../../../base/errors.ts'
import { isError } from '../../../base/platform/realms.ts'
import type { ProjectionFile, ReadProjectionFiles } from './projection-file.ts'
import { readProjectionFiles } from './projection-file.ts'

/** As much of Node's module as is needed here. */
interface Files {
  statSync(path: string, options: { throwIfNoEntry: false }): { isDirectory(): boolean; isFile(): boolean } | undefined
  readdirSync(path: string, options: { recursive: true; encoding: 'utf8' }): string[]
  globSync(pattern: string): string[]
  readFileSync(path: string, encoding: 'utf8'): string
}

/** Not imported: the same code is part of pages. @throws StoreError `platform-unsupported` outside of Node. */
function nodeFiles(): Files {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
  const files = process?.getBuiltinModule?.('node:fs') as Files | undefined
  if (files) return files
  throw new StoreError('platform-unsupported', 'Projections are read from files in Node only.', {
    hint: "Give the page a list of projections, for example that of the plugin for Vite: import projections from 'virtual:rillbox/projections'.",
  })
}

/**
 * @param where a folder, which stands for the scripts in it at any depth; a file; or a pattern like `projections/*.js`. From the working directory.
 * @returns paths in the order of their names, as `where` begins; none where nothing is there.
 */
export function scriptsAt(where: string): readonly string[] {
  const files = nodeFiles()
  const found = files.statSync(where, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) return [where]
  const inFolder = (folder: string): string[] =>
    files
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?js$/.test(name))
      .map((name) => `${folder.replace(/[\\/]$/, '')}/${name}`)
  const paths = (found ? inFolder(where) : files.globSync(where)).map((path) => path.replaceAll('\\', '/'))
  // Of the part that `where` does not name.
  const start = where.replace(/[*?[{].*$/, '').length
  // A link to nothing is told where it is read; reading a pipe would never end.
  const isScript = (path: string): boolean =>
    !/(^|\/)node_modules\//.test(path.slice(start)) && files.statSync(path, { throwIfNoEntry: false })?.isFile() !== false
  return paths.filter(isScript).sort()
}

/**
 * @param paths of files.
 * @param tell the words for a file that cannot be read.
 */
export function readScripts(paths: readonly string[], tell: (error: unknown) => string): ReadProjectionFiles {
  const files = nodeFiles()
  const texts: Record<string, string> = {}
  const unread: string[] = []
  for (const path of paths) {
    try {
      texts[path] = files.readFileSync(path, 'utf8').replace(/^\ufeff/, '')
    } catch (error) {
      unread.push(tell(error))
    }
  }
  const { projections, problems } = readProjectionFiles(texts)
  return { projections, problems: [...unread, ...problems] }
}

/**
 * Reads the projections of files: those of a folder, at any depth, or of a pattern.
 *
 * @example
 * ```ts
 * const [totals] = readProjections('projections/totals.js')
 * const run = await given(events).when(totals!)
 * ```
 *
 * @param where a folder, a file, or a pattern like `projections/*.js`; from the working directory.
 * @returns them in the order of their names, with what the comments of the files say.
 * @throws StoreError `invalid-options` where nothing is there, and where what a file says of itself cannot be; `platform-unsupported` outside of
 *   Node.
 */
export function readProjections(where: string): readonly ProjectionFile[] {
  const paths = scriptsAt(where)
  const { projections, problems } = readScripts(paths, (error) => (isError(error) ? error.message : String(error)))
  const wrong = paths.length === 0 ? [`There is no projection at "${where}".`] : problems
  if (wrong.length === 0) return projections
  throw new StoreError('invalid-options', `These projections cannot be used: ${wrong.join(' ')}`, {
    hint: 'A path is relative to the working directory. docs/queries.md describes the files.',
  })
}
