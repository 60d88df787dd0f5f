// Finds what releases do otherwise in a query that both take: members of events, texts, NaN, generators, the library.

import type { LanguageFacts } from '../../base/release/facts.ts'
import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction } from '../dialect/source/syntax-tree.ts'
import { returnedBy, takesEvent, withoutParentheses } from '../diagnostics/functions.ts'
import type { QueryModel } from '../diagnostics/query-model.ts'
import { stateRules } from '../diagnostics/rules/state.ts'
import { memberName, textOf } from '../diagnostics/syntax-names.ts'
import type { ChangeContext, FoundChange } from './change.ts'
import { wholeEvents } from './whole-events.ts'

type ChangeRule = (query: QueryModel, context: ChangeContext) => Iterable<FoundChange>

/** The rules by the fact on which they depend: they are asked where it differs. */
const rules: Readonly<Partial<Record<keyof LanguageFacts, ChangeRule>>> = {
  hasCreated: function* (query, { newer }) {
    for (const { origin, name, at } of query.origins.uses)
      if (origin.root === 'event' && origin.path.length === 0 && name === 'created')
        yield { code: 'created-member', at, facts: { name: 'event.created', newer } }
    for (const at of wholeEvents(query)) yield { code: 'whole-event', at, facts: { newer } }
  },
  textsAreJson: function* (query, { newer }) {
    for (const { text, run } of query.handlers) {
      if (!run || text === '$deleted' || text === '$created') continue
      for (const at of returnedBy(query, run))
        if (isText(query, at)) yield { code: 'text-as-json', at, facts: { what: 'The state', newer } }
    }
  },
  notANumberIsNull: function* (query, { newer }) {
    const { scopes } = query
    for (const node of scopes.all('Identifier'))
      if ((node.name === 'NaN' || node.name === 'Infinity') && isValue(query, node))
        yield { code: 'not-a-number', at: node, facts: { newer } }
    for (const node of scopes.all('BinaryExpression')) {
      // Other divisors are seldom zero; where they are, running both over events tells.
      const divisor = withoutParentheses(node.right)
      const isByZero = (node.operator === '/' || node.operator === '%') && divisor.type === 'Literal' && divisor.value === 0
      if (isByZero && comesToState(query, node)) yield { code: 'not-a-number', at: node, facts: { newer } }
    }
    const context = { emitEnabled: undefined, engine: 1, hasCreated: true, isDraft: true, seen: undefined } as const
    for (const rule of stateRules)
      for (const { code, at, facts } of rule(query, context)) {
        const effect = facts?.['effect']
        if ((code === 'missing-init' || code === 'missing-member') && typeof effect === 'object' && effect.phrase === 'sum-is-nan')
          yield { code: 'not-a-number', at, facts: { newer } }
      }
  },
  allowsGenerators: function* ({ handlers }, { newer }) {
    for (const { text, at, run } of handlers)
      if (run?.generator) yield { code: 'generator-runs-to-nothing', at, facts: { name: text, newer } }
  },
  printsUnhandledBodies: function* ({ handlers, links, hasHiddenHandlers, program }, { newer, bodies }) {
    if (bodies?.isCompact || program.body.some(({ type }) => type !== 'ExpressionStatement')) return
    const [first] = links
    if (
      first &&
      handlers.length === 0 &&
      !hasHiddenHandlers &&
      links.every(({ name, meant }) => name === meant && !['when', 'foreachStream', 'partitionBy'].includes(meant))
    )
      yield { code: 'unhandled-bodies', at: first.at, facts: { newer } }
  },
  readsScalarBodies: function* (query, { newer, bodies }) {
    for (const { type, at } of readTypes(query, bodies?.scalars)) yield { code: 'scalar-bodies', at, facts: { type, newer } }
  },
  checksStrictly: function* ({ handlers, links }, { newer, bodies }) {
    for (const type of bodies?.loose ?? []) {
      const named = handlers.find(({ text }) => text === type) ?? handlers.find(({ text }) => text === '$any')
      const at = named?.at ?? links[0]?.at
      if (at) yield { code: 'loose-json', at, facts: { type, newer } }
    }
  },
  followsCulture: function* ({ scopes }, { newer }) {
    for (const { property, ...member } of scopes.all('MemberExpression')) {
      const name = memberName({ ...member, property })
      if (name === 'localeCompare' || name === 'toLocaleString') yield { code: 'culture', at: property, facts: { name, newer } }
    }
  },
  engine: function* ({ scopes }, { newer }) {
    for (const node of scopes.all('Identifier'))
      if (newGlobals.includes(node.name) && !scopes.isDeclared(node) && scopes.parentOf(node)?.type !== 'Property')
        yield { code: 'library', at: node, facts: { name: node.name, newer } }
    for (const node of scopes.all('MemberExpression')) {
      const name = memberName(node)
      if (name !== undefined && newMembers.includes(name))
        yield { code: 'library', at: node.property, facts: { name, newer }, severity: 'hint' }
    }
    for (const node of [...scopes.all('NewExpression'), ...scopes.all('CallExpression')]) {
      const isPattern = node.callee.type === 'Identifier' && node.callee.name === 'RegExp'
      const flags = node.arguments[1] && textOf(node.arguments[1])
      if (isPattern && flags !== undefined && !/^[dgimsuy]*$/.test(flags)) yield { code: 'pattern-message', at: node, facts: { newer } }
    }
  },
  mostStateSize: function* (query, { newer }) {
    const context = { emitEnabled: undefined, engine: 1, hasCreated: true, isDraft: true, seen: undefined } as const
    for (const rule of stateRules)
      for (const { code, at, facts, severity } of rule(query, context)) {
        const size = facts?.['size']
        if (code === 'large-state' && severity !== 'hint' && typeof size === 'string')
          yield { code: 'state-limit', at, facts: { size, newer } }
      }
  },
}

