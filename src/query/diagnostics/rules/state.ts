// Finds states that begin without what handlers expect, lose what they hold, or grow without end.

import type { Fix, RuleFinding } from '../diagnostic.ts'
import type { Said } from '../phrases.ts'
import { say } from '../phrases.ts'
import { isSameExpression, returnedBy, takesEvent, usesOf, withoutParentheses } from '../functions.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { CallNode } from '../syntax-names.ts'
import { keyName, memberName, parameterName, textOf } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'
import type { Origin } from '../origins.ts'
import type { IdentifierNode } from '../scopes.ts'
import { growth } from './growth.ts'

export const stateRules: readonly Rule[] = [
  function* beginnings(query) {
    const known = initialMembers(query)
    if (known === 'unknown') return
    const runs = query.handlers.filter((handler) => takesEvent(handler)).flatMap(({ run }) => (run ? [run] : []))
    // A pair has two beginnings; its members are not followed.
    if (runs.some(({ params }) => params[0]?.type === 'ArrayPattern')) return
    const uses = query.origins.uses.filter(({ origin }) => origin.root === 'state' && origin.path.length === 0)
    const places = uses.map((use) => ({ use, nodes: use.member ? [use.member] : use.variable ? readsOf(query, use.variable) : [] }))
    const provided = new Set(
      places.flatMap(({ use, nodes }) => (use.hasDefault || nodes.some((node) => isProvided(query, node)) ? [use.name] : [])),
    )
    const missing = new Map<string, { readonly at: AnyNode; readonly effect: Said }>()
    for (const { use, nodes } of places) {
      if (known?.has(use.name) || provided.has(use.name) || missing.has(use.name)) continue
      const at = nodes.find((node) => effectOf(query, node, use.name) !== undefined)
      if (at) missing.set(use.name, { at, effect: effectOf(query, at, use.name)! })
    }
    const fix = beginningFor(query, new Map([...missing].map(([name, { at }]) => [name, firstValueOf(query, at)])))
    for (const { at, effect } of missing.values()) {
      const facts = { member: query.text.slice(at.start, at.end), effect }
      yield { code: known ? 'missing-member' : 'missing-init', at, facts, fix }
    }
  },
  function* pairs({ handlers, options, origins, text }) {
    const isOn = options.some(({ name, value }) => name.toLowerCase() === 'bistate' && value.type === 'Literal' && value.value === true)
    if (!isOn && !handlers.some((handler) => handler.text === '$initShared')) return
    const use = origins.uses.find(({ origin, name, member }) => isOfPair(origin) && member && !(name in Array.prototype))
    if (use?.member)
      yield { code: 'state-is-pair', at: use.member, facts: { name: text.slice(use.member.object.start, use.member.object.end) } }
  },
  function* lost(query) {
    for (const node of stateValues(query)) {
      if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || query.scopes.isDeclared(node.callee)) continue
      const { name } = node.callee
      if (unkept.has(name))
        yield { code: 'lost-in-state', severity: isCalled(query, node, name) ? 'warning' : 'hint', at: node, facts: { name } }
    }
  },
  growth,
  function* partitions(query) {
    for (const { role, run } of query.callbacks) {
      if (role !== 'partitionBy') continue
      for (const returned of returnedBy(query, run)) {
        const key = unboundedIn(query, returned)
        const what = noText(query, returned)
        if (what) yield { code: 'partition-not-text', at: returned, facts: { what } }
        if (key) yield { code: 'unbounded-partitions', at: key, facts: { name: query.text.slice(key.start, key.end) } }
      }
    }
  },
  function* sizes(query) {
    for (const use of query.origins.uses) {
      if (use.origin.root !== 'state' || !use.member) continue
      const value = assignedToMember(query, use.member)
      const size = value && sizeOf(query, value)
      if (size !== undefined && size >= mebibyte) yield sizeFinding(value!, size)
    }
    for (const { text, run } of query.handlers) {
      if (!run || text === '$created') continue
      for (const returned of returnedBy(query, run)) {
        const size = sizeOf(query, returned)
        if (size !== undefined && size >= mebibyte) yield sizeFinding(returned, size)
      }
    }
  },
]

