// Reads the projections of an application for the plugin of Vite, and says when they have changed.

import { isAbsolute, join, relative } from 'node:path'
import type { ProjectionFile } from '../../engine/queries/files/projection-file.ts'
import { readScripts, scriptsAt } from '../../engine/queries/files/read-projections.ts'
import type { ProjectionUpdate } from './page-module.ts'

/** As much of a file watcher as is needed. */
export interface WatcherOfVite {
  add(path: string): unknown
  on(event: 'all', listener: (event: string, path: string) => void): unknown
}

/** Milliseconds after which files are read again: editors write in several steps, and the watcher tells of a file once in 50 ms. */
const calm = 60

export class ProjectionFiles {
  readonly #where: string
  #root = process.cwd()

  /** @param where a folder, a file or a pattern, from the application's root. */
  constructor(where: string) {
    this.#where = where
  }

  setRoot(root: string): void {
    this.#root = root
  }

  /** Paths of the files are relative to the root. */
  read(): ProjectionUpdate {
    const named = (path: string): string => relative(this.#root, path).replaceAll('\\', '/')
    const paths = scriptsAt(isAbsolute(this.#where) ? this.#where : join(this.#root, this.#where))
    const { projections, problems } = readScripts(paths, (error) => (error as Error).message)
    const missing = paths.length === 0 ? [`There is no projection at "${this.#where}".`] : []
    const short = (message: string): string => paths.reduce((text, path) => text.replaceAll(path, named(path)), message)
    return { projections: projections.map((one) => ({ ...one, file: named(one.file) })), problems: [...missing, ...problems.map(short)] }
  }

  /** Calls back with what has changed, and with all. */
  watch(watcher: WatcherOfVite, changed: (update: ProjectionUpdate, files: readonly ProjectionFile[]) => void): void {
    const folder = join(this.#root, this.#where.replace(/[*?[{].*$/, ''))
    watcher.add(folder)
    let before = this.read()
    let timer: NodeJS.Timeout | undefined
    const look = (isLast: boolean): void => {
      const update = this.read()
      if (JSON.stringify(update) === JSON.stringify(before)) return
      if (!isLast && update.projections.some(({ query }) => query === '')) return
      const known = new Set(before.projections.map((one) => JSON.stringify(one)))
      before = update
      changed(
        update,
        update.projections.filter((one) => !known.has(JSON.stringify(one))),
      )
    }
    watcher.on('all', (_event, path) => {
      const isInside = !relative(folder.replace(/[^\\/]*$/, ''), path).startsWith('..')
      if (!isInside || !/\.m?js$/.test(path)) return
      look(false)
      clearTimeout(timer)
      timer = setTimeout(() => look(true), calm)
    })
  }
}
