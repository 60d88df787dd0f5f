// What a rule is given and what it gives back.

import type { RuleFinding } from './diagnostic.ts'
import type { QueryModel } from './query-model.ts'
import type { SeenEvents } from './seen-events.ts'

export interface RuleContext {
  /** Whether the projection may emit; undefined where that is not known. */
  readonly emitEnabled: boolean | undefined
  /** The engine that runs the query. */
  readonly engine: 1 | 2
  /** Whether events have `created`. */
  readonly hasCreated: boolean
  /** Whether the text is still being written. */
  readonly isDraft: boolean
  /** Undefined where no events are at hand. */
  readonly seen: SeenEvents | undefined
}

export type Rule = (query: QueryModel, context: RuleContext) => Iterable<RuleFinding>
