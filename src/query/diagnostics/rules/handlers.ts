// Finds handlers and callbacks that are named, declared or called otherwise than the server calls them.

import { closestWord } from '../closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { membersUsed, parameterName, takesEvent, usesOf, walkOwn } from '../functions.ts'
import { handlerNames, systemTypes } from '../language-words.ts'
import type { FunctionNode } from '../../dialect/source/syntax-tree.ts'
import type { NamedHandler, QueryModel } from '../query-model.ts'
import { memberName } from '../query-model.ts'
import type { Rule, RuleContext } from '../rule.ts'

const eventNames = /^(e|ev|evt|event|evnt|msg|message)$/i
const stateNames = /^(s|st|state|acc)$/i

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
      if (used) yield { code: 'deleted-has-no-event', at: used.at, facts: { name: parameterName(run.params[1]) ?? 'The event' } }
    }
  },
  function* kinds(query) {
    const functions = [
      ...query.handlers.flatMap(({ text, run, at }) => (run ? [{ name: text, run, at }] : [])),
      ...query.callbacks.map(({ role, run }) => ({ name: role, run, at: run })),
    ]
    for (const { name, run, at } of functions) {
      if (run.async) yield { code: 'async-handler', severity: waits(run) ? 'warning' : 'hint', at, facts: { name } }
      else if (run.generator) yield { code: 'generator-handler', at, facts: { name } }
      else yield* promises(query, run)
    }
  },
]

function nameFinding({ text, at }: NamedHandler, { seen }: RuleContext): RuleFinding | undefined {
  if (!text.startsWith('$') || handlerNames.includes(text) || systemTypes.includes(text) || seen?.types.has(text)) return undefined
  const instead = closestWord(text, handlerNames)
  // Types of the system are many; a name that is close to none of ours may be one.
  if (instead === undefined) return { code: 'unknown-handler', severity: 'hint', at, facts: { name: text } }
  const quote = at.type === 'Literal' ? 1 : 0
  return {
    code: 'unknown-handler',
    at,
    facts: { name: text, instead },
    fix: { start: at.start + quote, end: at.end - quote, text: instead },
  }
}

function* orderFindings(run: FunctionNode): Iterable<RuleFinding> {
  const [first, second] = run.params.map(parameterName)
  if (first === undefined || !eventNames.test(first)) return
  if (run.params.length === 1 || (second !== undefined && stateNames.test(second)))
    yield { code: 'parameter-order', at: run.params[0]!, facts: { first } }
}

function* callbackFindings(query: QueryModel, role: string, run: FunctionNode): Iterable<RuleFinding> {
  const second = run.params[1]
  const name = parameterName(second)
  if (second && name !== undefined && second.type === 'Identifier' && usesOf(query, run, name).length > 0)
    yield { code: 'event-only', at: second, facts: { role, name } }
}

/** Code behind an `await` relies on being continued. */
function waits(run: FunctionNode): boolean {
  let isFound = false
  walkOwn(run, (node) => {
    if (node.type === 'AwaitExpression') isFound = true
  })
  return isFound
}

function* promises({ scopes }: QueryModel, run: FunctionNode): Iterable<RuleFinding> {
  const found: RuleFinding[] = []
  walkOwn(run, (node) => {
    const isNew =
      node.type === 'NewExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'Promise' &&
      !scopes.isDeclared(node.callee)
    const isThen = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && memberName(node.callee) === 'then'
    if (isNew || isThen) found.push({ code: 'promise-in-handler', at: node })
  })
  yield* found.slice(0, 1)
}
