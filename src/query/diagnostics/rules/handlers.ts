// Finds handlers and callbacks that are named, declared or called otherwise than the server calls them.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import { membersUsed, takesEvent, usesOf } from '../functions.ts'
import { handlerNames, systemTypes } from '../language-words.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction, walkOwn } from '../../dialect/source/syntax-tree.ts'
import type { NamedHandler, QueryModel } from '../query-model.ts'
import { isEventName, memberName, parameterName, takesEventFirst } from '../syntax-names.ts'
import type { Rule, RuleContext } from '../rule.ts'

export const handlerRules: readonly Rule[] = [
  function* names({ handlers }, context) {
    for (const handler of handlers) {
      const finding = nameFinding(handler, context)
      if (finding) yield finding
    }
  },
  function* values({ handlers, scopes }) {
    for (const { text, at, run } of handlers) {
      const property = scopes.parentOf(at)
      if (run || property?.type !== 'Property') continue
      const kind = property.value.type
      // A number or a text is hardly meant as code.
      if (kind === 'Literal') yield { code: 'handler-is-no-function', severity: 'hint', at, facts: { name: text } }
      if (kind === 'ObjectExpression' || kind === 'ArrayExpression') yield { code: 'handler-is-no-function', at, facts: { name: text } }
    }
  },
  function* parameters(query) {
    for (const handler of query.handlers) if (handler.run && takesEvent(handler)) yield* orderFindings(handler.run)
    for (const { role, run } of query.callbacks) yield* callbackFindings(query, role, run)
  },
  function* deletedEvent(query) {
    for (const { text, run } of query.handlers) {
      if (text !== '$deleted' || !run) continue
      const used = membersUsed(query, run, run.params[1])[0]
      if (used) yield { code: 'deleted-has-no-event', at: used.at, facts: { name: parameterName(run.params[1]) ?? say('the-event') } }
    }
  },
  function* kinds(query) {
    const functions = [
      ...query.handlers.flatMap(({ text, run, at }) => (run ? [{ name: text, run, at }] : [])),
      ...query.callbacks.map(({ role, run }) => ({ name: role, run, at: run })),
    ]
    for (const { name, run, at } of functions) {
      if (run.async)
        yield { code: 'async-handler', severity: waits(run) ? 'warning' : 'hint', at: asyncIn(query, run, at) ?? at, facts: { name } }
      else if (run.generator) yield { code: 'generator-handler', at, facts: { name } }
    }
    const reported = functions.flatMap(({ run }) => (run.async || run.generator ? [run] : []))
    yield* promises(query, reported)
  },
]

function nameFinding({ text, at }: NamedHandler, { seen }: RuleContext): RuleFinding | undefined {
  const bare = withoutSign[text.toLowerCase()]
  if (bare !== undefined && !seen?.types.has(text)) {
    // An application may have events of this type; with its events at hand that is known.
    const severity = seen ? 'warning' : 'hint'
    return { code: 'unknown-handler', severity, at, facts: { name: text, instead: bare }, fix: renamed(at, bare) }
  }
  if (!text.startsWith('$') || handlerNames.includes(text) || systemTypes.includes(text) || seen?.types.has(text)) return undefined
  const instead = closestWord(text, handlerNames)
  // Types of the system are many; a name that is close to none of ours may be one.
  if (instead === undefined) return { code: 'unknown-handler', severity: 'hint', at, facts: { name: text } }
  return { code: 'unknown-handler', at, facts: { name: text, instead }, fix: renamed(at, instead) }
}

/** Names of handlers as they are written where the sign is forgotten. */
const withoutSign: Readonly<Record<string, string>> = {
  __proto__: null as never,
  init: '$init',
  initshared: '$initShared',
  any: '$any',
  '*': '$any',
  deleted: '$deleted',
}

function renamed(at: AnyNode, text: string) {
  const quote = at.type === 'Literal' ? 1 : 0
  return { start: at.start + quote, end: at.end - quote, text }
}

function* orderFindings(run: FunctionNode): Iterable<RuleFinding> {
  const [first, second] = run.params
  if (!first || !takesEventFirst(run)) return
  const name = parameterName(first)!
  yield { code: 'parameter-order', at: first, facts: { first: name }, fix: orderFix(run, name, parameterName(second)) }
}

/** Names the state in front of the event. */
function orderFix({ params: [first, second], start }: FunctionNode, event: string, state: string | undefined) {
  if (first?.type !== 'Identifier' || (second && second.type !== 'Identifier')) return undefined
  const both = `${state ?? 'state'}, ${event}`
  // An arrow that begins with its parameter has no parentheses around it.
  return { start: first.start, end: second?.end ?? first.end, text: first.start === start ? `(${both})` : both }
}

function* callbackFindings(query: QueryModel, role: string, run: FunctionNode): Iterable<RuleFinding> {
  const [first, second] = run.params
  const name = parameterName(second)
  if (second && name !== undefined && second.type === 'Identifier' && usesOf(query, run, name).length > 0)
    yield { code: 'event-only', at: second, facts: { role, name } }
  if (role === 'partitionBy' || second) return
  // The one argument is the state, which seldom has members of these names.
  const taken = membersUsed(query, run, first).find(({ name: member }) => membersOfEventsAlone.includes(member))
  const given = parameterName(first) ?? 'the event'
  if (taken && (isEventName(given) || taken.member === undefined))
    yield { code: 'event-only', at: first!, facts: { role, name: `${given}.${taken.name}` } }
}

const membersOfEventsAlone = ['eventType', 'streamId', 'sequenceNumber', 'eventId', 'bodyRaw', 'metadataRaw', 'data', 'body', 'metadata']

/** The word `async` of a function that stands behind the handler's name; that of a method stands in front of it. */
function asyncIn({ scopes }: QueryModel, run: FunctionNode, at: AnyNode) {
  const property = scopes.parentOf(run)
  const isValue = property?.type === 'Property' && property.key === at && !property.method
  return isValue ? { start: run.start, end: run.start + 'async'.length } : undefined
}

/** Code behind an `await` relies on being continued. */
function waits(run: FunctionNode): boolean {
  let isFound = false
  walkOwn(run, (node) => {
    if (node.type === 'AwaitExpression') isFound = true
  })
  return isFound
}

/** The first promise that the query makes or continues. */
function* promises({ scopes }: QueryModel, besides: readonly FunctionNode[]): Iterable<RuleFinding> {
  const made = scopes.all('NewExpression').filter(({ callee }) => isGlobalPromise(scopes, callee))
  const called = scopes
    .all('CallExpression')
    .filter(({ callee }) => callee.type === 'MemberExpression' && (memberName(callee) === 'then' || isGlobalPromise(scopes, callee.object)))
  const isReported = (node: AnyNode) => scopes.ancestorsOf(node).some((one) => isFunction(one) && besides.includes(one))
  const [first] = [...made, ...called].filter((node) => !isReported(node)).sort((one, other) => one.start - other.start)
  if (first) yield { code: 'promise-in-handler', at: first }
}

const isGlobalPromise = (scopes: QueryModel['scopes'], node: AnyNode): boolean =>
  node.type === 'Identifier' && node.name === 'Promise' && !scopes.isDeclared(node)
