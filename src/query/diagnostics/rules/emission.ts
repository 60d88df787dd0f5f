// Finds emissions that fault, are lost, or come back as events of the query itself.

import type { RuleFinding } from '../diagnostic.ts'
import type { Said } from '../phrases.ts'
import { say } from '../phrases.ts'
import { isConditional } from '../functions.ts'
import { emitters } from '../language-words.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { CallNode } from '../syntax-names.ts'
import { beginningOf, memberName, textOf } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'
import { categoryOf } from '../seen-events.ts'

interface Emission {
  readonly name: string
  readonly call: CallNode
  /** The innermost first. */
  readonly ancestors: readonly AnyNode[]
}

function emissionsIn({ scopes }: QueryModel): Emission[] {
  return scopes.all('CallExpression').flatMap((call) => {
    const { callee } = call
    if (callee.type !== 'Identifier' || !emitters.includes(callee.name) || scopes.isDeclared(callee)) return []
    return [{ name: callee.name, call, ancestors: scopes.ancestorsOf(call) }]
  })
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
      const role = ancestors.map((ancestor) => roles.get(ancestor)).find((found) => found !== undefined)
      if (role !== undefined) yield { code: 'emit-beside-handlers', at: call.callee, facts: { name, role } }
    }
  },
  function* parameters(query) {
    for (const emission of emissionsIn(query)) {
      if (emission.name === 'copyTo') {
        const facts = { name: 'copyTo', why: say('copies-nothing') }
        yield { code: 'option-without-effect', at: emission.call.callee, facts }
      }
      const found = wantedBy(emission)
      if (found) yield { code: 'emit-arguments', at: emission.call, facts: { name: emission.name, ...found } }
    }
  },
  function* loops(query, { engine }) {
    for (const { name, call } of emissionsIn(query)) {
      const finding = loopFinding(query, name, call) ?? intoSource(query, name, call, engine)
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

/** What a call takes, and which of it is missing or something else. */
function wantedBy({ name, call }: Emission): { readonly wanted: Said; readonly problem: Said } | undefined {
  const given = call.arguments
  if (given.some(({ type }) => type === 'SpreadElement')) return undefined
  const [first, second] = given
  if (name === 'emit') {
    const problem = problemOfEmit(given)
    return problem && { wanted: say('emit-takes'), problem }
  }
  if (name === 'linkTo') {
    const isOther =
      second?.type === 'MemberExpression' && ['data', 'body', 'metadata', 'streamId', 'eventId'].includes(memberName(second) ?? '')
    const wanted = say('link-takes')
    if (given.length < 2) return { wanted, problem: say(first ? 'event-missing' : 'both-missing') }
    if (isScalar(second!) || isOther) return { wanted, problem: say('second-no-event') }
    if (isNoText(first)) return { wanted, problem: say('first-no-text') }
    return given.length > 3 ? { wanted, problem: say('third-is-metadata') } : undefined
  }
  if (name !== 'linkStreamTo' || (given.length >= 2 && given.length !== 3)) return undefined
  const problem = say(given.length === 3 ? 'third-beside-fourth' : 'linked-stream-missing')
  return { wanted: say('link-stream-takes'), problem }
}

function problemOfEmit([first, second, third]: readonly AnyNode[]): Said | undefined {
  if (!first) return say('all-missing')
  if (!third && (!second || isNoText(second))) return say(second ? 'type-missing' : 'type-and-data-missing')
  if (!third) return say('data-missing')
  if (isNoText(first)) return say('first-no-text')
  if (isNoText(second)) return say('second-no-text')
  return isScalar(third) || isStringify(third) ? say('data-no-object') : undefined
}

const isScalar = (node: AnyNode): boolean =>
  (node.type === 'Literal' && !('regex' in node && node.regex)) || node.type === 'TemplateLiteral'

const isNoText = (node: AnyNode | undefined): boolean =>
  node?.type === 'ObjectExpression' || node?.type === 'ArrayExpression' || (node?.type === 'Literal' && typeof node.value !== 'string')

const isStringify = (node: AnyNode): boolean =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && memberName(node.callee) === 'stringify'

/** In the second engine an event is appended to whatever is there. */
function intoSource(query: QueryModel, name: string, { arguments: [first, second] }: CallNode, engine: 1 | 2): RuleFinding | undefined {
  if (engine === 2 || name === 'copyTo' || !first || canHandle(query, name, second)) return undefined
  const stream = textOf(query.scopes.valueOf(first))
  const isSource = stream !== undefined && query.streams.some(({ text }) => text === stream)
  return isSource ? { code: 'writes-into-source', at: first, facts: { name, stream } } : undefined
}

function loopFinding(query: QueryModel, name: string, call: CallNode): RuleFinding | undefined {
  const [first, second] = call.arguments
  if (name === 'copyTo' || !first || !canHandle(query, name, second)) return undefined
  const { scopes } = query
  const written = scopes.valueOf(first)
  const stream = textOf(written) ?? beginningOf(written)
  if (stream !== undefined && readsStream(query, stream, textOf(written) !== undefined))
    return { code: 'feeds-itself', at: first, facts: { name, stream } }
  const type = second && textOf(scopes.valueOf(second))
  const isSameType = name === 'emit' && second !== undefined && isMemberOfEvent(query, second, 'eventType')
  // Through the stream of a type, whatever is emitted under that type comes back.
  const types = query.streams.flatMap(({ text }) => (text.startsWith('$et-') ? [text.slice(4)] : []))
  if (name === 'emit' && (isSameType ? types.length > 0 : type !== undefined && types.includes(type)))
    return { code: 'feeds-itself', at: first, facts: { name, stream: stream ?? say('a-stream') } }
  // Every stream is read; by name a query says that it wants the type, by $any it may tell its own events apart.
  const isAll = name === 'emit' && query.links.some(({ meant }) => meant === 'fromAll')
  if (isAll && (isSameType || (stream !== undefined && type !== undefined))) {
    const isNamed = isSameType ? !query.handlers.some(({ text }) => text === '$any') : query.handlers.some(({ text }) => text === type)
    const isAlways = isNamed && !isConditional(query, call)
    return { code: 'feeds-itself', severity: isAlways ? 'warning' : 'hint', at: first, facts: { name, stream: stream ?? say('a-stream') } }
  }
  const isOwn = name === 'linkTo' && isMemberOfEvent(query, first, 'streamId')
  return isOwn ? { code: 'feeds-itself', at: first, facts: { name, stream: say('own-stream') } } : undefined
}

/** @param isWhole whether the text is the whole name, and not its beginning. */
function readsStream({ streams, categories }: QueryModel, text: string, isWhole: boolean): boolean {
  if (isWhole && streams.some((stream) => stream.text === text)) return true
  const category = categoryOf(text)
  return (
    category !== undefined &&
    (categories.some((one) => one.text === category) || streams.some((stream) => stream.text === `$ce-${category}`))
  )
}

function isMemberOfEvent({ origins }: QueryModel, node: AnyNode, name: string): boolean {
  const origin = origins.of(node)
  return origin?.root === 'event' && origin.path.length === 1 && origin.path[0] === name
}

/** Whether the events that the call writes are of types that the query handles. */
function canHandle(query: QueryModel, name: string, second: AnyNode | undefined): boolean {
  const { handlers, hasHiddenHandlers } = query
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$any')) return true
  if (name !== 'emit') return true
  if (second && isMemberOfEvent(query, second, 'eventType')) return true
  const type = second && textOf(query.scopes.valueOf(second))
  return type !== undefined && handlers.some(({ text }) => text === type)
}
