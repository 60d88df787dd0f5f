// Finds loops over the indexes of a list where its items are meant: `for … in` for `for … of`.

import type { RuleFinding } from '../diagnostic.ts'
import { fieldsAt, shapesOf } from '../field-shapes.ts'
import { initialAt, withoutParentheses } from '../functions.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { RuleContext } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { memberName } from '../syntax-names.ts'

export function* loops(query: QueryModel, { seen }: RuleContext): Iterable<RuleFinding> {
  for (const { left, right } of query.scopes.all('ForInStatement')) {
    const variable = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left
    if (variable?.type !== 'Identifier') continue
    const uses = query.scopes.usesOf(variable.name, query.scopes.ownerOf(variable)).filter(({ start }) => start > right.end)
    // `list[index]` is how an index is used.
    if (uses.length === 0 || uses.some((use) => isIndex(query, use))) continue
    const isItem = uses.some((use) => hasMembers(query, use))
    if (!isItem && !isList(query, right, seen)) continue
    const start = left.end + query.text.slice(left.end, right.start).indexOf('in')
    yield { code: 'for-in-list', at: { start, end: right.end }, fix: { start, end: start + 2, text: 'of' } }
  }
}

function isIndex({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  return parent?.type === 'MemberExpression' && parent.computed && parent.property === use
}

/** Whether a member is read of the variable that texts, which names of members are, do not have. */
function hasMembers({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  const name = parent?.type === 'MemberExpression' && parent.object === use ? memberName(parent) : undefined
  return name !== undefined && !(name in String.prototype)
}

const listMethods = ['filter', 'map', 'slice', 'concat', 'split', 'keys', 'values', 'entries', 'from', 'flat', 'flatMap', 'sort']

/** Whether an expression is a list for certain. */
function isList(query: QueryModel, node: AnyNode, seen: RuleContext['seen']): boolean {
  const value = withoutParentheses(query.scopes.valueOf(node))
  if (value.type === 'ArrayExpression') return true
  if (value.type === 'CallExpression' && value.callee.type === 'MemberExpression')
    return listMethods.includes(memberName(value.callee) ?? '')
  const origin = query.origins.of(node)
  if (origin?.root === 'state') return initialAt(query, origin.path)?.type === 'ArrayExpression'
  const [root, ...path] = origin?.path ?? []
  const shapes = shapesOf(seen?.fields, root)
  const field = shapes && fieldsAt(shapes, path.slice(0, -1), origin!.type).find(({ name }) => name === path.at(-1))
  return field?.kind === 'array'
}
