// Finds tables of the state that are added to under a key of the event before the key has a value: `state.stock[sku] += 1`.

import type { Severity } from '../codes.ts'
import type { RuleFinding } from '../diagnostic.ts'
import type { Said } from '../phrases.ts'
import { initialAt, initialValue, isSameExpression } from '../functions.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { MemberNode } from '../syntax-names.ts'
import { memberName } from '../syntax-names.ts'
import { effectOf, isProvided, reads } from './state.ts'

/** An entry of a table, by a key that is computed. */
interface Entry {
  readonly node: MemberNode
  /** The path of the table from the state. */
  readonly table: string
}

export function* missingKeys(query: QueryModel): Iterable<RuleFinding> {
  const tables = Map.groupBy(entriesIn(query), ({ table }) => table)
  if (tables.size === 0) return
  const filled = filledTables(query)
  for (const [table, entries] of tables) {
    if (filled.has(table) || !isEmpty(query, table)) continue
    const nodes = entries.map(({ node }) => node)
    // A key that is given a value somewhere, without a look at the old one, has one everywhere.
    if (nodes.some((node) => isGiven(query, node))) continue
    const asked = new Set(nodes.filter((node) => isProvided(query, node)).map((node) => outermost(query, node)))
    const node = nodes.find((one) => effectOf(query, one, '') !== undefined && !asked.has(outermost(query, one)))
    // Where another handler begins the key, events may always come in that order.
    if (node) yield findingOf(query, node, effectOf(query, node, '')!, asked.size > 0 ? 'hint' : 'warning')
  }
}

function findingOf(query: QueryModel, node: MemberNode, effect: Said, severity: Severity): RuleFinding {
  const parent = query.scopes.parentOf(node)
  const isWhole = parent?.type === 'AssignmentExpression' || parent?.type === 'UpdateExpression'
  const facts = { name: query.text.slice(node.start, node.end), effect }
  return { code: 'missing-key', severity, at: isWhole ? parent : node, facts, fix: beginning(query, node, parent) }
}

function entriesIn({ scopes, origins }: QueryModel): Entry[] {
  return scopes.all('MemberExpression').flatMap((node) => {
    const origin = node.computed && memberName(node) === undefined && node.property.type !== 'Literal' ? origins.of(node.object) : undefined
    return origin?.root === 'state' ? [{ node, table: origin.path.join('.') }] : []
  })
}

/** Whether the table begins without a key. */
function isEmpty(query: QueryModel, table: string): boolean {
  if (query.hasHiddenHandlers || query.handlers.some(({ text }) => text === '$initShared' || text === '$created')) return false
  const hasInit = query.handlers.some(({ text }) => text === '$init')
  const value = table === '' ? initialValue(query) : initialAt(query, table.split('.'))
  return hasInit ? value?.type === 'ObjectExpression' && value.properties.length === 0 : table === ''
}

/** Whether an entry is assigned a value of its own. */
function isGiven({ scopes }: QueryModel, node: MemberNode): boolean {
  const parent = scopes.parentOf(node)
  if (parent?.type !== 'AssignmentExpression' || parent.left !== node || reads(parent.right, node)) return false
  return parent.operator === '=' || /^(\|\||\?\?)=$/.test(parent.operator)
}

/** The handler that a place is in; a helper for places outside of handlers. */
function outermost({ scopes, handlers }: QueryModel, node: AnyNode): AnyNode | undefined {
  const around = scopes.ancestorsOf(node).filter(isFunction)
  return around.find((run) => handlers.some((handler) => handler.run === run)) ?? around.at(-1)
}

/** Tables that are replaced, spread with a key, asked as a whole, or handed to a function that may fill them. */
function filledTables(query: QueryModel): ReadonlySet<string> {
  const { scopes, origins } = query
  const filled = new Set<string>()
  const add = (node: AnyNode | null): void => {
    const origin = node ? origins.of(node) : undefined
    if (origin?.root === 'state') filled.add(origin.path.join('.'))
  }
  for (const { operator, left } of scopes.all('AssignmentExpression')) if (operator === '=') add(left)
  for (const { operator, right } of scopes.all('BinaryExpression')) if (operator === 'in') add(right)
  for (const node of scopes.all('SpreadElement')) {
    const parent = scopes.parentOf(node)
    const added = parent?.type === 'ObjectExpression' ? parent.properties.filter((one) => one.type === 'Property' && one.computed) : []
    if (added.some((one) => one.type === 'Property' && !isOwnSum(query, one.value, one.key))) add(node.argument)
  }
  for (const { callee, arguments: given } of scopes.all('CallExpression')) {
    const isMember = callee.type === 'MemberExpression'
    if (isMember && memberName(callee) === 'hasOwnProperty') add(callee.object)
    const isList = isMember && ['keys', 'values', 'entries', 'stringify'].includes(memberName(callee) ?? '')
    if (!isList) for (const one of given) add(one)
  }
  for (const { right } of scopes.all('ForInStatement')) add(right)
  return filled
}

/** `[key]: table[key] + 1` counts on a value as `+=` does. */
function isOwnSum(query: QueryModel, value: AnyNode, key: AnyNode): boolean {
  if (value.type !== 'BinaryExpression') return false
  return [value.left, value.right].some((side) => side.type === 'MemberExpression' && side.computed && isSameExpression(side.property, key))
}

/** Begins a sum at 0. */
function beginning({ text }: QueryModel, node: MemberNode, parent: AnyNode | undefined) {
  const written = text.slice(node.start, node.end)
  if (parent?.type === 'AssignmentExpression' && /^[-+]=$/.test(parent.operator)) {
    const { start, end, right, operator } = parent
    return { start, end, text: `${written} = (${written} || 0) ${operator[0]} ${grouped(text, right)}` }
  }
  return parent?.type === 'UpdateExpression'
    ? { start: parent.start, end: parent.end, text: `${written} = (${written} || 0) ${parent.operator[0]} 1` }
    : undefined
}

const grouped = (text: string, { type, start, end }: AnyNode): string => {
  const written = text.slice(start, end)
  return ['BinaryExpression', 'ConditionalExpression', 'LogicalExpression'].includes(type) ? `(${written})` : written
}
