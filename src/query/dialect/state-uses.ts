// Finds the functions of a query that only read and set named members of a state.

import type { EditedText } from './edits.ts'
import type { Identifier } from '../plan/body-reads.ts'
import { isNameOnly, isTarget } from '../plan/body-reads.ts'
import { textOf, textStart } from './event-readers.ts'
import type { AnyNode, FunctionNode, Visit } from './syntax-tree.ts'
import { bare, isFunction } from './syntax-tree.ts'

/** A function's use of the state, identified by the function's text. */
export interface StateUse {
  /** The function's text in the engine. Every function with this text does no more, in any scope. */
  readonly text: string
  /** The members that it reads or sets; it returns nothing but the state. Null where it returns a new object that it does not keep. */
  readonly names: readonly string[] | null
}

interface Candidate {
  readonly start: number
  readonly end: number
  /** The parameter; undefined where there is none. */
  readonly state: Identifier | undefined
  readonly names: Set<string>
  isCertain: boolean
}

export interface StateUses {
  /** Sees every node of the query, outer ones first. */
  readonly visit: Visit
  /** @param edited the query as the engine gets it. */
  uses(edited: EditedText): StateUse[]
}

export function collectStateUses(): StateUses {
  const candidates = new Map<AnyNode, Candidate>()
  const makers: { readonly start: number; readonly end: number }[] = []

  function addFunction(node: FunctionNode, parent: AnyNode | undefined): void {
    const [start, end] = [textStart(node, parent), node.end]
    if (node.async || node.generator) return
    if (makesObject(node)) makers.push({ start, end })
    const [first] = node.params
    const isCertain = (!first || first.type === 'Identifier') && (node.body.type === 'BlockStatement' || isLast(node.body, first))
    candidates.set(node, { start, end, state: first?.type === 'Identifier' ? first : undefined, names: new Set(), isCertain })
  }

  function note(candidate: Candidate, owner: AnyNode, node: AnyNode, ancestors: readonly AnyNode[]): void {
    if (node.type === 'WithStatement') candidate.isCertain = false
    else if (node.type === 'ReturnStatement') {
      const isOwn = ancestors.findLast(isFunction) === owner
      if (isOwn && node.argument && !isLast(node.argument, candidate.state)) candidate.isCertain = false
    } else if (node.type === 'Identifier') noteName(candidate, owner, node, ancestors)
  }

  function noteName(candidate: Candidate, owner: AnyNode, node: Identifier, ancestors: readonly AnyNode[]): void {
    const { state, names } = candidate
    // Both reach parameters without their names.
    if (node.name === 'arguments' || node.name === 'eval') candidate.isCertain = false
    if (node.name !== state?.name || node === state) return
    const member = memberOf(node, ancestors)
    if (member !== undefined) names.add(member)
    else if (!isNameOnly(node, ancestors.at(-1)) && !isReturned(node, owner, ancestors)) candidate.isCertain = false
  }

  return {
    visit(node, ancestors) {
      for (const above of ancestors) {
        const candidate = candidates.get(above)
        if (candidate) note(candidate, above, node, ancestors)
      }
      if (isFunction(node)) addFunction(node, ancestors.at(-1))
    },
    uses(edited) {
      const certain = [...candidates.values()].filter(({ isCertain }) => isCertain)
      return [
        ...certain.map((candidate) => ({ text: textOf(candidate, edited), names: [...candidate.names] })),
        ...makers.map((maker) => ({ text: textOf(maker, edited), names: null })),
      ]
    },
  }
}

/** The member that is read or set there by name: neither removed nor called, which would pass the state on. */
function memberOf(node: Identifier, ancestors: readonly AnyNode[]): string | undefined {
  const [use, member] = [ancestors.at(-2), ancestors.at(-1)]
  if (member?.type !== 'MemberExpression' || member.object !== node || member.computed || use === undefined) return undefined
  if (member.property.type !== 'Identifier' || member.property.name === '__proto__') return undefined
  const isSet = (use.type === 'AssignmentExpression' && use.left === member) || use.type === 'UpdateExpression'
  return isSet || !isTarget(member, use, ancestors.at(-3)) ? member.property.name : undefined
}

/** Whether the function returns it: by a statement, or as the value of its expression. */
function isReturned(node: Identifier, owner: AnyNode, ancestors: readonly AnyNode[]): boolean {
  if (ancestors.findLast(isFunction) !== owner) return false
  let child: AnyNode = node
  for (const above of ancestors.toReversed()) {
    if (above.type === 'ReturnStatement') return true
    if (above === owner) return isFunction(above) && above.body === child
    if (above.type !== 'ParenthesizedExpression' && !(above.type === 'SequenceExpression' && above.expressions.at(-1) === child))
      return false
    child = above
  }
  return false
}

/** Whether the value of the expression is that of the name. */
function isLast(node: AnyNode, name: Identifier | undefined): boolean {
  if (node.type === 'ParenthesizedExpression') return isLast(node.expression, name)
  if (node.type === 'SequenceExpression') return isLast(node.expressions.at(-1)!, name)
  return node.type === 'Identifier' && node.name === name?.name
}

/** Whether the function only returns an object literal without computed or special members. */
function makesObject({ body }: FunctionNode): boolean {
  const [statement, other] = body.type === 'BlockStatement' ? body.body : []
  const result = body.type !== 'BlockStatement' ? body : statement?.type === 'ReturnStatement' && !other ? statement.argument : undefined
  if (!result) return false
  const made = bare(result)
  return (
    made.type === 'ObjectExpression' &&
    made.properties.every(
      (property) => property.type === 'Property' && property.kind === 'init' && !property.computed && !isPrototype(property.key),
    )
  )
}

const isPrototype = (key: AnyNode): boolean =>
  (key.type === 'Identifier' && key.name === '__proto__') || (key.type === 'Literal' && key.value === '__proto__')
