// Finds sums and reads that the values of the events seen spoil: texts that are added to numbers, and fields that some events lack.

import { addendsOf, initialAt, isConditional, isSameExpression, withoutParentheses } from '../../functions.ts'
import type { FieldShape } from '../../field-shapes.ts'
import { shapesOf } from '../../field-shapes.ts'
import type { AnyNode } from '../../../dialect/source/syntax-tree.ts'
import type { Origin, OriginUse } from '../../origins.ts'
import type { QueryModel } from '../../query-model.ts'
import type { Said } from '../../phrases.ts'
import { say } from '../../phrases.ts'
import type { Rule } from '../../rule.ts'
import type { SeenEvents } from '../../seen-events.ts'
import { keyName, memberName, textOf } from '../../syntax-names.ts'

export const seenValueRules: readonly Rule[] = [
  function* texts(query, { seen }) {
    if (!seen) return
    for (const { addends, at } of sumsIn(query)) {
      if (addends.some((addend) => textOf(addend) !== undefined || addend.type === 'TemplateLiteral')) continue
      for (const addend of addends) {
        const found = fieldOf(query, seen, addend)
        const count = found?.field?.kinds.get('string') ?? 0
        if (!found || count === 0) continue
        const name = query.text.slice(addend.start, addend.end)
        const isNumber = isNumeric(found.field!.example)
        const fix = isNumber ? { start: addend.start, end: addend.end, text: `Number(${name})` } : undefined
        yield { code: 'text-added', at, facts: { name, count: counted(count, found.total) }, fix }
      }
    }
  },
  function* missing(query, { seen }) {
    if (!seen) return
    const candidates = [...readThrough(query, seen), ...addedUp(query, seen), ...handedOn(query, seen)]
    if (candidates.length === 0) return
    const asked = askedPaths(query)
    const reported = new Set<string>()
    for (const { origin, at, lacking, effect } of candidates) {
      const path = origin.path.join('.')
      if (asked.has(path) || reported.has(path)) continue
      reported.add(path)
      const severity = isConditional(query, at) ? 'hint' : 'warning'
      const facts = { name: path, type: lacking.type, count: counted(lacking.count, lacking.total), effect }
      yield { code: 'field-sometimes-missing', severity, at, facts }
    }
  },
]

const counted = (count: number, total: number): Said =>
  count === total ? say('all-of', `${total}`) : say('some-of', `${count}`, `${total}`)

const isNumeric = (example: string): boolean => /^"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*"$/i.test(example)

/** A sum that a number keeps: the parts that are added to it, and the whole. */
interface Sum {
  readonly addends: readonly AnyNode[]
  readonly at: AnyNode
}

function* sumsIn(query: QueryModel): Iterable<Sum> {
  for (const node of query.scopes.all('AssignmentExpression')) {
    const { left, operator, right } = node
    if (operator === '+=' && isNumber(query, left)) yield { addends: addendsOf(right), at: node }
    if (operator === '=' && isSum(right)) yield* keptSum(query, right, node, (addend) => isSameExpression(addend, left))
  }
  for (const node of query.scopes.all('Property')) {
    if (!isSum(node.value) || query.scopes.parentOf(node)?.type !== 'ObjectExpression') continue
    const name = keyName(node)
    yield* keptSum(query, node.value, node, (addend) =>
      node.computed && addend.type === 'MemberExpression'
        ? isSameExpression(addend.property, node.key)
        : query.origins.of(addend)?.root === 'state' && name !== undefined && query.origins.of(addend)?.path.at(-1) === name,
    )
  }
  // The state itself is the number.
  for (const { run, text } of query.handlers) {
    if (!run || text.startsWith('$init')) continue
    const values = run.body.type === 'BlockStatement' ? query.scopes.returnsOf(run) : [run.body]
    for (const value of values)
      if (isSum(value)) yield* keptSum(query, value, value, (addend) => query.origins.of(addend)?.path.length === 0)
  }
}

const isSum = (node: AnyNode): boolean => {
  const value = withoutParentheses(node)
  return value.type === 'BinaryExpression' && value.operator === '+'
}

/** @param isOld whether a part is what the sum had been. */
function* keptSum(query: QueryModel, sum: AnyNode, at: AnyNode, isOld: (addend: AnyNode) => boolean): Iterable<Sum> {
  const addends = addendsOf(sum)
  const old = addends.find((addend) => isOld(valueBeside(addend)))
  if (old && (isNumber(query, old) || valueBeside(old) !== old)) yield { addends: addends.filter((addend) => addend !== old), at }
}

