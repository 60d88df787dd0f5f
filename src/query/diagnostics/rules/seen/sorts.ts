// Finds lists of numbers in the state that `sort()` puts into the order of their texts: 100 before 9.

import type { RuleFinding } from '../../diagnostic.ts'
import { shapesAt } from '../../field-shapes.ts'
import { withoutParentheses } from '../../functions.ts'
import type { AnyNode } from '../../../dialect/source/syntax-tree.ts'
import type { Origin } from '../../origins.ts'
import type { QueryModel } from '../../query-model.ts'
import type { RuleContext } from '../../rule.ts'
import type { SeenEvents } from '../../seen-events.ts'
import { memberName } from '../../syntax-names.ts'

export function* sortedNumbers(query: QueryModel, { seen }: RuleContext): Iterable<RuleFinding> {
  for (const call of query.scopes.all('CallExpression')) {
    const { callee, arguments: given, end } = call
    if (callee.type !== 'MemberExpression' || given.length > 0) continue
    const method = memberName(callee)
    if (method !== 'sort' && method !== 'toSorted') continue
    const list = query.origins.of(copied(callee.object))
    if (list?.root !== 'state' || !holdsNumbers(query, list, seen)) continue
    const facts = { name: query.text.slice(callee.object.start, callee.object.end) }
    yield { code: 'sorted-as-texts', at: call, facts, fix: { start: end - 1, end: end - 1, text: '(a, b) => a - b' } }
  }
}

/** The list that `[...list]` and `list.slice()` copy. */
function copied(node: AnyNode): AnyNode {
  const value = withoutParentheses(node)
  const [first] = value.type === 'ArrayExpression' && value.elements.length === 1 ? value.elements : []
  if (first?.type === 'SpreadElement') return first.argument
  const isCopy = value.type === 'CallExpression' && value.callee.type === 'MemberExpression' && memberName(value.callee) === 'slice'
  return isCopy && value.callee.type === 'MemberExpression' ? value.callee.object : value
}

/** Whether the query pushes numbers to the list, and nothing else. */
function holdsNumbers({ scopes, origins }: QueryModel, list: Origin, seen: SeenEvents | undefined): boolean {
  const path = list.path.join('.')
  const pushed = scopes.all('CallExpression').flatMap(({ callee, arguments: given }) => {
    if (callee.type !== 'MemberExpression' || !['push', 'unshift'].includes(memberName(callee) ?? '')) return []
    const origin = origins.of(callee.object)
    return origin?.root === 'state' && origin.path.join('.') === path ? given : []
  })
  return pushed.length > 0 && pushed.every((node) => isNumber(node, origins.of(node), seen))
}

function isNumber(node: AnyNode, origin: Origin | undefined, seen: SeenEvents | undefined): boolean {
  const value = withoutParentheses(node)
  if (origin) return isNumberField(origin, seen)
  if (value.type === 'Literal') return typeof value.value === 'number'
  if (value.type === 'BinaryExpression') return ['-', '*', '/', '%', '**'].includes(value.operator)
  return (
    value.type === 'CallExpression' &&
    value.callee.type === 'Identifier' &&
    ['Number', 'parseInt', 'parseFloat'].includes(value.callee.name)
  )
}

/** Whether all events seen have a number in the field. */
function isNumberField({ root, path, type }: Origin, seen: SeenEvents | undefined): boolean {
  if (root !== 'event' || path.length < 2) return root === 'event' && path[0] === 'sequenceNumber'
  const found = shapesAt(seen?.fields, path, type)
  return found.length > 0 && found.every(({ kinds }) => kinds.size === 1 && kinds.has('number'))
}
