// Finds what a handler makes and nobody gets: a value that stands alone, a changed copy that is not returned, members of `this`.

import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import { returnedBy, takesEvent, withoutParentheses } from '../functions.ts'
import type { QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { memberName, parameterName } from '../syntax-names.ts'

export const unusedRules: readonly Rule[] = [
  function* alone({ scopes }) {
    for (const statement of scopes.all('ExpressionStatement')) {
      const value = withoutParentheses(statement.expression)
      if (value.type !== 'ObjectExpression' && value.type !== 'ArrayExpression') continue
      if (!scopes.ancestorsOf(statement).some(isFunction)) continue
      const { start } = statement
      yield { code: 'no-effect', at: value, facts: { meant: say('to-return-it') }, fix: { start, end: start, text: 'return ' } }
    }
  },
  function* copies(query) {
    const runs = query.handlers.filter(takesEvent).flatMap(({ run }) => (run ? [run] : []))
    for (const { id, init } of query.scopes.all('VariableDeclarator')) {
      if (id.type !== 'Identifier' || init?.type !== 'ObjectExpression') continue
      const run = query.scopes.ancestorsOf(id).find(isFunction)
      if (!run || !runs.includes(run) || run.body.type !== 'BlockStatement' || returnedBy(query, run).length > 0) continue
      const uses = query.scopes.usesOf(id.name, query.scopes.ownerOf(id)).filter((use) => use !== id)
      if (uses.length > 0 && uses.every((use) => isOnlyChanged(query, use))) yield copyFinding(uses[0]!, run, query)
    }
  },
  function* ownMembers(query) {
    for (const node of query.scopes.all('ThisExpression')) {
      const member = query.scopes.parentOf(node)
      const handler = handlerOf(query, node)
      if (!handler || member?.type !== 'MemberExpression' || member.object !== node) continue
      const name = memberName(member)
      if (name === undefined || isSetOutside(query, name) || name in Object.prototype) continue
      const state = parameterName(handler.params[0])
      const fix = state === undefined ? undefined : { start: node.start, end: node.end, text: state }
      yield { code: 'this-in-handler', at: node, facts: { instead: state ?? '' }, fix }
    }
  },
]

function copyFinding(use: IdentifierNode, run: FunctionNode, { scopes }: QueryModel): RuleFinding {
  const end = run.body.end - 1
  const at = scopes.ancestorsOf(use).find(({ type }) => type === 'ExpressionStatement') ?? use
  return { code: 'copy-not-returned', at, facts: { name: use.name }, fix: { start: end, end, text: `; return ${use.name} ` } }
}

/** Whether a use changes something inside of the variable's value, and takes nothing out of it. */
function isOnlyChanged({ scopes }: QueryModel, use: IdentifierNode): boolean {
  let node: AnyNode = use
  let parent = scopes.parentOf(node)
  while (parent?.type === 'MemberExpression' && parent.object === node) [node, parent] = [parent, scopes.parentOf(parent)]
  if (node === use || !parent) return false
  const isChange =
    (parent.type === 'AssignmentExpression' && parent.left === node) ||
    parent.type === 'UpdateExpression' ||
    (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  return isChange && scopes.parentOf(parent)?.type === 'ExpressionStatement'
}

/** The handler whose `this` it is: an arrow function has that of the code around. */
function handlerOf({ scopes, handlers }: QueryModel, node: AnyNode): FunctionNode | undefined {
  const functions = scopes.ancestorsOf(node).filter(isFunction)
  const own = functions.findIndex(({ type }) => type !== 'ArrowFunctionExpression')
  const reached = own < 0 ? functions : functions.slice(0, own + 1)
  return handlers.find(({ text, run }) => run && text !== '$init' && reached.includes(run))?.run
}

/** Whether code outside of handlers gives `this` the member, as for helpers of the whole script. */
function isSetOutside(query: QueryModel, name: string): boolean {
  return query.scopes.all('AssignmentExpression').some(({ left }) => {
    if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression' || memberName(left) !== name) return false
    return handlerOf(query, left.object) === undefined
  })
}
