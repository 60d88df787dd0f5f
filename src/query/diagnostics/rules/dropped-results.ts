// Finds statements that only compute a value which nothing uses: a method that returns a new list or text, and changes nothing.

import type { RuleFinding } from '../diagnostic.ts'
import { withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { CallNode } from '../syntax-names.ts'
import { memberName } from '../syntax-names.ts'

export function* droppedResults(query: QueryModel): Iterable<RuleFinding> {
  for (const { expression } of query.scopes.all('ExpressionStatement')) {
    const value = lastOf(expression)
    if (value.type !== 'CallExpression') continue
    const name = unchangingName(query, value)
    if (name === undefined || value.arguments.some((given) => isFunction(given) && hasEffect(given))) continue
    const fix = value === withoutParentheses(expression) ? assignment(query, value, name) : undefined
    yield { code: 'dropped-result', at: value, facts: { name }, fix }
  }
}

/** What a statement comes to: `a && b.filter(…)` to the filter. */
function lastOf(node: AnyNode): AnyNode {
  const value = withoutParentheses(node)
  return value.type === 'LogicalExpression' ? lastOf(value.right) : value
}

/** Methods that return a list or a text like the one that they are called on. */
const alike = new Set(
  [
    'filter map concat slice flat flatMap toSorted toReversed toSpliced',
    'trim trimStart trimEnd replace replaceAll substring substr toUpperCase toLowerCase padStart padEnd repeat normalize',
  ].flatMap((names) => names.split(' ')),
)

/** Others that change nothing. */
const asking = new Set(
  [
    'reduce reduceRight some every find findIndex findLast findLastIndex includes indexOf lastIndexOf join split',
    'charAt charCodeAt startsWith endsWith toFixed toISOString getTime hasOwnProperty',
  ].flatMap((names) => names.split(' ')),
)

/** Functions of globals that change nothing. `JSON.parse` is called to see whether it throws. */
const ofGlobals: Readonly<Record<string, readonly string[]>> = {
  __proto__: null as never,
  Object: ['keys', 'values', 'entries', 'fromEntries', 'hasOwn'],
  JSON: ['stringify'],
  Array: ['isArray', 'of'],
}

/** The name of a called function that changes nothing; undefined for other functions. */
function unchangingName({ scopes }: QueryModel, { callee }: CallNode): string | undefined {
  if (callee.type === 'Identifier')
    return ['Number', 'String', 'Boolean', 'parseInt', 'parseFloat'].includes(callee.name) && !scopes.isDeclared(callee)
      ? callee.name
      : undefined
  const name = callee.type === 'MemberExpression' ? memberName(callee) : undefined
  if (callee.type !== 'MemberExpression' || name === undefined) return undefined
  const { object } = callee
  if (object.type === 'Identifier' && !scopes.isDeclared(object) && /^[A-Z]/.test(object.name))
    return object.name === 'Math' || ofGlobals[object.name]?.includes(name) ? `${object.name}.${name}` : undefined
  // An object of the query's own may have methods of these names.
  const receiver = scopes.valueOf(object)
  if (['ObjectExpression', 'NewExpression', 'ThisExpression', 'ClassDeclaration'].includes(receiver.type)) return undefined
  return alike.has(name) || asking.has(name) ? name : undefined
}

/** Whether a callback may do more than compute: then the call is there for that. */
function hasEffect({ body }: FunctionNode): boolean {
  let isFound = false
  walk(body, (node) => {
    if (effects.includes(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete')) isFound = true
    if (node.type !== 'CallExpression') return
    const name = node.callee.type === 'MemberExpression' ? memberName(node.callee) : undefined
    if (name === undefined || !(alike.has(name) || asking.has(name))) isFound = true
  })
  return isFound
}

const effects = ['AssignmentExpression', 'UpdateExpression', 'NewExpression', 'ThrowStatement', 'AwaitExpression', 'YieldExpression']

/** Keeps the result where it was taken from: in a member of the state, or in a variable that may change. */
function assignment({ scopes, origins, text }: QueryModel, { callee, start }: CallNode, name: string) {
  if (callee.type !== 'MemberExpression' || !alike.has(name)) return undefined
  const { object } = callee
  const declared = object.type === 'Identifier' ? scopes.declarationOf(object) : undefined
  const isVariable = declared?.type === 'VariableDeclaration' && declared.kind !== 'const'
  const isMember = object.type === 'MemberExpression' && !object.optional && origins.of(object)?.root === 'state'
  return isVariable || isMember ? { start, end: start, text: `${text.slice(object.start, object.end)} = ` } : undefined
}
