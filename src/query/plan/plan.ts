// Plans the work that a query can be spared, from its text alone: plain data about its functions.

import type { AnyNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { walk } from '../dialect/source/syntax-tree.ts'
import type { EventReader } from './event-readers.ts'
import { findEventReaders } from './event-readers.ts'
import { mayHideMembers } from './hidden-members.ts'
import { mayRegisterLate } from './kept-registrations.ts'

export interface Plan {
  /** The functions that only read members of events. */
  readonly eventReaders: readonly EventReader[]
  /** Whether objects of the query may have accessors or be proxies. */
  readonly mayHideMembers: boolean
  /** Whether the query may register handlers at run time. */
  readonly mayRegisterLate: boolean
}

/** Spares a query nothing. */
export const noPlan: Plan = { eventReaders: [], mayHideMembers: true, mayRegisterLate: true }

/** A query's tree, as the finders walk it. */
export interface PlannedTree extends Pick<SyntaxTree, 'text' | 'program'> {
  /** @returns undefined for the program. */
  parentOf(node: AnyNode): AnyNode | undefined
  /** @returns the code that the engine has for a stretch of the text. */
  codeOf(start: number, end: number): string
}

export function planOf({ text, program }: Pick<SyntaxTree, 'text' | 'program'>, codeOf: PlannedTree['codeOf']): Plan {
  const parents = new Map<AnyNode, AnyNode | undefined>()
  walk(program, (node, ancestors) => parents.set(node, ancestors.at(-1)))
  const tree: PlannedTree = { text, program, codeOf, parentOf: (node) => parents.get(node) }
  return { eventReaders: findEventReaders(tree), mayHideMembers: mayHideMembers(text), mayRegisterLate: mayRegisterLate(tree) }
}
