// Plans the work that a query can be spared, from its text alone: plain data about its functions.

import type { SyntaxTree } from '../dialect/source/syntax-tree.ts'
import type { StateUses } from '../language/settings.ts'
import type { EventReader } from './event-readers.ts'
import { findEventReaders } from './event-readers.ts'
import type { PlannedTree } from './planned-tree.ts'
import { areUsedBesideCalls, plannedTree } from './planned-tree.ts'
import { findStateUses, noStateUses } from './state-uses.ts'

export interface Plan {
  /** The functions that only read members of events. */
  readonly eventReaders: readonly EventReader[]
  /** The functions that only read and set members of states, and those that make states; none if handlers may come later. */
  readonly stateUses: StateUses
  /** Whether objects of the query may have accessors or be proxies. */
  readonly mayHideMembers: boolean
  /** Whether the query may register handlers at run time. */
  readonly mayRegisterLate: boolean
}

/** Spares a query nothing. */
export const noPlan: Plan = { eventReaders: [], stateUses: noStateUses, mayHideMembers: true, mayRegisterLate: true }

export function planOf(parsed: Pick<SyntaxTree, 'text' | 'program'>, codeOf: PlannedTree['codeOf']): Plan {
  const tree = plannedTree(parsed, codeOf)
  const mayRegisterLate = areUsedBesideCalls(tree, registrations)
  return {
    eventReaders: findEventReaders(tree),
    stateUses: mayRegisterLate ? noStateUses : findStateUses(tree),
    mayHideMembers: mayHideMembers(parsed.text),
    mayRegisterLate,
  }
}

/**
 * Handlers registered later may read more of events than those that the definition names. A query that composes these names at run time gets
 * the parts of events that its first handlers read.
 */
const registrations = new Set(['on_any', 'on_event', 'when'])

const accessor = /(?<![.\w$])[gs]et(?=\s*[^\s(,:=;)}\]])/
const reflection = /definePropert|__define|\bcreate\b|\bProxy\b/

/**
 * Accessors in a state are faults, and proxies are empty objects (projection-language §16); checking every member for them costs as
 * much as writing it. A script can create them only with accessor syntax or through a few names. Scripts that reach those names in
 * other ways (`Object['define' + 'Property']`) still run: their accessors are called.
 *
 * @returns true in case of doubt, for example where the words stand in a comment.
 */
export const mayHideMembers = (source: string): boolean => accessor.test(source) || reflection.test(source)
