// Keeps values that error messages name and QuickJS forgets: keys and operands; and translates errors that a script catches.

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import type { AnyNode, SyntaxTree, Visit } from '../syntax-tree.ts'
import { bare } from '../syntax-tree.ts'

/** The number of the kept key of a call by a computed key, by the start of the member. */
export type KeyNumbers = ReadonlyMap<number, number>

/** @param numbers filled on the way. */
export const passNames =
  (tree: SyntaxTree, edits: Edits, numbers: Map<number, number>): Visit =>
  (node, ancestors) => {
    if (node.type === 'MemberExpression' && node.computed) keepKey(edits, node, ancestors.at(-1), numbers)
    if (node.type === 'BinaryExpression' && node.operator === 'instanceof') keepValue(edits, node.right)
    if (node.type === 'UnaryExpression' && node.operator === 'delete') keepOwner(edits, node.argument)
    // The engine knows no place of a literal: an error about it would seem to come from the code in front.
    const isInList = node.type === 'SpreadElement' && ancestors.at(-1)?.type !== 'ObjectExpression'
    if (isInList && /^(?:Literal|ObjectExpression)$/.test(bare(node.argument).type)) keepValue(edits, node.argument)
    if (node.type === 'CatchClause') translateCaught(tree, edits, node)
  }

/** @returns the key where it stands in the code; other keys must be kept at run time. */
export const literalKey = (property: AnyNode): string | undefined =>
  property.type === 'Literal' && !('regex' in property && property.regex) ? String(property.value) : undefined

function keepKey(
  edits: Edits,
  node: Extract<AnyNode, { type: 'MemberExpression' }>,
  parent: AnyNode | undefined,
  numbers: Map<number, number>,
): void {
  const { property } = node
  if (literalKey(property) !== undefined || node.object.type === 'Super') return
  // The message for a write to a member contains its key.
  if (parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=') return
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node
  if (isCalled) numbers.set(node.start, numbers.size)
  const register = isCalled ? `${helpersName}.keys[${numbers.size - 1}]` : `${helpersName}.key`
  const isList = property.type === 'SequenceExpression'
  edits.before(property.start, `${register}=${isList ? '(' : ''}`)
  if (isList) edits.after(property.end, ')')
}

function keepValue(edits: Edits, { start, end }: AnyNode): void {
  edits.before(start, `(${helpersName}.value=`)
  edits.after(end, ')')
}

function keepOwner(edits: Edits, argument: AnyNode): void {
  const member = bare(argument as never) as AnyNode
  if (member.type === 'MemberExpression' && member.object.type !== 'Super') keepValue(edits, member.object)
}

/** The script sees the server's texts, even where it destructures the error at once. */
function translateCaught({ text }: SyntaxTree, edits: Edits, { param, body }: Extract<AnyNode, { type: 'CatchClause' }>): void {
  if (!param) return
  if (param.type === 'Identifier') return edits.after(body.start + 1, `${helpersName}.caught(${param.name});`)
  const caught = `${helpersName}error`
  edits.before(param.start, `${caught}){let `)
  edits.replace(text.indexOf(')', param.end), body.start + 1, `=${helpersName}.caught(${caught});`)
}
