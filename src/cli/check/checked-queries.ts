// Collects the queries that `check` judges: those of files and folders, or the projections of a store or a server.

import { readFileSync, statSync } from 'node:fs'
import { projectionRows } from '../../projections/model/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import type { EventsSource } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { scriptsAt } from '../../engine/queries/files/read-projections.ts'
import { definitionOn, projectionsOn } from '../remote/projections.ts'
import { connectTo } from '../remote/remote.ts'

export interface CheckedQuery {
  /** Path of the file, or name of the projection. */
  readonly file: string
  readonly text: string
  /** Undefined for files. */
  readonly mode: 'continuous' | 'onetime' | 'transient' | undefined
  /** Undefined for files. */
  readonly emitEnabled: boolean | undefined
}

/** A folder stands for the scripts in it. @throws Failure where a path has no query. */
export function queriesOf(paths: readonly string[]): readonly CheckedQuery[] {
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? scriptsAt(path) : [path]))
  if (files.length === 0)
    throw new Failure(`There is no query in ${paths.map((path) => `"${path}"`).join(' or ')}: queries are files named *.js.`)
  return files.map((file) => ({ file, text: readFileSync(file, 'utf8'), mode: undefined, emitEnabled: undefined }))
}

/** Users' projections of a source, in the order of their names. */
export async function projectionsOf(source: EventsSource, storage: Storage): Promise<readonly CheckedQuery[]> {
  const found = source.kind === 'server' ? await remoteQueries(source) : await storedQueries(storage)
  if (found.length === 0) throw new Failure('There is no projection of users to check. Give files, or a folder of projections.')
  return found.toSorted((one, other) => (one.file < other.file ? -1 : 1))
}

async function storedQueries(storage: Storage): Promise<CheckedQuery[]> {
  const rows = await storage.read((tx) => tx.rows(projectionRows))
  return rows.flatMap(([, { name, definition }]) => {
    if (!definition || name.startsWith('$')) return []
    const { query, mode, emitEnabled } = definition
    return [
      { file: name, text: query, mode: mode === 'OneTime' ? 'onetime' : mode === 'Transient' ? 'transient' : 'continuous', emitEnabled },
    ]
  })
}

async function remoteQueries({ url, user }: Extract<EventsSource, { kind: 'server' }>): Promise<CheckedQuery[]> {
  const remote = connectTo(url, user)
  const queries: CheckedQuery[] = []
  for (const { name, mode } of await projectionsOn(remote)) {
    const { query, emitEnabled } = await definitionOn(remote, name)
    queries.push({ file: name, text: query, mode, emitEnabled })
  }
  return queries
}