const isOfPair = ({ root, path }: Origin): boolean => root === 'state' && path.length === 0

const mebibyte = 1024 * 1024

/** State and result count together, so that a state of half the limit is refused where it is the result too. */
function sizeFinding(at: AnyNode, size: number): RuleFinding {
  const severity = size >= 16 * mebibyte ? 'error' : size >= 8 * mebibyte ? 'warning' : 'hint'
  return { code: 'large-state', severity, at, facts: { size: `${Math.floor(size / mebibyte)} MiB` } }
}

/** The length of a text or a list that an expression with literal numbers makes, in characters; undefined where that is not known. */
function sizeOf(query: QueryModel, node: AnyNode): number | undefined {
  const value = query.scopes.valueOf(withoutParentheses(node))
  if (value.type === 'ObjectExpression')
    return largest(value.properties.map((property) => (property.type === 'Property' ? sizeOf(query, property.value) : undefined)))
  if (value.type === 'ArrayExpression') return largest(value.elements.map((element) => element && sizeOf(query, element)))
  if (value.type === 'NewExpression' || value.type === 'CallExpression') return sizeOfCall(query, value)
  return undefined
}

const largest = (sizes: readonly (number | null | undefined)[]): number | undefined => {
  const known = sizes.filter((size) => typeof size === 'number')
  return known.length > 0 ? Math.max(...known) : undefined
}

function sizeOfCall(query: QueryModel, { callee, arguments: given }: Pick<CallNode, 'callee' | 'arguments'>): number | undefined {
  const [first] = given
  const count = first && numberOf(query, first)
  if (callee.type === 'Identifier' && callee.name === 'Array') return count === undefined ? undefined : count * 2
  if (callee.type !== 'MemberExpression') return undefined
  const method = memberName(callee)
  const text = textOf(query.scopes.valueOf(callee.object))
  if (method === 'repeat' && text !== undefined && count !== undefined) return text.length * count
  if (method === 'padStart' || method === 'padEnd') return count
  return method === 'fill' || method === 'join' || method === 'map' ? sizeOf(query, callee.object) : undefined
}

/** The value of a product or a power of literal numbers. */
function numberOf(query: QueryModel, node: AnyNode): number | undefined {
  const value = query.scopes.valueOf(withoutParentheses(node))
  if (value.type === 'Literal') return typeof value.value === 'number' ? value.value : undefined
  if (value.type !== 'BinaryExpression' || !['*', '**', '+', '<<'].includes(value.operator)) return undefined
  const [left, right] = [numberOf(query, value.left), numberOf(query, value.right)]
  if (left === undefined || right === undefined) return undefined
  return { '*': left * right, '**': left ** right, '+': left + right, '<<': left << right }[value.operator as '*']
}

/** Words for a value that names no partition. */
function noText({ scopes }: QueryModel, returned: AnyNode): Said | undefined {
  const value = scopes.valueOf(withoutParentheses(returned))
  if (value.type === 'ObjectExpression') return say('an-object')
  if (value.type === 'ArrayExpression') return say('a-list')
  const isBoolean = value.type === 'Literal' ? typeof value.value === 'boolean' : value.type === 'UnaryExpression' && value.operator === '!'
  const isCompared = value.type === 'BinaryExpression' && /^([!=]==?|[<>]=?|in|instanceof)$/.test(value.operator)
  return isBoolean || isCompared ? say('a-boolean') : undefined
}

/** The part of a partition's name that differs for every event. */
function unboundedIn(query: QueryModel, returned: AnyNode): AnyNode | undefined {
  let found: AnyNode | undefined
  walk(returned, (node) => {
    const isName = node.type === 'MemberExpression' || node.type === 'Identifier'
    const origin = isName && !found ? query.origins.of(node) : undefined
    if (origin?.root === 'event' && origin.path.length === 1 && unbounded.includes(origin.path[0]!)) found = node
  })
  return found
}

const unkept = new Map<string, object>(
  Object.entries({ Map, Set, WeakMap, WeakSet, Date, RegExp }).map(([name, one]) => [name, one.prototype]),
)
const unbounded = ['eventId', 'sequenceNumber', 'bodyRaw', 'created']

