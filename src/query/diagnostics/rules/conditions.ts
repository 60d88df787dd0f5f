// Finds conditions that are always true or ask something else than meant, in statements and in the functions that lists and results ask.

import type { RuleFinding } from '../diagnostic.ts'
import { returnedBy, withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { MemberNode } from '../syntax-names.ts'
import { memberName, textOf } from '../syntax-names.ts'

export function* conditions(query: QueryModel): Iterable<RuleFinding> {
  for (const { test, type } of tests(query)) {
    if (!test) continue
    for (const part of partsOf(test)) {
      if (part.type !== 'AssignmentExpression') continue
      // `while (match = pattern.exec(text))` is a custom, and so is `if (found && (at = found.index))`.
      const isBranch = part === test && (type === 'IfStatement' || type === 'ConditionalExpression')
      if (isBranch || part.right.type === 'Literal') yield* assigned(query, part)
    }
    yield* indexes(test)
  }
  for (const run of predicates(query)) {
    for (const returned of returnedBy(query, run)) {
      if (returned.type === 'AssignmentExpression') yield* assigned(query, returned)
      yield* indexes(returned)
    }
  }
  yield* comparators(query)
}

/** What a condition is put together of. */
function partsOf(test: AnyNode): readonly AnyNode[] {
  const node = withoutParentheses(test)
  return node.type === 'LogicalExpression' ? [...partsOf(node.left), ...partsOf(node.right)] : [node]
}

function* tests({ scopes }: QueryModel) {
  for (const type of ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'] as const)
    yield* scopes.all(type)
}

type Assignment = Extract<AnyNode, { type: 'AssignmentExpression' }>

function* assigned({ text }: QueryModel, node: Assignment): Iterable<RuleFinding> {
  if (node.operator === '=') yield { code: 'assignment-in-condition', at: node, fix: { ...operatorOf(node, text), text: '===' } }
}

/** The equals sign between the two sides; only blanks and comments can stand beside it. */
export function operatorOf({ left, right }: Assignment, text: string): { start: number; end: number } {
  const start = left.end + text.slice(left.end, right.start).indexOf('=')
  return { start, end: start + 1 }
}

const asked = ['filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex']

/** Functions whose result is only asked whether it is true. */
function* predicates(query: QueryModel): Iterable<FunctionNode> {
  for (const { role, run } of query.callbacks) if (role === 'filterBy') yield run
  for (const { method, run } of callbacksOfLists(query)) if (asked.includes(method)) yield run
}

function* callbacksOfLists({ scopes }: QueryModel) {
  for (const { callee, arguments: given } of scopes.all('CallExpression')) {
    const method = callee.type === 'MemberExpression' ? memberName(callee) : undefined
    const run = method !== undefined && given[0] ? scopes.valueOf(given[0]) : undefined
    if (method !== undefined && run && isFunction(run)) yield { method, run, list: (callee as MemberNode).object }
  }
}

const finders: Readonly<Record<string, string>> = {
  __proto__: null as never,
  indexOf: 'includes',
  lastIndexOf: 'includes',
  findIndex: 'some',
  findLastIndex: 'some',
}

/** Places in a list that are asked like yes and no. */
function* indexes(condition: AnyNode, isNegated = false): Iterable<RuleFinding> {
  const node = withoutParentheses(condition)
  if (node.type === 'LogicalExpression') {
    yield* indexes(node.left)
    yield* indexes(node.right)
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') yield* indexes(node.argument, true)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
  const name = memberName(node.callee)
  const instead = name === undefined ? undefined : finders[name]
  if (name === undefined || instead === undefined) return
  // `!text.indexOf('a-')` is a custom for "begins with".
  const isBeginning = isNegated && node.arguments[0] !== undefined && textOf(node.arguments[0]) !== undefined
  yield { code: 'index-as-condition', severity: isBeginning ? 'hint' : 'warning', at: node, facts: { name, instead } }
}

function* comparators(query: QueryModel): Iterable<RuleFinding> {
  for (const { method, run, list } of callbacksOfLists(query)) {
    if (method !== 'sort' && method !== 'toSorted') continue
    const returned = returnedBy(query, run)
    const [first] = returned
    if (!first || run.params.length !== 2 || !returned.every(isBoolean)) continue
    // The server's sort takes true for "later", so that `a > b` comes out right there, and `a < b` changes nothing.
    const isRight = first.type === 'BinaryExpression' && first.operator.startsWith('>')
    const severity = isRight || list.type === 'ArrayExpression' ? 'hint' : 'warning'
    const fix = returned.length === 1 ? ordered(query, first) : undefined
    yield { code: 'comparator-returns-boolean', severity, at: first, facts: { name: method }, fix }
  }
}

const isBoolean = (node: AnyNode): boolean =>
  (node.type === 'BinaryExpression' && /^([<>]=?|[!=]==?)$/.test(node.operator)) ||
  (node.type === 'UnaryExpression' && node.operator === '!') ||
  (node.type === 'Literal' && typeof node.value === 'boolean')

/** `a > b` as a number: 1, -1 or 0. */
function ordered({ text }: QueryModel, node: AnyNode) {
  if (node.type !== 'BinaryExpression' || !/^[<>]=?$/.test(node.operator)) return undefined
  const [left, right] = [text.slice(node.left.start, node.left.end), text.slice(node.right.start, node.right.end)]
  const [sign, other] = node.operator.startsWith('>') ? ['>', '<'] : ['<', '>']
  return { start: node.start, end: node.end, text: `${left} ${sign} ${right} ? 1 : ${left} ${other} ${right} ? -1 : 0` }
}