/** `state.sum` of `state.sum || 0`; what is no such value stands for itself. */
function valueBeside(node: AnyNode): AnyNode {
  const value = withoutParentheses(node)
  if (value.type !== 'LogicalExpression' || value.operator === '&&') return value
  const isZero = value.right.type === 'Literal' && typeof value.right.value === 'number'
  return isZero ? withoutParentheses(value.left) : value
}

/** Whether an expression begins as a number: a member of the state in `$init`, or a variable in its declaration. */
function isNumber(query: QueryModel, node: AnyNode): boolean {
  const origin = query.origins.of(node)
  if (origin) return origin.root === 'state' && isNumberLiteral(initialAt(query, origin.path))
  const declared = node.type === 'Identifier' ? query.scopes.declarationOf(node) : undefined
  if (node.type !== 'Identifier' || declared?.type !== 'VariableDeclaration') return false
  return declared.declarations.some(
    ({ id, init }) => id.type === 'Identifier' && id.name === node.name && isNumberLiteral(init ?? undefined),
  )
}

const isNumberLiteral = (node: AnyNode | undefined): boolean =>
  node?.type === 'Literal' ? typeof node.value === 'number' : node?.type === 'UnaryExpression' && isNumberLiteral(node.argument)

interface FoundField {
  readonly field: FieldShape | undefined
  /** Events, or objects in them, that could have the field. */
  readonly total: number
  readonly type: string
}

/** The field that an expression is in the events of its handler; undefined where none is known. */
function fieldOf(query: QueryModel, seen: SeenEvents, node: AnyNode): FoundField | undefined {
  const origin = query.origins.of(node)
  return origin && fieldAt(query, seen, origin)
}

function fieldAt({ handlers, hasHiddenHandlers }: QueryModel, seen: SeenEvents, { root, path, type }: Origin): FoundField | undefined {
  const [member, ...names] = path
  const name = names.pop()
  const shapes = shapesOf(seen.fields, member)
  // Metadata themselves may be missing.
  if (root !== 'event' || (name === undefined && member !== 'metadata')) return undefined
  // Where the handler is not known, one for all types is not either.
  const isOpen = type === undefined && (hasHiddenHandlers || handlers.some(({ text }) => text === '$any'))
  if (!shapes || isOpen) return undefined
  const types = type === undefined ? handlers.map(({ text }) => text) : [type]
  const found = types.flatMap((one) => {
    let shape = shapes.get(one)
    if (name === undefined) return shape ? [{ field: shape, total: presence(shape) + (shape.kinds.get('null') ?? 0), type: one }] : []
    for (const step of names) shape = shape?.members.get(step)
    return shape ? [{ field: shape.members.get(name), total: shape.kinds.get('object') ?? 0, type: one }] : []
  })
  return found.find(({ field, total }) => field && presence(field) < total) ?? found.find(({ field }) => field)
}

/** Events in which the field has a value that can be read through. */
const presence = ({ kinds }: FieldShape): number => [...kinds].reduce((sum, [kind, count]) => (kind === 'null' ? sum : sum + count), 0)

interface Lack {
  readonly origin: Origin
  readonly at: AnyNode
  readonly lacking: { readonly type: string; readonly count: number; readonly total: number }
  readonly effect: Said
}

/** Fields that are missing in some events, and a member of which is read. */
function* readThrough(query: QueryModel, seen: SeenEvents): Iterable<Lack> {
  for (const { origin, at, member } of query.origins.uses) {
    const isWhole = origin.path.length < 2 && origin.path[0] !== 'metadata'
    if (origin.root !== 'event' || isWhole || member?.optional || hasDefaultAround(query, at, member)) continue
    const found = fieldAt(query, seen, origin)
    const count = found?.field ? found.total - presence(found.field) : 0
    if (found && count > 0) yield { origin, at: holderOf(member) ?? at, lacking: { ...found, count }, effect: say('reading-faults') }
  }
}

