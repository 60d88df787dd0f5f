// Finds names that nothing declares: mistyped functions and variables, and globals that the sandbox lacks.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import { definitionFunctions, emitters, foreignGlobals, languageGlobals, selectors } from '../language-words.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { isVariable } from '../scopes.ts'

const functionsOfQueries = [...selectors, ...definitionFunctions, ...emitters, 'log']

export const nameRules: readonly Rule[] = [
  function* undeclared(query) {
    const found: RuleFinding[] = []
    const reported = new Set<string>()
    for (const node of query.scopes.all('Identifier')) {
      // Once for each name: the first place is where to begin.
      if (reported.has(node.name) || !isUnknown(query, node)) continue
      reported.add(node.name)
      found.push(nameFinding(query, node))
    }
    yield* found
  },
  function* selectorsInHandlers(query) {
    const found: RuleFinding[] = []
    for (const { callee } of query.scopes.all('CallExpression')) {
      if (callee.type !== 'Identifier') continue
      const { name } = callee
      const isDefinition = [...selectors, ...definitionFunctions].includes(name) && !query.scopes.isDeclared(callee)
      if (isDefinition && isInHandler(query, callee)) found.push({ code: 'selector-in-handler', at: callee, facts: { name } })
    }
    yield* found
  },
]

function isUnknown({ scopes }: QueryModel, node: IdentifierNode): boolean {
  const parent = scopes.parentOf(node)
  if (!isVariable(node, parent) || scopes.isDeclared(node)) return false
  const { name } = node
  if (languageGlobals.has(name) || functionsOfQueries.includes(name) || scopes.implicitGlobals.has(name)) return false
  if (parent?.type === 'UnaryExpression' && (parent.operator === 'typeof' || parent.operator === 'delete')) return false
  return !isDeclaredByNode(node, parent)
}

/** Names that stand in the place of their declaration. */
const isDeclaredByNode = (node: IdentifierNode, parent: AnyNode | undefined): boolean =>
  (parent !== undefined && (isFunction(parent) || parent.type === 'ClassExpression')) ||
  parent?.type === 'CatchClause' ||
  (parent?.type === 'ForInStatement' && parent.left === node) ||
  (parent?.type === 'ForOfStatement' && parent.left === node)

function nameFinding(query: QueryModel, node: IdentifierNode): RuleFinding {
  const { name } = node
  // A handler may never run, so an unknown name in it is a warning. At the top level it faults the query.
  const severity = query.scopes.ancestorsOf(node).some(isFunction) ? 'warning' : 'error'
  const advice = foreignGlobals[name]
  if (advice !== undefined) return { code: 'foreign-global', severity, at: node, facts: { name, advice: say(advice) } }
  const parent = query.scopes.parentOf(node)
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node
  const known = [...(isCalled ? functionsOfQueries : []), ...query.scopes.namesAt(node), ...languageGlobals]
  const instead = closestWord(name, known)
  const fix = instead === undefined ? undefined : { start: node.start, end: node.end, text: instead }
  return { code: isCalled ? 'unknown-function' : 'unknown-name', severity, at: node, facts: { name, instead: instead ?? '' }, fix }
}

function isInHandler({ handlers, callbacks, scopes }: QueryModel, node: AnyNode): boolean {
  const runs = new Set<AnyNode | undefined>([...handlers.map(({ run }) => run), ...callbacks.map(({ run }) => run)])
  return scopes.ancestorsOf(node).some((ancestor) => runs.has(ancestor))
}
