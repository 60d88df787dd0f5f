// Finds functions whose inner functions assign more than a few of their variables: such a state belongs in a class, with names.

import { parseSync } from 'vite'
import type { Sources } from './imports.ts'

/** The most variables of a function that functions inside it may assign. */
const most = 3

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

export interface LooseState {
  readonly file: string
  readonly line: number
  readonly variables: readonly string[]
}

/** @returns the functions with more than three variables that functions inside them assign. */
export const looseStates = (sources: Sources): LooseState[] =>
  [...sources].flatMap(([file, text]) =>
    functionsIn(parseSync(file, text).program as unknown as Node)
      .map((node) => ({ file, line: lineAt(text, node['start'] as number), variables: sharedVariables(node) }))
      .filter(({ variables }) => variables.length > most),
  )

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Variables declared with `let` in the function itself, which functions inside it assign. */
function sharedVariables(node: Node): string[] {
  const assigned = new Set(innerFunctions(node).flatMap(assignedOutside))
  return own(node)
    .flatMap(declaredBy('let'))
    .filter((name) => assigned.has(name))
}

/** Names that a function or those inside it assign without declaring them. */
function assignedOutside(node: Node): string[] {
  const nodes = own(node)
  const local = new Set([...(node['params'] as Node[]).flatMap(namesOf), ...nodes.flatMap(declaredBy())])
  const assigned = [...nodes.flatMap(assignedBy), ...innerFunctions(node).flatMap(assignedOutside)]
  return assigned.filter((name) => !local.has(name))
}

const declaredBy =
  (kind?: string) =>
  ({ type, ...node }: Node): string[] =>
    type === 'VariableDeclaration' && (kind ?? node['kind']) === node['kind']
      ? (node['declarations'] as Node[]).flatMap(({ id }) => namesOf(id as Node))
      : []

function assignedBy({ type, ...node }: Node): string[] {
  if (type === 'AssignmentExpression') return namesOf(node['left'] as Node)
  return type === 'UpdateExpression' ? namesOf(node['argument'] as Node) : []
}

/** @returns the variables of a name or a pattern; members of objects are no variables. */
function namesOf(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern['name'] as string]
  return /^(?:ObjectPattern|ArrayPattern|AssignmentPattern|RestElement|Property)$/.test(pattern.type)
    ? children(pattern).flatMap(namesOf)
    : []
}

const isFunction = ({ type }: Node): boolean => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)

/** All functions below a node. */
const functionsIn = (node: Node): Node[] => innerFunctions(node).flatMap((inner) => [inner, ...functionsIn(inner)])

/** The functions directly in a node, not those within them. */
const innerFunctions = (node: Node): Node[] => children(node).flatMap((child) => (isFunction(child) ? [child] : innerFunctions(child)))

/** The nodes below a node that belong to no function inside it. */
const own = (node: Node): Node[] => children(node).flatMap((child) => (isFunction(child) ? [] : [child, ...own(child)]))

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
