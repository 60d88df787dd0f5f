// A projection under test: given events, when a query handles them, then look at state, results and emissions. No HTTP, no storage.

import type { Release } from './base/release/facts.ts'
import type { Diagnostic } from './query/diagnostics/diagnostic.ts'
import type { EventNames } from './query/diagnostics/seen-events.ts'
import { textOf } from './base/bytes.ts'
import type { GivenEvent } from './testing/events.ts'
import { record } from './testing/events.ts'
import { rulesOf } from './testing/rules.ts'

export { given } from './testing/given.ts'
export type { RunOptions } from './testing/given.ts'
export type { Diagnostic, Fix } from './query/diagnostics/diagnostic.ts'
export type { Severity } from './query/diagnostics/codes.ts'
export type { GivenEvent } from './testing/events.ts'
export type { EmittedEvent, ProjectionFault as RunFault, ProjectionRun, SkipReason, SkippedEvent } from './testing/run.ts'

/** What `check` judges a query by. */
export interface CheckOptions {
  /** Whether the projection may emit. Default: not judged. */
  readonly emit?: boolean
  /** Events that the query will read; names of types, streams and fields are compared with theirs. Default: none, and names are not judged. */
  readonly events?: readonly GivenEvent[]
  /** The release of the server that will run the query. Default: `26.1`. */
  readonly release?: Release
  /** The engine that will run it; `2` is the second one of KurrentDB 26. Default: 1. */
  readonly engine?: 1 | 2
}

/**
 * Says what is wrong in a query, without running it. [What is wrong in a query](https://github.com/rillbox/rillbox/blob/main/docs/server/diagnostics.md)
 * describes the codes.
 *
 * @example
 * ```ts
 * expect(await check(query, { events })).toEqual([])
 * ```
 *
 * @param query the query's text.
 * @returns the findings in the order of the text; lines and columns count from 1.
 */
export async function check(query: string, { emit, events, ...asked }: CheckOptions = {}): Promise<readonly Diagnostic[]> {
  const { facts, engine } = rulesOf(asked)
  // Most tests run queries and judge none.
  const { diagnose, EventNames } = await import('./engine/queries/diagnostics.ts')
  const { language } = facts
  return await diagnose(query, { emitEnabled: emit, engine, language, seen: events && namesOf(new EventNames(true), record(events)) })
}

function namesOf(names: EventNames, records: ReturnType<typeof record>): EventNames {
  for (const { stream, type, data, metadata } of records) names.note({ stream, type, data: textOf(data), metadata: textOf(metadata) })
  return names
}
