// Finds objects in the events seen that a query takes for lists: `event.data.seats.forEach(…)` of `{ "12A": { … } }`.

import type { RuleFinding } from '../../diagnostic.ts'
import { say } from '../../phrases.ts'
import type { FieldShape } from '../../field-shapes.ts'
import { shapesAt } from '../../field-shapes.ts'
import { isConditional, withoutParentheses } from '../../functions.ts'
import type { AnyNode } from '../../../dialect/source/syntax-tree.ts'
import type { Origin } from '../../origins.ts'
import type { QueryModel } from '../../query-model.ts'
import type { RuleContext } from '../../rule.ts'
import type { SeenEvents } from '../../seen-events.ts'
import { memberName } from '../../syntax-names.ts'

export function* objectsAsLists(query: QueryModel, { seen }: RuleContext): Iterable<RuleFinding> {
  if (!seen) return
  for (const { node, origin, method, whole, around } of [...methodsTaken(query), ...goneThrough(query)]) {
    const shape = objectAt(seen, origin)
    if (!shape || (method !== undefined && shape.members.has(method)) || isAsked(query, origin, method)) continue
    const name = query.text.slice(node.start, node.end)
    const instead = method !== undefined && changing.has(method) ? '' : `Object.values(${name})`
    const fix = instead && whole ? { start: node.start, end: node.end, text: instead } : undefined
    const effect = method === 'length' ? say('length-undefined') : method === undefined ? say('loop-faults') : say('method-faults', method)
    yield {
      code: 'object-as-list',
      severity: isConditional(query, around) ? 'hint' : 'warning',
      at: node,
      facts: { name, effect, instead },
      fix,
    }
  }
}

/** A place where a list is expected. */
interface ListUse {
  /** What is taken for a list. */
  readonly node: AnyNode
  readonly origin: Origin
  /** Undefined where its items are gone through without a method. */
  readonly method: string | undefined
  /** Whether the expression can be written into a call as it is. */
  readonly whole: boolean
  /** The node that faults. */
  readonly around: AnyNode
}

const ofLists = new Set(Object.getOwnPropertyNames(Array.prototype).filter((name) => !(name in Object.prototype)))

/** Members that change a list, for which its values are no help. */
const changing: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'fill', 'copyWithin'])

function* methodsTaken({ origins, scopes }: QueryModel): Iterable<ListUse> {
  for (const { origin, name, member } of origins.uses) {
    if (origin.root !== 'event' || origin.path.length < 2 || !member || !ofLists.has(name)) continue
    const parent = scopes.parentOf(member)
    const isCalled = parent?.type === 'CallExpression' && parent.callee === member && !parent.optional
    if (!isCalled && (name !== 'length' || isWritten(parent, member))) continue
    yield { node: withoutParentheses(member.object), origin, method: name, whole: !member.optional, around: member }
  }
}

const isWritten = (parent: AnyNode | undefined, member: AnyNode): boolean =>
  (parent?.type === 'AssignmentExpression' && parent.left === member) || (parent?.type === 'LogicalExpression' && parent.left === member)

function* goneThrough({ origins, scopes }: QueryModel): Iterable<ListUse> {
  const loops = scopes.all('ForOfStatement').map((around) => ({ around, node: around.right }))
  const spread = scopes.all('SpreadElement').filter((node) => scopes.parentOf(node)?.type !== 'ObjectExpression')
  for (const { node, around } of [...loops, ...spread.map((one) => ({ around: one, node: one.argument }))]) {
    const origin = origins.of(node)
    if (origin?.root === 'event' && origin.path.length > 1) yield { node, origin, method: undefined, whole: true, around }
  }
}

/** The field at a path, where all events seen that have it hold an object there. */
function objectAt({ fields }: SeenEvents, { path, type }: Origin): FieldShape | undefined {
  const found = shapesAt(fields, path, type)
  const isObject = found.every(
    ({ kinds }) => kinds.has('object') && [...kinds.keys()].every((kind) => kind === 'object' || kind === 'null'),
  )
  return isObject ? found[0] : undefined
}

/** Whether the query asks for a list, or for the method, so that it knows of both. */
function isAsked({ origins, scopes }: QueryModel, { path }: Origin, method: string | undefined): boolean {
  const wanted = path.join('.')
  const isIt = (node: AnyNode | undefined): boolean => (node && origins.of(node)?.path.join('.')) === wanted
  return (
    scopes
      .all('CallExpression')
      .some(({ callee, arguments: given }) => callee.type === 'MemberExpression' && memberName(callee) === 'isArray' && isIt(given[0])) ||
    scopes.all('BinaryExpression').some(({ operator, left }) => operator === 'instanceof' && isIt(left)) ||
    origins.uses.some(({ origin, name, member }) => {
      const parent = member && scopes.parentOf(member)
      return name === method && name !== 'length' && origin.path.join('.') === wanted && parent?.type !== 'CallExpression'
    })
  )
}
