// Finds functions whose return value is not what was meant: none, a number in place of the state, or a block in place of an object.

import { initialValue, returnedBy, takesEvent, usesOf, withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { walkOwn } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { PhraseName, Said } from '../phrases.ts'
import { say } from '../phrases.ts'
import type { MemberNode } from '../syntax-names.ts'
import { keyName, memberName, parameterName } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'

export const returnRules: readonly Rule[] = [
  function* blocks({ handlers, callbacks, text }) {
    const functions = [
      ...handlers.flatMap(({ text, run }) => (run ? [{ name: text, run }] : [])),
      ...callbacks.map(({ role, run }) => ({ name: role, run })),
    ]
    for (const { name, run } of functions) {
      const body = run.body
      if (body.type !== 'BlockStatement' || !looksLikeObject(body)) continue
      const fix = { start: body.start, end: body.end, text: objectOf(run, text) }
      yield { code: 'object-needs-parentheses', at: body, facts: { name }, fix }
    }
  },
  function* missing(query) {
    const { handlers, callbacks } = query
    for (const { text, run } of handlers) {
      if (!run || (text !== '$init' && text !== '$initShared') || !returnsNothing(query, run)) continue
      yield {
        code: 'nothing-returned',
        severity: emptiness(run),
        at: run,
        facts: { name: text, effect: say('no-first-state') },
      }
    }
    for (const { role, run } of callbacks) {
      if (returnsNothing(query, run))
        yield { code: 'nothing-returned', severity: emptiness(run), at: run, facts: { name: role, effect: effects[role] } }
    }
  },
  function* filtered(query) {
    for (const { role, run } of query.callbacks) {
      if (role !== 'filterBy' || run.async || run.generator) continue
      for (const value of returnedBy(query, run)) {
        const what = otherThanTrue(query, run, value)
        const fix = { start: value.start, end: value.end, text: `Boolean(${query.text.slice(value.start, value.end)})` }
        if (what) yield { code: 'filter-not-true', at: value, facts: { what: say(what) }, fix: value.type === 'Literal' ? undefined : fix }
      }
    }
  },
  function* replaced(query) {
    for (const handler of query.handlers) {
      const { run } = handler
      if (
        !run ||
        !takesEvent(handler) ||
        handler.text === '$created' ||
        run.body.type !== 'BlockStatement' ||
        returnedBy(query, run).length > 0
      )
        continue
      for (const name of stateNames(run)) {
        const use = usesOf(query, run, name).find((found) => isReplaced(query, found))
        if (!use) continue
        const end = run.body.end - 1
        const isList = run.params[0]?.type === 'ArrayPattern'
        yield {
          code: 'state-not-returned',
          severity: isCleared(query, use) ? 'hint' : 'warning',
          at: query.scopes.parentOf(use)!,
          facts: { name },
          fix: isList ? undefined : { start: end, end, text: `; return ${name} ` },
        }
      }
    }
  },
  function* values(query) {
    const initial = initialKinds(query)
    for (const handler of query.handlers) {
      const { run } = handler
      if (!run || !takesEvent(handler) || handler.text === '$created' || run.params[0]?.type === 'ArrayPattern') continue
      for (const value of returnedBy(query, run)) {
        const what = valueIn(query, value, initial)
        if (what === undefined) continue
        const isBody = run.body.type !== 'BlockStatement' && run.params[0]?.type === 'Identifier'
        const fix = isBody
          ? { start: run.body.start, end: run.body.end, text: `{ ${query.text.slice(run.body.start, run.body.end)} }` }
          : undefined
        yield { code: 'state-becomes-value', at: value, facts: { what }, fix }
      }
    }
  },
]

const effects = {
  partitionBy: say('no-partition'),
  transformBy: say('no-result'),
  filterBy: say('no-result-passes'),
}

/** What a filter returns in place of true; undefined where it may be true, or is nothing on purpose. */
function otherThanTrue(query: QueryModel, run: FunctionNode, returned: AnyNode): PhraseName | undefined {
  const value = withoutParentheses(returned)
  switch (value.type) {
    case 'Literal':
      return value.value === null ? undefined : kindPhrases[typeof value.value === 'boolean' ? '' : typeof value.value]
    case 'TemplateLiteral':
      return 'a-text'
    case 'ObjectExpression':
      return 'an-object'
    case 'ArrayExpression':
      return 'a-list'
    case 'UpdateExpression':
      return 'a-number'
    case 'BinaryExpression':
      return /^([-*/%&|^]|\*\*|<<|>>>?)$/.test(value.operator) ? 'a-number' : undefined
    // `a && b` is true only where b is.
    case 'LogicalExpression':
      return value.operator === '&&' ? otherThanTrue(query, run, value.right) : undefined
    case 'CallExpression': {
      const method = value.callee.type === 'MemberExpression' ? memberName(value.callee) : undefined
      return method === 'filter' ? 'a-list' : method === 'indexOf' || method === 'findIndex' ? 'a-number' : undefined
    }
    case 'MemberExpression':
      return memberName(value) === 'length' ? 'a-number' : initialKind(query, run, value)
    default:
      return undefined
  }
}

/** What `$init` sets the member to, where the filter gets the state, and nothing sets the member to true. */
function initialKind(query: QueryModel, run: FunctionNode, { object, property }: MemberNode): PhraseName | undefined {
  const isTransformed = query.callbacks.some(({ role }) => role === 'transformBy')
  if (isTransformed || object.type !== 'Identifier' || object.name !== parameterName(run.params[0]) || property.type !== 'Identifier')
    return undefined
  const kind = initialKinds(query).get(property.name)
  return kind === 'number' ? 'a-number' : undefined
}

/** A function without a statement is a placeholder. */
const emptiness = ({ body }: FunctionNode) =>
  body.type === 'BlockStatement' && body.body.length === 0 ? ('hint' as const) : ('warning' as const)

/** A block of labels, `{ count: 0 }`, or of nothing. */
function looksLikeObject({ body }: Extract<AnyNode, { type: 'BlockStatement' }>): boolean {
  return (
    body.length > 0 && body.every((statement) => statement.type === 'LabeledStatement' && statement.body.type === 'ExpressionStatement')
  )
}

/** The block of labels as the body that returns their object. */
function objectOf({ type, body }: FunctionNode, text: string): string {
  const labels = body.type === 'BlockStatement' ? body.body : []
  const members = labels.flatMap((label) => {
    if (label.type !== 'LabeledStatement' || label.body.type !== 'ExpressionStatement') return []
    const { expression } = label.body
    return [`${label.label.name}: ${text.slice(expression.start, expression.end)}`]
  })
  const object = `{ ${members.join(', ')} }`
  return type === 'ArrowFunctionExpression' ? `(${object})` : `{ return ${object} }`
}

function returnsNothing(query: QueryModel, run: FunctionNode): boolean {
  if (run.body.type !== 'BlockStatement' || looksLikeObject(run.body) || run.generator) return false
  let throws = false
  walkOwn(run, (node) => {
    if (node.type === 'ThrowStatement') throws = true
  })
  return !throws && returnedBy(query, run).length === 0
}

/** The names of the state, or of both halves of a pair. */
export function stateNames({ params: [state] }: FunctionNode): string[] {
  if (state?.type === 'ArrayPattern') return state.elements.flatMap((element) => (element?.type === 'Identifier' ? [element.name] : []))
  const name = parameterName(state)
  return name === undefined ? [] : [name]
}

/** `state = null` names no state that could be returned instead. */
function isCleared({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  return parent?.type === 'AssignmentExpression' && parent.right.type === 'Literal' && parent.right.value === null
}

function isReplaced({ scopes }: QueryModel, use: IdentifierNode): boolean {
  const parent = scopes.parentOf(use)
  return (
    (parent?.type === 'AssignmentExpression' && parent.left === use) || (parent?.type === 'UpdateExpression' && parent.argument === use)
  )
}

/** The members of the state that `$init` sets to a plain value, by name. */
function initialKinds(query: QueryModel): ReadonlyMap<string, string> {
  const value = initialValue(query)
  if (value?.type !== 'ObjectExpression') return new Map()
  return new Map(
    value.properties.flatMap((property) => {
      if (property.type !== 'Property' || property.value.type !== 'Literal') return []
      const kind = typeof property.value.value
      return kind === 'object' ? [] : [[keyName(property) ?? '', kind] as const]
    }),
  )
}

const kindPhrases: Readonly<Record<string, PhraseName>> = { string: 'a-text', number: 'a-number', boolean: 'a-boolean' }

/** Words for a returned value that is a part of the state, where the state is used as an object. */
function valueIn(query: QueryModel, returned: AnyNode, initial: ReadonlyMap<string, string>): string | Said | undefined {
  const value = withoutParentheses(returned)
  const isMember = (node: AnyNode): boolean => isMemberOfState(query, withoutParentheses(node))
  switch (value.type) {
    case 'Literal':
      // A text or a number in the place of an object with members.
      return initial.size > 0 && value.value !== null ? (value.raw ?? say('a-value')) : undefined
    case 'UpdateExpression':
      return isMember(value.argument) ? say('a-number') : undefined
    case 'AssignmentExpression':
      return isMember(value.left) ? say('what-it-assigns') : undefined
    case 'BinaryExpression':
      return /^[-+*/%]$/.test(value.operator) && (isMember(value.left) || isMember(value.right)) ? say('a-number') : undefined
    case 'CallExpression': {
      const { callee } = value
      const method = callee.type === 'MemberExpression' ? memberName(callee) : undefined
      return callee.type === 'MemberExpression' && (method === 'push' || method === 'unshift') && isMember(callee.object)
        ? say('length-of-list')
        : undefined
    }
    case 'UnaryExpression':
      return value.operator === 'delete' && isMember(value.argument) ? 'true' : undefined
    case 'MemberExpression':
    case 'Identifier': {
      const path = query.origins.of(value)
      if (path?.root === 'state' && path.path.length === 0 && value.type === 'Identifier') return replacedBy(query, value, initial)
      const kind = path?.root === 'state' && path.path.length === 1 ? initial.get(path.path[0]!) : undefined
      return kind === undefined ? undefined : say(kindPhrases[kind] ?? 'a-value')
    }
    default:
      return undefined
  }
}

/** Words for what the state was replaced by before it is returned. */
function replacedBy(query: QueryModel, state: IdentifierNode, initial: ReadonlyMap<string, string>): string | Said | undefined {
  const owner = query.scopes.ownerOf(state)
  let what: string | Said | undefined
  for (const { operator, left, right } of query.scopes.all('AssignmentExpression')) {
    if (operator !== '=' || left.type !== 'Identifier' || left.name !== state.name || right.type === 'Identifier') continue
    if (query.scopes.ownerOf(left) === owner) what ??= valueIn(query, right, initial)
  }
  return what
}

/** Whether an expression is `state.a`, `state.a.b` or `state[…]`, under whatever name. */
function isMemberOfState({ origins }: QueryModel, node: AnyNode): boolean {
  const origin = origins.of(node)
  if (origin) return origin.root === 'state' && origin.path.length > 0
  return (
    node.type === 'MemberExpression' &&
    (origins.of(node.object)?.root === 'state' || isMemberOfState({ origins } as QueryModel, node.object))
  )
}