/** @returns the members that `$init` sets; undefined if there is no `$init`. */
function initialMembers(query: QueryModel): ReadonlySet<string> | 'unknown' | undefined {
  const { handlers, hasHiddenHandlers } = query
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$created' || text === '$initShared')) return 'unknown'
  const init = handlers.findLast(({ text }) => text === '$init')
  if (!init) return undefined
  const returned = init.run && !init.run.async && !init.run.generator ? returnedBy(query, init.run) : []
  const value = returned[0] && query.scopes.valueOf(returned[0])
  if (returned.length !== 1 || value?.type !== 'ObjectExpression') return 'unknown'
  const names = value.properties.map((property) => (property.type === 'Property' ? keyName(property) : undefined))
  return names.includes(undefined) ? 'unknown' : new Set(names as string[])
}

/** The value that fits what is done with a member: a number is added to, a list is pushed to. */
function firstValueOf({ scopes }: QueryModel, member: AnyNode): string {
  const parent = scopes.parentOf(member)
  if (parent?.type !== 'MemberExpression' || parent.object !== member) return '0'
  return (memberName(parent) ?? '') in Array.prototype ? '[]' : '{}'
}

/** Writes an `$init` with these members, or adds them to the one that there is. @returns undefined where neither is written out. */
function beginningFor(query: QueryModel, values: ReadonlyMap<string, string>): Fix | undefined {
  const { text, handlers } = query
  const init = handlers.findLast(({ text: name }) => name === '$init')
  const members = [...values].map(([name, value]) => `${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}: ${value}`).join(', ')
  if (!init) {
    const first = handlers.find(({ list }) => list?.type === 'ObjectExpression')
    if (!first) return undefined
    const indent = /\n[ \t]*$/.exec(text.slice(0, first.at.start))?.[0] ?? ' '
    return { start: first.at.start, end: first.at.start, text: `$init: () => ({ ${members} }),${indent}` }
  }
  const [returned] = init.run ? returnedBy(query, init.run) : []
  const start = returned?.type === 'ObjectExpression' ? returned.start + 1 : undefined
  if (start === undefined || returned?.type !== 'ObjectExpression') return undefined
  return { start, end: start, text: returned.properties.length > 0 ? ` ${members},` : ` ${members} ` }
}

/** Whether the code gives the member a first value, or asks whether it has one. */
export function isProvided({ scopes }: QueryModel, member: AnyNode): boolean {
  let node: AnyNode = member
  let parent = scopes.parentOf(member)
  while (parent?.type === 'ParenthesizedExpression' || parent?.type === 'ChainExpression')
    [node, parent] = [parent, scopes.parentOf(parent)]
  if (member.type === 'MemberExpression' && member.optional) return true
  switch (parent?.type) {
    case 'AssignmentExpression':
      if (parent.left !== node) return true
      return parent.operator === '=' ? !reads(parent.right, member) : /^(\|\||&&|\?\?)=$/.test(parent.operator)
    case 'MemberExpression':
      return parent.object === node && parent.optional
    case 'LogicalExpression':
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'UnaryExpression':
      return parent.type !== 'UnaryExpression' || ['!', 'typeof', 'delete'].includes(parent.operator)
    case 'BinaryExpression':
      return !/^[-+*/%]$|^\*\*$/.test(parent.operator)
    case 'CallExpression':
      // Passed on: the function may give it a value.
      return parent.callee !== node
    default:
      return false
  }
}

/** Whether an expression takes part of its value from the same member as it stands. */
export function reads(value: AnyNode, member: AnyNode): boolean {
  let isFound = false
  walk(value, (node) => {
    if (node.type === member.type && isSameExpression(node, member)) isFound = true
  })
  return isFound
}

const becomesNaN = say('sum-is-nan')

