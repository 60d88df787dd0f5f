// Finds the functions of a query that only read and set members of a state by name, and those that make a state with plain members.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import type { KnownReader, StateUses } from '../language/settings.ts'
import { isNameOnly, isRead } from './body-reads.ts'
import type { Identifier, PlannedTree } from './planned-tree.ts'
import { identifiersIn, textInEngine } from './planned-tree.ts'

/** Spares a query nothing. */
export const noStateUses: StateUses = { users: [], makers: [] }

export function findStateUses(tree: PlannedTree): StateUses {
  const [users, makers]: [KnownReader[], string[]] = [[], []]
  walk(tree.program, (node) => {
    if (!isFunction(node) || node.async || node.generator) return
    const members = membersUsed(node, tree)
    if (members) users.push({ text: textInEngine(node, tree), members })
    if (isMaker(node)) makers.push(textInEngine(node, tree))
  })
  return { users, makers }
}

/** @returns undefined if the function may do more with its first parameter, for example hand it on. */
function membersUsed(node: FunctionNode, { parentOf }: PlannedTree): readonly string[] | undefined {
  const [state] = node.params
  const names = Map.groupBy(identifiersIn(node), ({ name }) => name)
  // Both reach parameters without their names.
  if (names.has('arguments') || names.has('eval') || (state && state.type !== 'Identifier')) return undefined
  const members = new Set<string>()

  const noteUse = (name: Identifier): boolean => {
    const use = parentOf(name)
    if (isNameOnly(name, use) || isReturned(name, node, parentOf)) return true
    if (use?.type !== 'MemberExpression' || use.object !== name || use.computed || use.property.type !== 'Identifier') return false
    members.add(use.property.name)
    return isRead(use, parentOf) || isSet(use, parentOf(use))
  }

  return !state || names.get(state.name)!.every((name) => name === state || noteUse(name)) ? [...members] : undefined
}

const isSet = (member: AnyNode, use: AnyNode | undefined): boolean =>
  (use?.type === 'AssignmentExpression' && use.left === member) || use?.type === 'UpdateExpression'

/** Whether the function gives it back: with `return`, or as the value of an arrow function. */
function isReturned(name: AnyNode, owner: FunctionNode, parentOf: PlannedTree['parentOf']): boolean {
  let value = name
  let use = parentOf(value)
  while (use?.type === 'ParenthesizedExpression' || (use?.type === 'SequenceExpression' && use.expressions.at(-1) === value)) {
    value = use
    use = parentOf(use)
  }
  if (use === owner) return owner.body === value
  return use?.type === 'ReturnStatement' && functionAround(use, parentOf) === owner
}

function functionAround(node: AnyNode, parentOf: PlannedTree['parentOf']): AnyNode | undefined {
  let above = parentOf(node)
  while (above && !isFunction(above)) above = parentOf(above)
  return above
}

function isMaker({ body }: FunctionNode): boolean {
  const [statement, other] = body.type === 'BlockStatement' ? body.body : []
  let made: AnyNode | null | undefined = body
  if (body.type === 'BlockStatement') made = statement?.type === 'ReturnStatement' && !other ? statement.argument : undefined
  while (made?.type === 'ParenthesizedExpression') made = made.expression
  return (
    made?.type === 'ObjectExpression' &&
    made.properties.every((property) => property.type === 'Property' && property.kind === 'init' && !property.computed)
  )
}
