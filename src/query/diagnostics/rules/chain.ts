// Finds chains that cannot be built: selectors that are not called, unknown methods, and methods in places that lack them.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import type { Said } from '../phrases.ts'
import { say } from '../phrases.ts'
import { withoutParentheses } from '../functions.ts'
import { chainAfter, chainMembers, selectors } from '../language-words.ts'
import type { ChainLink, QueryModel } from '../query-model.ts'
import type { MemberNode } from '../syntax-names.ts'
import { memberName, textOf } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'

export const chainRules: readonly Rule[] = [
  function* unknownMethods({ links }) {
    const broken = new Set<ChainLink | undefined>()
    for (const link of links) {
      // Behind a link that is out of place nothing is in its place; the first one says it.
      if (broken.has(link.after)) broken.add(link)
      if (broken.has(link)) continue
      const finding = link.after && methodFinding(link, link.after)
      if (!finding) continue
      yield finding
      if (finding.code === 'misplaced-chain-method') broken.add(link)
    }
  },
  function* uncalledSelectors({ scopes }) {
    const found: RuleFinding[] = []
    for (const node of scopes.all('MemberExpression')) {
      if (node.object.type !== 'Identifier' || scopes.isDeclared(node.object)) continue
      const { name } = node.object
      const member = memberName(node)
      if (!selectors.includes(name) || member === undefined || !chainMembers.includes(member)) continue
      const fix = name === 'fromAll' ? { start: node.object.end, end: node.object.end, text: '()' } : undefined
      found.push({ code: 'selector-not-called', at: node.object, facts: { name }, fix })
    }
    yield* found
  },
  function* uncalledMethods({ links, scopes }) {
    const byCall = new Map<AnyNode, ChainLink>(links.map((link) => [link.call, link]))
    const found: RuleFinding[] = []
    for (const node of scopes.all('MemberExpression')) {
      const after = byCall.get(scopes.valueOf(withoutParentheses(node.object)))
      const finding = after && uncalledFinding(node, after, scopes.parentOf(node))
      if (finding) found.push(finding)
    }
    yield* found
  },
  function* wrongArguments(query) {
    for (const link of query.links) {
      if (!link.after) yield* argumentFindings(link)
      else yield* memberFindings(query, link)
      const [first, second] = link.call.arguments
      const isOther = (first !== undefined && isFunction(first)) || second?.type === 'ObjectExpression'
      if (link.meant === 'when' && link.after && isOther) yield { code: 'when-argument', at: second ?? first ?? link.at }
    }
  },
]

function methodFinding({ name, at }: ChainLink, { meant: after }: ChainLink): RuleFinding | undefined {
  const allowed = chainAfter[after]
  if (!allowed || allowed.includes(name)) return undefined
  if (selectors.includes(name)) return { code: 'selector-after-handlers', at, facts: { name, after } }
  if (chainMembers.includes(name)) {
    // On lists of streams the rule about partitions says more.
    return { code: 'misplaced-chain-method', at, facts: { name, after, place: placeOf(name, after) } }
  }
  const instead = formerMethods[name] ?? closestWord(name, allowed) ?? closestWord(name, chainMembers)
  const isName = instead !== undefined && chainMembers.includes(instead)
  const fix = isName ? { start: at.start, end: at.end, text: instead } : undefined
  return { code: 'unknown-chain-method', at, facts: { name, after, instead: instead ?? '' }, fix }
}

/** `.outputState` on its own does nothing; a member of it, as in `.foreachStream.when`, faults. */
function uncalledFinding(node: MemberNode, { meant: after }: ChainLink, parent: AnyNode | undefined): RuleFinding | undefined {
  const name = memberName(node)
  if (name === undefined || !chainAfter[after]?.includes(name)) return undefined
  const isLast = parent?.type === 'ExpressionStatement'
  if (!isLast && (parent?.type !== 'MemberExpression' || parent.object !== node)) return undefined
  const fix = name === 'outputState' || name === 'foreachStream' ? { start: node.end, end: node.end, text: '()' } : undefined
  return { code: 'method-not-called', severity: isLast ? 'warning' : 'error', at: node.property, facts: { name }, fix }
}

/** Methods of earlier releases, and what to write today. */
const formerMethods: Readonly<Record<string, string>> = {
  __proto__: null as never,
  whenAny: 'when({ $any: … })',
  foreachPartition: 'partitionBy((event) => …)',
  emitStateUpdated: 'outputState()',
}

function placeOf(name: string, after: string): Said {
  if (name === 'foreachStream' && after.startsWith('fromStream')) return say('follows-all-or-category')
  if (name === 'when') return say('one-when')
  if (name === 'foreachStream' || name === 'partitionBy') return say('between-selector-and-when')
  return after.startsWith('from') ? say('behind-when') : say('part-is-over', after)
}

function* argumentFindings({ meant: name, at, call }: ChainLink): Iterable<RuleFinding> {
  const [first] = call.arguments
  if (name === 'fromStream' && (first === undefined || first.type === 'ArrayExpression')) {
    yield { code: 'selector-argument', at, facts: { name, wanted: say('one-name') } }
  }
  if (name.startsWith('fromCateg') && first === undefined)
    yield { code: 'selector-argument', at, facts: { name, wanted: say('category-name') } }
  for (const given of call.arguments) {
    const isWrong = name !== 'fromAll' && given.type === 'Literal' && typeof given.value !== 'string' && textOf(given) === undefined
    if (isWrong) yield { code: 'selector-argument', at: given, facts: { name, wanted: say('names-as-texts') } }
  }
}

/** Members of the chain that refuse other values than functions, or texts (projection-language §3.4). */
function* memberFindings({ scopes }: QueryModel, { meant: name, at, call }: ChainLink): Iterable<RuleFinding> {
  const takesFunction = name === 'partitionBy' || name === 'transformBy' || name === 'filterBy'
  if (!takesFunction && name !== 'outputTo') return
  const wanted = say(takesFunction ? 'a-function' : 'names-as-texts')
  const given = takesFunction ? call.arguments.slice(0, 1) : call.arguments
  if (given.length === 0) yield { code: 'selector-argument', at, facts: { name, wanted } }
  for (const argument of given) {
    const value = withoutParentheses(scopes.valueOf(argument))
    const isOther = takesFunction
      ? ['Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression'].includes(value.type)
      : isFunction(value) ||
        ['ObjectExpression', 'ArrayExpression'].includes(value.type) ||
        (value.type === 'Literal' && typeof value.value !== 'string')
    if (isOther) yield { code: 'selector-argument', at: argument, facts: { name, wanted } }
  }
}

/** Whether the query reads streams by name, be it as the streams of several categories. */
export const readsStreams = ({ streams, categories }: QueryModel): boolean =>
  streams.length > 0 || categories.some(({ isPlural }) => isPlural)
