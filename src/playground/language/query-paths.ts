// Finds the lines of each handler in a query, what its lines mention of the state and the event, and where its statements begin.

import { javascriptLanguage } from '@codemirror/lang-javascript'

const { parser } = javascriptLanguage
type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** Lines from 1, both inclusive. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** Functions of the language that take one function. */
const single = ['partitionBy', 'transformBy', 'filterBy']

function calledName({ firstChild: callee }: SyntaxNode, textOf: (node: SyntaxNode) => string): string | undefined {
  const name = callee?.name === 'MemberExpression' ? callee.getChild('PropertyName') : callee
  return name ? textOf(name) : undefined
}

const unquoted = (name: string): string => name.replace(/^(['"])(.*)\1$/s, '$2')

/** @returns a function from offsets to lines, from 1. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}

/** A name, or where it comes from: a variable, or a member of the event. */
export type MemberName = string | { readonly variable: string } | { readonly of: readonly string[] }

/** A chain of members like `event.data.price`, in a handler. */
export interface PathUse {
  /** From 1. */
  readonly line: number
  /** As written. */
  readonly text: string
  readonly root: 'state' | 'event'
  readonly names: readonly MemberName[]
  /** Whether the line assigns it, or calls one of its methods, which may change it. */
  readonly isChanged: boolean
}

export interface QueryPaths {
  readonly uses: readonly PathUse[]
  /** Lines inside functions on which a statement begins, ascending: only they can be seen to run. */
  readonly statements: readonly number[]
  /** The lines of every member of `when({…})`, and of the functions passed to `partitionBy` and the like, by name. */
  readonly handlers: ReadonlyMap<string, LineRange>
}

/** The names that a handler gives to the state, the event, and parts of them. */
type Names = ReadonlyMap<string, { readonly root: 'state' | 'event'; readonly names: readonly string[] }>

export function queryPaths(query: string): QueryPaths {
  const lineAt = lineCounter(query)
  const uses: PathUse[] = []
  const statements = new Set<number>()
  const handlers = new Map<string, LineRange>()
  const textOf = ({ from, to }: SyntaxNode): string => query.slice(from, to)

  function visit(node: SyntaxNode, names: Names, isInFunction: boolean): void {
    const params = node.getChild('ParamList')
    if (params) return enterFunction(node, params, names)
    if (node.name === 'CallExpression') noteHandlers(node)
    if (isInFunction && isStatement(node)) statements.add(lineAt(node.from))
    if (node.name === 'MemberExpression' && note(node, names)) return
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child, names, isInFunction)
  }

  function noteHandlers(call: SyntaxNode): void {
    const called = calledName(call, textOf)
    const first = call.getChild('ArgList')?.firstChild?.nextSibling
    if (!called || !first) return
    if (single.includes(called)) noteHandler(called, first)
    else if (called === 'when' && first.name === 'ObjectExpression')
      for (const property of first.getChildren('Property')) {
        const name = property.getChild('PropertyDefinition') ?? property.getChild('String') ?? property.getChild('Number')
        if (name) noteHandler(unquoted(textOf(name)), property)
      }
  }

  function noteHandler(name: string, { from, to }: SyntaxNode): void {
    if (!handlers.has(name)) handlers.set(name, { first: lineAt(from), last: lineAt(to) })
  }

  function enterFunction(node: SyntaxNode, params: SyntaxNode, outer: Names): void {
    // A function within a handler keeps the handler's names, unless it declares them anew.
    const own = namesIn(params, textOf)
    const isHandler = node.name === 'Property' || node.parent?.name === 'Property'
    const names: Names = isHandler ? own : new Map([...outer].filter(([name]) => !own.has(name)))
    const body = node.lastChild!
    if (node.name === 'ArrowFunction' && body.name !== 'Block') statements.add(lineAt(body.from))
    visit(body, names, true)
  }

  /** @returns whether the whole chain is noted. */
  function note(node: SyntaxNode, names: Names): boolean {
    const chain = chainOf(node, names, textOf)
    const [head] = chain ?? []
    const known = typeof head === 'string' ? names.get(head) : undefined
    if (!chain || !known) return false
    const isCalled = node.parent?.name === 'CallExpression' && node.parent.firstChild?.from === node.from
    const held = isCalled ? chain.slice(0, -1) : chain
    const path = [...known.names, ...held.slice(1)]
    if (path.length === 0) return true
    const text = isCalled ? textOf(node.firstChild!) : textOf(node)
    uses.push({ line: lineAt(node.from), text, root: known.root, names: path, isChanged: isCalled || isTarget(node) })
    return true
  }

  visit(parser.parse(query).topNode, new Map(), false)
  return { uses, statements: [...statements].sort((a, b) => a - b), handlers }
}

/** The line at which a stop on `line` stops: the next one with a statement, or the last one. */
export const stoppableLine = ({ statements }: QueryPaths, line: number): number | undefined =>
  statements.find((statement) => statement >= line) ?? statements.at(-1)

const isStatement = ({ name }: SyntaxNode): boolean =>
  (name.endsWith('Statement') && name !== 'EmptyStatement') || name === 'VariableDeclaration' || name === 'ClassDeclaration'

/** Parameters of a handler: the first is the state, the second the event; of a pattern its members. */
function namesIn(params: SyntaxNode, textOf: (node: SyntaxNode) => string): Names {
  const names = new Map<string, { root: 'state' | 'event'; names: readonly string[] }>()
  const given: SyntaxNode[] = []
  for (let child = params.firstChild; child; child = child.nextSibling)
    if (child.name === 'VariableDefinition' || child.name === 'ObjectPattern') given.push(child)
  for (const [index, node] of given.slice(0, 2).entries()) {
    const root = index === 0 ? 'state' : 'event'
    if (node.name === 'VariableDefinition') names.set(textOf(node), { root, names: [] })
    else
      for (const property of node.getChildren('PatternProperty')) {
        const [only] = property.getChildren('VariableDefinition')
        if (only && property.firstChild?.from === only.from) names.set(textOf(only), { root, names: [textOf(only)] })
      }
  }
  return names
}

/** Names of a chain without calls; undefined for others. */
function chainOf(node: SyntaxNode, names: Names, textOf: (node: SyntaxNode) => string): MemberName[] | undefined {
  if (node.name === 'VariableName') return [textOf(node)]
  if (node.name !== 'MemberExpression') return undefined
  const head = node.firstChild && chainOf(node.firstChild, names, textOf)
  if (!head) return undefined
  const { lastChild } = node
  if (lastChild?.name === 'PropertyName') return [...head, textOf(lastChild)]
  const key = lastChild?.prevSibling
  const name = key && keyOf(key, names, textOf)
  return name === undefined || name === null ? undefined : [...head, name]
}

function keyOf(key: SyntaxNode, names: Names, textOf: (node: SyntaxNode) => string): MemberName | undefined {
  if (key.name === 'Number') return textOf(key)
  if (key.name === 'String') return textOf(key).slice(1, -1)
  const [head, ...path] = chainOf(key, names, textOf) ?? []
  if (typeof head !== 'string' || !path.every((name) => typeof name === 'string')) return undefined
  const known = names.get(head)
  if (!known) return path.length === 0 ? { variable: head } : undefined
  return known.root === 'event' ? { of: [...known.names, ...path] } : undefined
}

function isTarget(node: SyntaxNode): boolean {
  const { parent } = node
  if (parent?.name === 'AssignmentExpression') return parent.firstChild?.from === node.from
  if (parent?.name === 'PostfixExpression') return true
  return parent?.name === 'UnaryExpression' && /^(?:delete|ArithOp)$/.test(parent.firstChild?.name ?? '')
}