export function* releaseChanges(query: QueryModel, context: ChangeContext): Iterable<FoundChange> {
  const { from, to } = context
  for (const [fact, rule] of Object.entries(rules) as [keyof LanguageFacts, ChangeRule][])
    if (from.language[fact] !== to.language[fact]) yield* rule(query, context)
}

/** What the engine of newer releases has beyond the older one (26 §6.8). */
const newGlobals = ['SharedArrayBuffer', 'Atomics', 'Float16Array']
const newMembers = [
  'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom resize transfer f16round sumPrecise',
  'getFloat16 fromBase64 toBase64',
].flatMap((names) => names.split(' '))

/** Whether the expression is a text for certain. */
function isText(query: QueryModel, node: AnyNode): boolean {
  const value = query.scopes.valueOf(withoutParentheses(node))
  if (textOf(value) !== undefined || value.type === 'TemplateLiteral') return true
  if (value.type === 'BinaryExpression' && value.operator === '+') return isText(query, value.left) || isText(query, value.right)
  if (value.type === 'ConditionalExpression') return isText(query, value.consequent) || isText(query, value.alternate)
  if (value.type === 'UnaryExpression') return value.operator === 'typeof'
  if (value.type === 'CallExpression') return isTextCall(query, value.callee)
  const origin = query.origins.of(value)
  return (
    origin?.root === 'event' &&
    origin.path.length === 1 &&
    ['streamId', 'eventType', 'eventId', 'bodyRaw', 'metadataRaw'].includes(origin.path[0]!)
  )
}

function isTextCall(query: QueryModel, callee: AnyNode): boolean {
  if (callee.type === 'Identifier') return callee.name === 'String' && !query.scopes.isDeclared(callee)
  if (callee.type !== 'MemberExpression') return false
  const name = memberName(callee) ?? ''
  return [
    'stringify',
    'toString',
    'join',
    'repeat',
    'toUpperCase',
    'toLowerCase',
    'toFixed',
    'substring',
    'trim',
    'padStart',
    'padEnd',
  ].includes(name)
}

/** Whether an identifier is read as a value that can come into a state. */
function isValue({ scopes }: QueryModel, node: AnyNode): boolean {
  const parent = scopes.parentOf(node)
  return (
    !scopes.isDeclared(node as never) &&
    parent?.type !== 'MemberExpression' &&
    !(parent?.type === 'Property' && parent.key === node && !parent.shorthand)
  )
}

/** Whether a number of a handler can come into a state, a result or an event: arguments of other calls and names of partitions do not. */
function comesToState({ scopes, callbacks }: QueryModel, node: AnyNode): boolean {
  const parent = scopes.parentOf(node)
  const around = scopes.ancestorsOf(node)
  const isPartition = callbacks.some(({ role, run }) => role === 'partitionBy' && around.includes(run))
  return around.some(isFunction) && !isPartition && parent?.type !== 'NewExpression' && parent?.type !== 'CallExpression'
}

/** Where the query reads data of events of these types. */
function* readTypes(query: QueryModel, types: ReadonlySet<string> | undefined): Iterable<{ readonly type: string; readonly at: AnyNode }> {
  for (const type of types ?? []) {
    const reads = query.origins.uses.find(
      ({ origin, name }) =>
        origin.root === 'event' && origin.path.length === 0 && ['data', 'body'].includes(name) && (origin.type ?? type) === type,
    )
    const whole = wholeEvents(query).find((node) => (query.origins.of(node)?.type ?? type) === type)
    const isHandled = query.handlers.some((handler) => takesEvent(handler) && (handler.text === type || handler.text.startsWith('$')))
    const at = reads?.at ?? whole
    if (at && isHandled) yield { type, at }
  }
}