/** Metadata that some events lack, and that `emit` takes as they are. */
function* handedOn(query: QueryModel, seen: SeenEvents): Iterable<Lack> {
  for (const { callee, arguments: given } of query.scopes.all('CallExpression')) {
    const at = given[3]
    if (callee.type !== 'Identifier' || callee.name !== 'emit' || query.scopes.isDeclared(callee) || !at || given.length > 4) continue
    const origin = query.origins.of(at)
    const found = origin?.path.length === 1 ? fieldAt(query, seen, origin) : undefined
    const count = found?.field ? found.total - presence(found.field) : 0
    if (origin && found && count > 0) yield { origin, at, lacking: { ...found, count }, effect: say('method-faults', 'emit') }
  }
}

/** The name of the field that may be missing: the one in front of the member. */
function holderOf(member: OriginUse['member']): AnyNode | undefined {
  const holder = member && withoutParentheses(member.object)
  return holder?.type === 'MemberExpression' ? holder.property : holder
}

/** Whether a pattern inside of a pattern has a default: `{ shipping: { city } = {} }`. */
function hasDefaultAround({ scopes }: QueryModel, at: AnyNode, member: OriginUse['member']): boolean {
  if (member) return false
  const pattern = scopes.parentOf(scopes.parentOf(at) ?? at)
  return pattern !== undefined && scopes.parentOf(pattern)?.type === 'AssignmentPattern'
}

/** Fields that are missing in some events and become part of a sum. */
function* addedUp(query: QueryModel, seen: SeenEvents): Iterable<Lack> {
  for (const { operator, left, right } of query.scopes.all('AssignmentExpression')) {
    if (!/^[-+*/]=$/.test(operator) || query.origins.of(left)?.root !== 'state') continue
    for (const addend of addendsOf(right)) {
      const found = fieldOf(query, seen, addend)
      const present = found?.field ? presence(found.field) + (found.field.kinds.get('null') ?? 0) : 0
      if (!found || present === 0 || present >= found.total) continue
      const lacking = { ...found, count: found.total - present }
      yield { origin: query.origins.of(addend)!, at: addend, lacking, effect: say('sum-is-nan') }
    }
  }
}

/** Paths of fields that the query asks for, or gives a default. */
function askedPaths(query: QueryModel): ReadonlySet<string> {
  const { scopes, origins } = query
  const asked = new Set<string>()
  const add = (node: AnyNode): void => {
    const origin = origins.of(node)
    if (origin?.root === 'event') asked.add(origin.path.join('.'))
    for (const part of partsOf(node)) add(part)
  }
  for (const type of ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement'] as const)
    for (const { test } of scopes.all(type)) if (test) add(test)
  for (const { left, operator, right } of scopes.all('LogicalExpression')) {
    add(left)
    if (operator !== '&&') add(right)
  }
  for (const { operator, argument } of scopes.all('UnaryExpression')) if (operator === '!' || operator === 'typeof') add(argument)
  for (const node of scopes.all('BinaryExpression')) if (/^([!=]==?|in)$/.test(node.operator)) add(node)
  for (const { optional, object } of scopes.all('MemberExpression')) if (optional) add(object)
  for (const { origin, name, hasDefault } of origins.uses) if (hasDefault) asked.add([...origin.path, name].join('.'))
  for (const path of namedPaths(query)) asked.add(path)
  return asked
}

/** The parts of a condition that are asked, too. */
function partsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return [node.expression]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [node.left, node.right]
    case 'UnaryExpression':
      return [node.argument]
    case 'CallExpression':
      return node.arguments
    default:
      return []
  }
}

/** `'shipping' in event.data`, `event.data.hasOwnProperty('shipping')`, `Object.hasOwn(event.data, 'shipping')`. */
function* namedPaths({ scopes, origins }: QueryModel): Iterable<string> {
  const pathOf = (object: AnyNode, name: AnyNode | undefined) => {
    const [origin, text] = [origins.of(object), name && textOf(name)]
    return origin?.root === 'event' && text !== undefined ? [[...origin.path, text].join('.')] : []
  }
  for (const { operator, left, right } of scopes.all('BinaryExpression')) if (operator === 'in') yield* pathOf(right, left)
  for (const { callee, arguments: given } of scopes.all('CallExpression')) {
    const method = callee.type === 'MemberExpression' ? memberName(callee) : undefined
    if (callee.type !== 'MemberExpression' || given.length === 0) continue
    if (method === 'hasOwnProperty') yield* pathOf(callee.object, given[0])
    if (method === 'hasOwn') yield* pathOf(given[0]!, given[1])
  }
}
