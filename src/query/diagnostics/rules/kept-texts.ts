// Finds numbers that the state keeps as texts and adds to: `state.sum = state.sum.toFixed(2)` beside `state.sum += …`.

import type { RuleFinding } from '../diagnostic.ts'
import { addendsOf, initialAt, isSameExpression, withoutParentheses } from '../functions.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { memberName, textOf } from '../syntax-names.ts'

export function* keptTexts(query: QueryModel): Iterable<RuleFinding> {
  for (const { left, operator, right } of query.scopes.all('AssignmentExpression')) {
    const method = operator === '=' ? textMethodOf(right) : undefined
    if (method === undefined || left.type !== 'MemberExpression' || !isOfState(query, left)) continue
    if (beginsAsText(query, left) || !isAddedTo(query, left)) continue
    const value = query.text.slice(right.start, right.end)
    const facts = { name: query.text.slice(left.start, left.end), method, value }
    yield { code: 'text-kept', at: right, facts, fix: { start: right.start, end: right.end, text: `Number(${value})` } }
  }
}

/** The method of a number with which a call makes a text of it. */
function textMethodOf(node: AnyNode): string | undefined {
  const call = withoutParentheses(node)
  const name = call.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? memberName(call.callee) : undefined
  return name !== undefined && ['toFixed', 'toPrecision', 'toExponential'].includes(name) ? name : undefined
}

/** A member of the state, or an entry of a table in it. */
function isOfState({ origins }: QueryModel, node: Extract<AnyNode, { type: 'MemberExpression' }>): boolean {
  return (origins.of(node) ?? origins.of(node.object))?.root === 'state'
}

function beginsAsText(query: QueryModel, member: AnyNode): boolean {
  const value = initialAt(query, query.origins.of(member)?.path ?? [])
  return value !== undefined && textOf(value) !== undefined
}

/** Whether a sum with the member is kept in it, and nothing makes it a number again. */
function isAddedTo(query: QueryModel, member: AnyNode): boolean {
  const assigned = query.scopes.all('AssignmentExpression').filter(({ left }) => isSame(query, left, member))
  const isMended = assigned.some(({ operator, right }) => operator === '=' && isConversion(withoutParentheses(right)))
  return (
    !isMended &&
    assigned.some(({ operator, right }) =>
      operator === '+=' ? !isText(addendsOf(right)) : operator === '=' && hasSumOf(query, right, member),
    )
  )
}

function isSame({ origins }: QueryModel, one: AnyNode, other: AnyNode): boolean {
  const [left, right] = [origins.of(one), origins.of(other)]
  if (left && right) return left.root === right.root && left.path.join('.') === right.path.join('.')
  return isSameExpression(one, other)
}

const isText = (addends: readonly AnyNode[]): boolean =>
  addends.some((addend) => textOf(addend) !== undefined || addend.type === 'TemplateLiteral')

function isConversion(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return node.operator === '+'
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  const name = callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? memberName(callee) : undefined
  return name !== undefined && ['Number', 'parseFloat', 'parseInt', 'round'].includes(name)
}

function hasSumOf(query: QueryModel, node: AnyNode, member: AnyNode): boolean {
  let isFound = false
  walk(node, (part) => {
    if (isFound || part.type !== 'BinaryExpression' || part.operator !== '+') return
    const addends = addendsOf(part)
    isFound = !isText(addends) && addends.some((addend) => isSame(query, besideDefault(addend), member))
  })
  return isFound
}

/** `state.sum` of `state.sum || 0`. */
function besideDefault(node: AnyNode): AnyNode {
  return node.type === 'LogicalExpression' && node.operator !== '&&' ? withoutParentheses(node.left) : node
}
