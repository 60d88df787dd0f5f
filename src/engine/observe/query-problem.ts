// Converts a fault of the engine or of a projection into a problem that editors can mark in the query.

import { StoreError } from '../../base/errors.ts'
import type { CheckQuery } from '../../query/query.ts'

/** A problem of a query, and its place. */
export interface QueryProblem {
  /** In the server's words. */
  readonly message: string
  /** In the query as written, from 1; absent where no place is to blame. */
  readonly line?: number
  /** The same; columns count UTF-16 units. */
  readonly column?: number
}

/** Why waiting for projections ended early. */
export function faultedError(projections: readonly { readonly name: string; readonly fault: KeptFault | undefined }[]): StoreError {
  const lines = projections.map(({ name, fault }) => {
    const problem = problemOf(fault)
    return `The projection "${name}" is faulted${problem ? `: ${printQueryProblem(problem)}` : '.'}`
  })
  return new StoreError('projection-faulted', `${lines.join('\n')}\n`, {
    hint: 'Correct the query, or leave failOnFault out if you expect a fault.',
  })
}

/** The fault that ended a run, as the projection's row keeps it. */
interface KeptFault {
  readonly reason: string
  readonly line?: number
  readonly column?: number
}

export function problemOf(fault: KeptFault | undefined): QueryProblem | undefined {
  if (!fault) return undefined
  const { reason, line, column } = fault
  return { message: reason, ...(line !== undefined && { line }), ...(column !== undefined && { column }) }
}

/** The first line of a message names the problem. Messages of the server have more lines. */
export const firstLine = (message: string): string => message.trim().split(/\r?\n/)[0]!

/** The problem and its place, on one line where its message has one. */
export const printQueryProblem = ({ message, line, column }: QueryProblem): string =>
  line === undefined ? message : `${message} (line ${line}, column ${column ?? 1} of the query)`

/** Parses a query without running it. */
export async function checkSyntax(check: CheckQuery, query: string): Promise<QueryProblem | undefined> {
  const fault = await check(query)
  return fault && problemOf({ ...fault, reason: fault.message })
}
