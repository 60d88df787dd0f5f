// Finds members of the state whose first value does not bear what is done with them: a text that is added to, a method that it does not have.

import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { returnedBy, withoutParentheses } from '../functions.ts'
import type { OriginUse } from '../origins.ts'
import type { QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import { keyName, memberName } from '../syntax-names.ts'

export const firstValueRules: readonly Rule[] = [
  function* methods(query) {
    const initial = initialValues(query)
    for (const { origin, name, at, member } of query.origins.uses) {
      const [first, ...rest] = origin.path
      const value = first === undefined ? undefined : initial.get(first)
      if (origin.root !== 'state' || !value || rest.length > 0 || !member || parentCall(query, member) === undefined) continue
      const kind = kindOf(value)
      if (kind === undefined || !(name in Array.prototype) || name in Object.prototype || isReplaced(query, first!)) continue
      yield { code: 'unknown-method', at, facts: { name, kind } }
    }
  },
  function* texts(query) {
    for (const [name, value] of initialValues(query)) {
      if (value.type !== 'Literal' || typeof value.value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value.value)) continue
      const isSummed = usesOf(query, name).some(({ member }) => {
        const parent = member && query.scopes.parentOf(member)
        return parent?.type === 'AssignmentExpression' && parent.left === member && parent.operator === '+=' && !isText(parent.right)
      })
      if (!isSummed) continue
      const { start, end } = value
      const facts = { member: name, value: query.text.slice(start, end) }
      yield { code: 'text-for-number', at: value, facts, fix: { start, end, text: value.value } }
    }
  },
]

const usesOf = ({ origins }: QueryModel, name: string): readonly OriginUse[] =>
  origins.uses.filter(({ origin, name: used }) => origin.root === 'state' && origin.path.length === 0 && used === name)

const parentCall = ({ scopes }: QueryModel, member: AnyNode): AnyNode | undefined => {
  const parent = scopes.parentOf(member)
  return parent?.type === 'CallExpression' && parent.callee === member ? parent : undefined
}

/** Whether a handler gives the member of the state another value. */
const isReplaced = (query: QueryModel, name: string): boolean =>
  usesOf(query, name).some(({ member }) => {
    const parent = member && query.scopes.parentOf(member)
    return parent?.type === 'AssignmentExpression' && parent.left === member
  })

/** The values that `$init` gives to members of the state; none where that is not known, or where handlers may return another state. */
function initialValues(query: QueryModel): ReadonlyMap<string, AnyNode> {
  const { handlers, hasHiddenHandlers, scopes } = query
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$created' || text === '$initShared')) return new Map()
  const init = handlers.findLast(({ text }) => text === '$init')?.run
  const returned = init ? returnedBy(query, init) : []
  const value = returned[0] && scopes.valueOf(returned[0])
  const isReturned = handlers.some(
    ({ text, run }) => run && text !== '$init' && returnedBy(query, run).some((node) => !isState(query, node)),
  )
  if (returned.length !== 1 || value?.type !== 'ObjectExpression' || isReturned) return new Map()
  return new Map(
    value.properties.flatMap((property) => {
      const name = property.type === 'Property' ? keyName(property) : undefined
      return property.type === 'Property' && name !== undefined ? [[name, withoutParentheses(property.value)] as const] : []
    }),
  )
}

/** The state itself, and no other object in its place. */
const isState = ({ origins }: QueryModel, node: AnyNode): boolean => {
  const origin = origins.of(node)
  return origin?.root === 'state' && origin.path.length === 0
}

function kindOf(node: AnyNode): string | undefined {
  if (node.type === 'ObjectExpression') return node.properties.length === 0 ? 'object' : undefined
  if (node.type !== 'Literal') return undefined
  return typeof node.value === 'number' ? 'number' : typeof node.value === 'boolean' ? 'boolean' : undefined
}

/** A text is meant to be appended. */
const isText = (node: AnyNode): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))) ||
  (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && memberName(node.callee) === 'toString')
