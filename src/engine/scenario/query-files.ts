// Puts the texts of files into a scenario whose queries are paths beside it, or says which of them are missing.

import { isError, isRecord } from '../../base/platform/realms.ts'
import type { Problem } from '../shape.ts'

/** A path beside the scenario, for example `./totals.js`: no text of JavaScript begins like this. */
export const isQueryPath = (query: unknown): query is string => typeof query === 'string' && /^\.\.?\/[^\n]*$/.test(query)

export interface WithQueries<T> {
  /** The same document with texts in place of paths. */
  readonly document: T
  /** A line for each path that could not be read. */
  readonly problems: readonly Problem[]
}

/**
 * @param document a scenario, or what claims to be one: nothing else of it is checked.
 * @param read takes a path as it stands in the document; its error says why it cannot be read.
 */
export async function withQueryFiles<T>(document: T, read: (path: string) => string | Promise<string>): Promise<WithQueries<T>> {
  const paths = queryPaths(document)
  if (paths.length === 0) return { document, problems: [] }
  const texts = new Map<number, string>()
  const problems: Problem[] = []
  for (const { index, path } of paths) {
    try {
      texts.set(index, (await read(path)).replace(/^\ufeff/, ''))
    } catch (error) {
      problems.push({
        path: placeOf(index),
        message: `"${path}" cannot be read: ${isError(error) ? error.message : String(error)}`,
      })
    }
  }
  const { projections } = document as { readonly projections: readonly object[] }
  const filled = projections.map((projection, index) => (texts.has(index) ? { ...projection, query: texts.get(index)! } : projection))
  return { document: { ...document, projections: filled }, problems }
}

/** Of a document that comes from no file, each path is a problem. */
export const homelessQueries = (document: unknown): readonly Problem[] =>
  queryPaths(document).map(({ index, path }) => ({
    path: placeOf(index),
    message: `"${path}" is a path beside the scenario's file, and this scenario comes from no file: give the text of the query`,
  }))

const placeOf = (index: number): string => `projections[${index}].query`

function queryPaths(document: unknown): { readonly index: number; readonly path: string }[] {
  const projections = isRecord(document) ? document['projections'] : undefined
  if (!Array.isArray(projections)) return []
  return projections.flatMap((projection: unknown, index) => {
    const query = isRecord(projection) ? projection['query'] : undefined
    return isQueryPath(query) ? [{ index, path: query }] : []
  })
}
