// Makes members and calls of an expression's undefined result give undefined (projection-language §17.1).

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import type { AnyNode, SyntaxTree, Visit } from '../syntax-tree.ts'
import { calleeOf } from '../syntax-tree.ts'

type Link = Extract<AnyNode, { type: 'MemberExpression' | 'CallExpression' }>

const value = `${helpersName}.value`

/**
 * Turns `f().a.b` into `((value=f())===void 0?void 0:value.a.b)`, with `value` a register: null still throws, `this` stays, and
 * arguments behind the undefined value are not evaluated. The cost is one assignment and one comparison.
 */
export const passUndefinedResults =
  ({ text }: SyntaxTree, edits: Edits): Visit =>
  (node, ancestors) => {
    const chain = node.type === 'ChainExpression' ? node.expression : node
    if (!isLink(chain) || isContinued(chain, ancestors)) return
    const use = useOf(node, ancestors)
    if (use === 'other target') return
    const cuts = cutsOf(chain, use === 'assigned' || use === 'updated')
    if (cuts.length === 0) return
    // Behind a line without a semicolon, a parenthesis at the start of a statement would call the expression before it.
    const startsStatement = ancestors.some(({ type, start }) => type === 'ExpressionStatement' && start === chain.start)
    edits.before(chain.start, (startsStatement ? ' 0,' : '') + `((${value}=`.repeat(cuts.length))
    if (use !== 'value')
      return cuts.forEach(({ end, test, link }) => {
        edits.after(end, `)${test}?${instead[use]}:${value})`)
        const mark = text.indexOf('?.', end)
        if (link.optional && use !== 'deleted') edits.replace(mark, mark + 2, isComputed(link) ? '' : '.')
      })
    // A called value gets no `this`.
    cuts.forEach(({ end, test, link }, i) =>
      edits.after(end, `${i > 0 ? ')' : ''})${test}?void 0:${isCall(link) ? `(0,${value})` : value}`),
    )
    edits.after(chain.end, ')')
  }

const isLink = (node: AnyNode): node is Link => node.type === 'MemberExpression' || node.type === 'CallExpression'

const headOf = (link: Link) => (link.type === 'CallExpression' ? link.callee : link.object)

/** Whether the parent continues the chain. */
function isContinued(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-1)
  if (parent?.type === 'ChainExpression') return true
  return parent !== undefined && isLink(parent) && headOf(parent) === node
}

type Use = 'value' | 'assigned' | 'updated' | 'deleted' | 'other target'

/** The replacements for an undefined result whose member is assigned, updated or deleted. */
const instead = {
  assigned: `${helpersName}.refuse("not a valid reference")`,
  updated: `${helpersName}.refuseUpdate()`,
  deleted: '{}',
}

/** Patterns and loops stay as they are; a tag may not be optional, and a member that is called in parentheses needs its `this`. */
function useOf(node: AnyNode, ancestors: readonly AnyNode[]): Use {
  const parent = ancestors.at(-1)
  if (parent === undefined || isCall(node)) return 'value'
  if (parent.type === 'ParenthesizedExpression') return useOf(parent, ancestors.slice(0, -1))
  if (parent.type === 'AssignmentExpression' && parent.left === node) return 'assigned'
  if ('left' in parent && parent.left === node) return targets.has(parent.type) ? 'other target' : 'value'
  if (parent.type === 'UnaryExpression') return parent.operator === 'delete' ? 'deleted' : 'value'
  if (parent.type === 'UpdateExpression') return 'updated'
  if (parent.type === 'TaggedTemplateExpression') return parent.tag === node ? 'other target' : 'value'
  if (parent.type === 'CallExpression') return parent.callee === node ? 'other target' : 'value'
  if (parent.type === 'Property') return parent.value === node && ancestors.at(-2)?.type === 'ObjectPattern' ? 'other target' : 'value'
  return parent.type === 'RestElement' || parent.type === 'ArrayPattern' ? 'other target' : 'value'
}

const targets = new Set(['AssignmentPattern', 'ForInStatement', 'ForOfStatement'])

const isComputed = (link: Link): boolean => link.type === 'CallExpression' || link.computed

const isCall = (node: AnyNode): boolean => node.type === 'CallExpression'

interface Cut {
  /** The end of the value. */
  readonly end: number
  /** The comparison that tells whether the chain ends here. */
  readonly test: string
  readonly link: Link
}

/** @returns the values in a chain that may be undefined and are continued, from the inside out. */
function cutsOf(outermost: Link, isTarget: boolean): Cut[] {
  const cuts: Cut[] = []
  for (let link = outermost; ;) {
    const head = headOf(link)
    const test = testOf(link, calleeOf(head), isTarget)
    if (test !== undefined) cuts.unshift({ end: head.end, test, link })
    if (!isLink(head)) return cuts
    link = head
  }
}

/**
 * The member of an optional link's value is undefined if that value is null, too. A target cannot have optional links. The message
 * about a called value shows it.
 */
function testOf(link: Link, head: AnyNode, isTarget: boolean): string | undefined {
  if (isCall(link)) return named.has(head.type) ? undefined : '===void 0'
  if (link.optional) return isTarget ? '==null' : undefined
  if (isLink(head) && head.optional) return '==null'
  return canBeResult(head) ? '===void 0' : undefined
}

/** Callees that have a name for messages, or are always functions. */
const named = new Set(['Identifier', 'MemberExpression', 'Literal', 'Super', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The kinds of expressions whose undefined value has no name for an error message; leaves out those that are never undefined. */
const results = new Set([
  'CallExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'SequenceExpression',
  'AssignmentExpression',
  'AwaitExpression',
  'TaggedTemplateExpression',
])

function canBeResult(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'void'
  return results.has(node.type) && !isChainOfSelectors(node)
}

const selectors = new Set(['fromAll', 'fromStream', 'fromStreams', 'fromCategory', 'fromCategories'])
const chained = new Set(['when', 'partitionBy', 'outputState', 'foreachStream', 'transformBy', 'filterBy', 'outputTo'])

/** `fromStream('x').when(…)` and the like are never undefined, and stay as they are. */
function isChainOfSelectors(node: AnyNode): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee.type === 'Identifier') return selectors.has(callee.name)
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false
  return chained.has(callee.property.name) && isChainOfSelectors(callee.object)
}
