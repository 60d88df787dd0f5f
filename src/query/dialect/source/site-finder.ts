// Finds the places in QuickJS's code whose names the error messages need.

import type { Expression, Identifier } from 'acorn'
import type { KeyNumbers } from './passes/names.ts'
import { literalKey } from './passes/names.ts'
import type { Place, Sites } from '../built-ins/sites.ts'
import type { AnyNode, SyntaxTree } from './syntax-tree.ts'
import { bare, calleeOf, isFunction, namesIn, tokenFrom, walk } from './syntax-tree.ts'

/** Maps an offset of the source to its place in the code. */
export type PlaceOf = (offset: number) => Place

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>
type Member = Extract<AnyNode, { type: 'MemberExpression' }>

export function findSites(tree: SyntaxTree, numbers: KeyNumbers, placeOf: PlaceOf): Sites {
  const calls: Record<Place, string> = {}
  const keys: Record<Place, string> = {}
  const members: Record<Place, string> = {}
  const patterns: Record<Place, true> = {}
  const spreads: [Place, Place, string][] = []
  const accesses: Record<Place, true> = {}
  const lexical = lexicalNames(tree.program)
  walk(tree.program, (node, ancestors) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const bracket = tokenFrom(tree, node.callee.end)
      const isOptional = node.type === 'CallExpression' && node.optional
      calls[placeOf(isOptional ? tokenFrom(tree, bracket.end).start : bracket.start)] = callSite(node, numbers)
    } else if (node.type === 'MemberExpression') {
      const place = placeOf(tokenFrom(tree, node.object.end).start)
      if (node.computed) keys[place] = keySite(node, numbers)
      else members[place] = nameOf(node)
    } else if (node.type === 'ReturnStatement') {
      const call = node.argument && tailCall(node.argument)
      if (call) calls[placeOf(node.start)] = callSite(call, numbers)
    } else if (node.type === 'SpreadElement') spreads.push([placeOf(node.start), placeOf(node.argument.end), spreadName(node)])
    else if (isFunction(node) && node.params.some(({ type }) => type !== 'Identifier'))
      patterns[placeOf(startOf(node, ancestors.at(-1)))] = true
    const accessed = accessedName(node)
    if (accessed && lexical.has(accessed.name)) accesses[placeOf(accessed.start)] = true
  })
  return { calls, keys, members, patterns, spreads, accesses }
}

function lexicalNames(program: AnyNode): Set<string> {
  const names = new Set<string>()
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) namesIn(id).forEach((name) => names.add(name))
    } else if (node.type === 'ClassDeclaration' && node.id) names.add(node.id.name)
  })
  return names
}

function accessedName(node: AnyNode): Identifier | undefined {
  const accessed =
    node.type === 'MemberExpression'
      ? node.object
      : node.type === 'CallExpression'
        ? node.callee
        : node.type === 'AssignmentExpression'
          ? node.left
          : node.type === 'UnaryExpression' && node.operator === 'typeof'
            ? node.argument
            : undefined
  return accessed?.type === 'Identifier' ? accessed : undefined
}

function spreadName({ argument }: Extract<AnyNode, { type: 'SpreadElement' }>): string {
  const spread = bare(argument)
  return spread.type === 'Identifier' ? spread.name : ''
}

/** The tail call of a function, for which QuickJS gives the place of the `return`. */
function tailCall(returned: Expression): Call | undefined {
  const node = bare(returned) as AnyNode
  if (node.type === 'SequenceExpression') return tailCall(node.expressions.at(-1)!)
  return node.type === 'CallExpression' ? node : undefined
}

/** QuickJS gives the place of a method's name for the method. */
const startOf = (node: AnyNode, parent: AnyNode | undefined): number =>
  parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method) ? parent.key.start : node.start

function callSite(node: Call, numbers: KeyNumbers): string {
  const callee = calleeOf(node.callee) as AnyNode
  if (node.type === 'NewExpression') return `n${constructorName(callee)}`
  if (callee.type === 'Identifier') return `p${callee.name}`
  if (callee.type === 'Literal') return `v${String(callee.value)}`
  if (callee.type !== 'MemberExpression') return 'r'
  if (!callee.computed) return `p${nameOf(callee).replace('#', '')}`
  const key = literalKey(callee.property)
  return key === undefined ? `k${numbers.get(callee.start)}` : `p${key}`
}

/** The part of the expression behind `new` that the server's messages name. */
function constructorName(callee: AnyNode): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'Literal') return callee.value === null ? '' : callee.value === true ? 'True' : String(callee.value)
  if (callee.type !== 'MemberExpression') return '*unknown*'
  const holder = bare(callee.object) as AnyNode
  const name = callee.computed ? (literalKey(callee.property) ?? identifierName(callee.property)) : nameOf(callee)
  return `${holder.type === 'Identifier' || holder.type === 'MemberExpression' ? constructorName(holder) : ''}.${name}`
}

const identifierName = (node: AnyNode): string => (node.type === 'Identifier' ? node.name : '')

function keySite(node: Member, numbers: KeyNumbers): string {
  const key = literalKey(node.property)
  if (key !== undefined) return `l${key}`
  const number = numbers.get(node.start)
  return number === undefined ? 'r' : `k${number}`
}

const nameOf = ({ property }: Member): string =>
  property.type === 'Identifier' ? property.name : property.type === 'PrivateIdentifier' ? `#${property.name}` : ''
