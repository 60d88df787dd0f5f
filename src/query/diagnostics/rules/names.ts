// Finds names that nothing declares: mistyped functions and variables, and globals that the sandbox lacks.

import { closestWord } from '../closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { definitionFunctions, emitters, foreignGlobals, languageGlobals, selectors } from '../language-words.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { isVariable } from '../scopes.ts'

const functionsOfQueries = [...selectors, ...definitionFunctions, ...emitters, 'log']

export const nameRules: readonly Rule[] = [
  function* undeclared(query) {
    const found: RuleFinding[] = []
    const reported = new Set<string>()
    walk(query.program, (node, ancestors) => {
      if (node.type !== 'Identifier' || !isUnknown(query, node, ancestors)) return
      // Once for each name: the first place is where to begin.
      if (reported.has(node.name)) return
      reported.add(node.name)
      found.push(nameFinding(query, node, ancestors))
    })
    yield* found
  },
  function* selectorsInHandlers(query) {
    const found: RuleFinding[] = []
    walk(query.program, (node, ancestors) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const { name } = node.callee
      const isDefinition = [...selectors, ...definitionFunctions].includes(name) && !query.scopes.isDeclared(node.callee)
      if (isDefinition && isInHandler(query, ancestors)) found.push({ code: 'selector-in-handler', at: node.callee, facts: { name } })
    })
    yield* found
  },
]

function isUnknown({ scopes }: QueryModel, node: IdentifierNode, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-1)
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

function nameFinding(query: QueryModel, node: IdentifierNode, ancestors: readonly AnyNode[]): RuleFinding {
  const { name } = node
  // What a handler runs may never come to run; what the script runs at once does.
  const severity = ancestors.some(isFunction) ? 'warning' : 'error'
  const advice = foreignGlobals[name]
  if (advice !== undefined) return { code: 'foreign-global', severity, at: node, facts: { name, advice } }
  const parent = ancestors.at(-1)
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node
  const known = [...(isCalled ? functionsOfQueries : []), ...query.scopes.namesAt(node), ...languageGlobals]
  const instead = closestWord(name, known)
  const fix = instead === undefined ? undefined : { start: node.start, end: node.end, text: instead }
  return { code: isCalled ? 'unknown-function' : 'unknown-name', severity, at: node, facts: { name, instead: instead ?? '' }, fix }
}

function isInHandler({ handlers, callbacks }: QueryModel, ancestors: readonly AnyNode[]): boolean {
  const runs = new Set<AnyNode | undefined>([...handlers.map(({ run }) => run), ...callbacks.map(({ run }) => run)])
  return ancestors.some((ancestor) => runs.has(ancestor))
}
