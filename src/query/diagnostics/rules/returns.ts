// Finds functions whose return value is not what was meant: none, a number in place of the state, or a block in place of an object.

import { parameterName, returnedBy, takesEvent, usesOf, walkOwn, withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { memberName } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'

export const returnRules: readonly Rule[] = [
  function* blocks({ handlers, callbacks }) {
    const functions = [
      ...handlers.flatMap(({ text, run }) => (run ? [{ name: text, run }] : [])),
      ...callbacks.map(({ role, run }) => ({ name: role, run })),
    ]
    for (const { name, run } of functions) {
      const body = run.body
      if (body.type !== 'BlockStatement' || run.type !== 'ArrowFunctionExpression' || !looksLikeObject(body)) continue
      yield { code: 'object-needs-parentheses', at: body, facts: { name } }
    }
  },
  function* missing({ handlers, callbacks }) {
    for (const { text, run } of handlers) {
      if (!run || (text !== '$init' && text !== '$initShared') || !returnsNothing(run)) continue
      yield {
        code: 'nothing-returned',
        severity: emptiness(run),
        at: run,
        facts: { name: text, effect: ', so the state is undefined at the first event' },
      }
    }
    for (const { role, run } of callbacks) {
      if (returnsNothing(run))
        yield { code: 'nothing-returned', severity: emptiness(run), at: run, facts: { name: role, effect: effects[role] } }
    }
  },
  function* replaced(query) {
    for (const handler of query.handlers) {
      const { run } = handler
      if (!run || !takesEvent(handler) || handler.text === '$created' || run.body.type !== 'BlockStatement' || returnedBy(run).length > 0)
        continue
      for (const name of stateNames(run)) {
        const use = usesOf(query, run, name).find((found) => isReplaced(query, found))
        if (!use) continue
        const end = run.body.end - 1
        const isList = run.params[0]?.type === 'ArrayPattern'
        yield {
          code: 'state-not-returned',
          severity: isCleared(query, use) ? 'hint' : 'warning',
          at: query.scopes.parentOf(use)!,
          facts: { name },
          fix: isList ? undefined : { start: end, end, text: `; return ${name} ` },
        }
      }
    }
  },
  function* values(query) {
    for (const handler of query.handlers) {
      const { run } = handler
      if (!run || !takesEvent(handler) || handler.text === '$created') continue
      const name = parameterName(run.params[0])
      if (name === undefined) continue
      for (const value of returnedBy(run)) {
        const what = valueIn(query, run, name, value)
        if (what === undefined) continue
        const isBody = run.body.type !== 'BlockStatement'
        const fix = isBody
          ? { start: run.body.start, end: run.body.end, text: `{ ${query.text.slice(run.body.start, run.body.end)} }` }
          : undefined
        yield { code: 'state-becomes-value', at: value, facts: { what }, fix }
      }
    }
  },
]

const effects = {
  partitionBy: ', so no event gets a partition and none is handled',
  transformBy: ', so that there is no result',
  filterBy: ', so that no result passes',
}

/** A function without a statement is a placeholder. */
const emptiness = ({ body }: FunctionNode) =>
  body.type === 'BlockStatement' && body.body.length === 0 ? ('hint' as const) : ('warning' as const)

/** A block of labels, `{ count: 0 }`, or of nothing. */
function looksLikeObject({ body }: Extract<AnyNode, { type: 'BlockStatement' }>): boolean {
  return (
    body.length > 0 && body.every((statement) => statement.type === 'LabeledStatement' && statement.body.type === 'ExpressionStatement')
  )
}

function returnsNothing(run: FunctionNode): boolean {
  if (run.body.type !== 'BlockStatement' || looksLikeObject(run.body) || run.generator) return false
  let throws = false
  walkOwn(run, (node) => {
    if (node.type === 'ThrowStatement') throws = true
  })
  return !throws && returnedBy(run).length === 0
}

/** The names of the state, or of both halves of a pair. */
export function stateNames({ params: [state] }: FunctionNode): string[] {
  if (state?.type === 'ArrayPattern') return state.elements.flatMap((element) => (element?.type === 'Identifier' ? [element.name] : []))
  const name = parameterName(state)
  return name === undefined ? [] : [name]
}

/** `state = null` names no state that could be returned instead. */
function isCleared({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  return parent?.type === 'AssignmentExpression' && parent.right.type === 'Literal' && parent.right.value === null
}

function isReplaced({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  return (
    (parent?.type === 'AssignmentExpression' && parent.left === use) || (parent?.type === 'UpdateExpression' && parent.argument === use)
  )
}

/** Words for a returned value that is a part of the state, where the state is used as an object. */
function valueIn(query: QueryModel, run: FunctionNode, state: string, returned: AnyNode): string | undefined {
  const value = withoutParentheses(returned)
  const isMember = (node: AnyNode): boolean => isMemberOf(query, run, state, withoutParentheses(node))
  switch (value.type) {
    case 'UpdateExpression':
      return isMember(value.argument) ? 'a number' : undefined
    case 'AssignmentExpression':
      return isMember(value.left) ? 'what it assigns' : undefined
    case 'BinaryExpression':
      return /^[-+*/%]$/.test(value.operator) && (isMember(value.left) || isMember(value.right)) ? 'a number' : undefined
    case 'CallExpression': {
      const { callee } = value
      const method = callee.type === 'MemberExpression' ? memberName(callee) : undefined
      return callee.type === 'MemberExpression' && (method === 'push' || method === 'unshift') && isMember(callee.object)
        ? 'the length of a list'
        : undefined
    }
    case 'UnaryExpression':
      return value.operator === 'delete' && isMember(value.argument) ? 'true' : undefined
    default:
      return undefined
  }
}

/** Whether an expression is `state.a`, `state.a.b` or `state[…]`. */
function isMemberOf(query: QueryModel, run: FunctionNode, state: string, node: AnyNode): boolean {
  if (node.type !== 'MemberExpression') return false
  const object = withoutParentheses(node.object)
  if (object.type === 'Identifier') return object.name === state && query.scopes.ownerOf(object) === query.scopes.scopeOf(run)
  return isMemberOf(query, run, state, object)
}
