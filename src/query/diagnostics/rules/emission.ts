// Finds emissions that fault, are lost, or come back as events of the query itself.

import type { RuleFinding } from '../diagnostic.ts'
import { parameterName } from '../functions.ts'
import { emitters } from '../language-words.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../../dialect/source/syntax-tree.ts'
import type { CallNode, QueryModel } from '../query-model.ts'
import { memberName, textOf } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import { categoryOf } from '../seen-events.ts'

interface Emission {
  readonly name: string
  readonly call: CallNode
  readonly ancestors: readonly AnyNode[]
}

function emissionsIn({ program, scopes }: QueryModel): Emission[] {
  const found: Emission[] = []
  walk(program, (node, ancestors) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !emitters.includes(node.callee.name)) return
    if (!scopes.isDeclared(node.callee)) found.push({ name: node.callee.name, call: node, ancestors: [...ancestors] })
  })
  return found
}

export const emissionRules: readonly Rule[] = [
  function* permission(query, { emitEnabled }) {
    if (emitEnabled !== false) return
    const first = emissionsIn(query).find(({ name, ancestors }) => name !== 'copyTo' && ancestors.some(isFunction))
    if (first) yield { code: 'emit-disabled', at: first.call.callee, facts: { name: first.name } }
  },
  function* places(query) {
    const roles = rolesOf(query)
    for (const { name, call, ancestors } of emissionsIn(query)) {
      if (!ancestors.some(isFunction)) yield { code: 'emit-in-definition', at: call.callee, facts: { name } }
      const role = ancestors.map((ancestor) => roles.get(ancestor)).findLast((found) => found !== undefined)
      if (role !== undefined) yield { code: 'emit-beside-handlers', at: call.callee, facts: { name, role } }
    }
  },
  function* parameters(query) {
    for (const emission of emissionsIn(query)) {
      const wanted = wantedBy(emission)
      if (wanted !== undefined) yield { code: 'emit-arguments', at: emission.call, facts: { name: emission.name, wanted } }
    }
  },
  function* loops(query) {
    for (const { name, call } of emissionsIn(query)) {
      const finding = loopFinding(query, name, call)
      if (finding) yield finding
    }
  },
]

/** Functions in which emissions are no events of a handled event. */
function rolesOf({ handlers, callbacks }: QueryModel): Map<AnyNode, string> {
  const roles = new Map<AnyNode, string>(callbacks.map(({ role, run }) => [run, role]))
  for (const { text, run } of handlers) if (run && ['$init', '$initShared', '$deleted'].includes(text)) roles.set(run, text)
  return roles
}

function wantedBy({ name, call }: Emission): string | undefined {
  const given = call.arguments
  if (given.some(({ type }) => type === 'SpreadElement')) return undefined
  const [first, second, third] = given
  if (name === 'emit') {
    const isShort = given.length < 3
    const isText = third !== undefined && (isScalar(third) || isStringify(third))
    return isShort || isText || isNoText(first) || isNoText(second)
      ? 'a stream, an event type, an object as data, and an object as metadata if need be'
      : undefined
  }
  if (name === 'linkTo') {
    const isOther =
      second?.type === 'MemberExpression' && ['data', 'body', 'metadata', 'streamId', 'eventId'].includes(memberName(second) ?? '')
    return given.length < 2 || given.length > 3 || isScalar(second!) || isOther || isNoText(first)
      ? 'a stream and the event, as in linkTo(stream, event)'
      : undefined
  }
  return name === 'linkStreamTo' && (given.length < 2 || given.length === 3) ? 'a stream and the name of the linked stream' : undefined
}

const isScalar = (node: AnyNode): boolean =>
  (node.type === 'Literal' && !('regex' in node && node.regex)) || node.type === 'TemplateLiteral'

const isNoText = (node: AnyNode | undefined): boolean =>
  node?.type === 'ObjectExpression' || node?.type === 'ArrayExpression' || (node?.type === 'Literal' && typeof node.value !== 'string')

const isStringify = (node: AnyNode): boolean =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && memberName(node.callee) === 'stringify'

function loopFinding(query: QueryModel, name: string, call: CallNode): RuleFinding | undefined {
  const [first, second] = call.arguments
  if (name === 'copyTo' || !first || !canHandle(query, name, second)) return undefined
  const stream = textOf(first)
  const read =
    stream !== undefined &&
    (query.streams.some(({ text }) => text === stream) || query.categories.some(({ text }) => text === categoryOf(stream)))
  if (read) return { code: 'feeds-itself', at: first, facts: { name, stream } }
  // Every stream is read; by name a query says that it wants the type, by $any it may tell its own events apart.
  const isAll = name === 'emit' && query.links.some(({ meant }) => meant === 'fromAll')
  const type = second && textOf(second)
  if (isAll && stream !== undefined && type !== undefined) {
    const isNamed = query.handlers.some(({ text }) => text === type)
    return { code: 'feeds-itself', severity: isNamed ? 'warning' : 'hint', at: first, facts: { name, stream } }
  }
  const isOwn =
    name === 'linkTo' &&
    first.type === 'MemberExpression' &&
    memberName(first) === 'streamId' &&
    first.object.type === 'Identifier' &&
    isEventOf(query, call, first.object.name)
  return isOwn ? { code: 'feeds-itself', at: first, facts: { name, stream: 'the event’s own stream' } } : undefined
}

/** Whether the events that the call writes are of types that the query handles. */
function canHandle({ handlers, hasHiddenHandlers }: QueryModel, name: string, second: AnyNode | undefined): boolean {
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$any')) return true
  const types = handlers.map(({ text }) => text)
  if (name !== 'emit') return true
  const type = second && textOf(second)
  return type === undefined ? false : types.includes(type)
}

function isEventOf({ scopes, handlers }: QueryModel, call: CallNode, name: string): boolean {
  const around = scopes.ancestorsOf(call).find((node): node is FunctionNode => isFunction(node))
  return handlers.some(({ run }) => run !== undefined && run === around && parameterName(run.params[1]) === name)
}