/** Words for what happens where the member is undefined; undefined where nothing bad does. */
export function effectOf({ scopes }: QueryModel, member: AnyNode, name: string): Said | undefined {
  const parent = scopes.parentOf(member)
  switch (parent?.type) {
    case 'UpdateExpression':
      return becomesNaN
    case 'AssignmentExpression':
      if (parent.left !== member) return undefined
      if (/^[-+*/%]=$|^\*\*=$/.test(parent.operator)) return becomesNaN
      return parent.operator === '=' && isSum(parent.right) && reads(parent.right, member) ? becomesNaN : undefined
    case 'BinaryExpression':
      return isSum(parent) && isKept(scopes.ancestorsOf(parent), parent, name) ? becomesNaN : undefined
    case 'MemberExpression':
      return parent.object === member && !parent.optional && !(member.type === 'MemberExpression' && member.optional)
        ? say('reading-faults')
        : undefined
    default:
      return undefined
  }
}

/** Whether the value becomes the member of the same name: `{ count: count + 1 }`, `state.count = count + 1`. */
function isKept([parent]: readonly AnyNode[], value: AnyNode, name: string): boolean {
  if (parent?.type === 'Property') return parent.value === value && keyName(parent) === name
  return parent?.type === 'AssignmentExpression' && parent.right === value && parent.left.type === 'MemberExpression'
    ? memberName(parent.left) === name
    : false
}

/** Where a variable of a pattern is used. */
function readsOf({ scopes }: QueryModel, variable: IdentifierNode): AnyNode[] {
  const isInPattern = (node: AnyNode): boolean => {
    const parent = scopes.parentOf(node)
    return parent?.type === 'Property' && scopes.parentOf(parent)?.type === 'ObjectPattern'
  }
  return scopes.usesOf(variable.name, scopes.ownerOf(variable)).filter((node) => node !== variable && !isInPattern(node))
}

const isSum = (node: AnyNode): boolean => {
  const value = withoutParentheses(node)
  return value.type === 'BinaryExpression' && /^[-+*/%]$/.test(value.operator)
}

/** Whether a handler calls a method of the value, which what is stored in its place does not have. */
function isCalled({ scopes, origins }: QueryModel, value: AnyNode, className: string): boolean {
  const parent = scopes.parentOf(value)
  const place = parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression' ? memberName(parent.left) : undefined
  const name = parent?.type === 'Property' ? keyName(parent) : place
  return origins.uses.some(
    ({ origin, name: method, member }) =>
      origin.root === 'state' &&
      member !== undefined &&
      scopes.parentOf(member)?.type === 'CallExpression' &&
      origin.path.at(-1) === name &&
      method in unkept.get(className)! &&
      !(method in Object.prototype),
  )
}

/** Expressions that become a part of the state: what `$init` returns, and what handlers assign to members of it. */
function stateValues(query: QueryModel): AnyNode[] {
  const found: AnyNode[] = []
  const below = (node: AnyNode): void => {
    const value = query.scopes.valueOf(withoutParentheses(node))
    found.push(value)
    if (value.type === 'ObjectExpression') for (const property of value.properties) if (property.type === 'Property') below(property.value)
    if (value.type === 'ArrayExpression')
      for (const element of value.elements) if (element && element.type !== 'SpreadElement') below(element)
  }
  for (const { text, run } of query.handlers) {
    if (!run) continue
    if (text === '$init' || text === '$initShared' || takesEvent({ text } as never))
      for (const returned of returnedBy(query, run)) {
        const value = query.scopes.valueOf(returned)
        if (value.type === 'ObjectExpression') below(value)
      }
    const state = parameterName(run.params[0])
    if (state === undefined) continue
    for (const use of usesOf(query, run, state)) {
      const assigned = assignedTo(query, use)
      if (assigned) below(assigned)
    }
  }
  return found
}

/** The value that is assigned to the member, or to a member of it. */
function assignedToMember({ scopes }: QueryModel, member: AnyNode): AnyNode | undefined {
  const parent = scopes.parentOf(member)
  return parent?.type === 'AssignmentExpression' && parent.left === member ? parent.right : undefined
}

function assignedTo({ scopes }: QueryModel, use: IdentifierNode): AnyNode | undefined {
  let node: AnyNode = use
  let parent = scopes.parentOf(node)
  while (parent?.type === 'MemberExpression' && parent.object === node) [node, parent] = [parent, scopes.parentOf(parent)]
  return node !== use && parent?.type === 'AssignmentExpression' && parent.left === node ? parent.right : undefined
}
