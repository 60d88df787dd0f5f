// Rewrites code that only the server's parser accepts into JavaScript (projection-language §17.4).

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import { inconvertible } from '../../built-ins/objects/inconvertible.ts'
import type { AnyNode, SyntaxTree, Visit } from '../syntax-tree.ts'
import { isFunction, namesIn, walk } from '../syntax-tree.ts'
import type { Overlooked } from '../tolerant-parser.ts'

type Literal = Extract<AnyNode, { type: 'Literal' }>

/** Label of the block around a query that returns at its top level. */
export const endLabel = `${helpersName}end`

const unsupported = (message: string): string => `${helpersName}.unsupported(${JSON.stringify(message)})`

/** Mends the errors that the parser overlooked. */
export function mendOverlooked(tree: SyntaxTree, edits: Edits, overlooked: readonly Overlooked[]): void {
  for (const mark of overlooked) mend(tree, edits, mark)
  if (tree.text.startsWith('#!')) edits.replace(0, 2, '//')
}

/** Mends code that the parser reads like any other. */
export const passTolerance =
  (tree: SyntaxTree, edits: Edits): Visit =>
  (node, ancestors) => {
    mendTarget(edits, node)
    mendAccessor(tree, edits, node, ancestors.at(-1))
    mendHomeless(edits, node, ancestors)
    if (node.type === 'Property' && node.key.type === 'Literal' && !node.computed) mendKey(edits, node.key)
    if (node.type === 'ReturnStatement' && !ancestors.some(isFunction)) mendReturn(edits, node)
    if (node.type !== 'Literal' || !('regex' in node) || !node.regex) return
    const message = inconvertible(node.regex.pattern, node.regex.flags)
    if (message !== undefined) edits.replace(node.start, node.end, unsupported(message))
  }

function mend({ program }: SyntaxTree, edits: Edits, mark: Overlooked): void {
  switch (mark.kind) {
    case 'misplaced':
      if (mark.end > mark.start) edits.replace(mark.start, mark.end, mark.text)
      else edits.after(mark.end, mark.text)
      return
    case 'redeclared':
      return redeclare(program, edits, mark.name)
    case 'bare-declaration':
      walk(program, (node) => {
        if (node.start !== mark.offset || !/^(?:Class|Function)Declaration$/.test(node.type)) return
        edits.before(node.start, '{')
        edits.after(node.end, '}')
      })
      return
    case 'strict-delete':
      walk(program, (node) => {
        if (node.type !== 'UnaryExpression' || node.start !== mark.offset) return
        edits.replace(node.start, node.end, unsupported('Delete of an unqualified identifier in strict mode.'))
      })
  }
}

/** A name declared in both ways is a variable. */
function redeclare(program: AnyNode, edits: Edits, name: string): void {
  walk(program, (node) => {
    if (node.type === 'ClassDeclaration' && node.id?.name === name) {
      edits.before(node.start, `var ${name}=`)
      edits.after(node.end, ';')
    }
    if (node.type !== 'VariableDeclaration' || node.kind === 'var') return
    const declares = node.declarations.some(({ id }) => namesIn(id).includes(name))
    if (declares) edits.replace(node.start, node.start + node.kind.length, 'var')
  })
}

const isAssignable = (node: AnyNode): boolean =>
  node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression'
    ? isAssignable(node.expression)
    : /^(?:Identifier|MemberExpression|ObjectPattern|ArrayPattern)$/.test(node.type)

const isLoopTarget = (node: AnyNode): boolean => node.type === 'VariableDeclaration' || isAssignable(node)

/** The server computes the target before it refuses it. */
function mendTarget(edits: Edits, node: AnyNode): void {
  if (node.type === 'AssignmentExpression' && !isAssignable(node.left)) {
    edits.before(node.start, `${helpersName}.refuse("not a valid reference",`)
    edits.replace(node.left.end, node.end, ')')
  } else if (node.type === 'UpdateExpression' && !isAssignable(node.argument)) {
    const { start, end } = node.argument
    edits.replace(node.start, start, `${helpersName}.refuseUpdate(`)
    edits.replace(end, node.end, ')')
  } else if ((node.type === 'ForInStatement' || node.type === 'ForOfStatement') && !isLoopTarget(node.left)) {
    const message = `Unable to cast object of type 'Esprima.Ast.${node.left.type}' to type 'Esprima.Ast.Identifier'.`
    edits.replace(node.start, node.end, `${helpersName}.fail(${JSON.stringify(message)});`)
  }
}

function mendAccessor({ text }: SyntaxTree, edits: Edits, node: AnyNode, parent: AnyNode | undefined): void {
  if (node.type !== 'FunctionExpression' || !parent || !('kind' in parent)) return
  const open = text.indexOf('(', node.start)
  if (parent.kind === 'get' && node.params.length > 0) edits.replace(open + 1, text.lastIndexOf(')', node.body.start), '')
  if (parent.kind === 'set' && node.params.length === 0) edits.after(open + 1, `${helpersName}value`)
}

/** In quotes it is a member like any other. */
function mendKey(edits: Edits, { start, end, value }: Literal): void {
  if (value === '__proto__') edits.replace(start, end, "['__proto__']")
}

/** Evaluates the value and drops it. */
function mendReturn(edits: Edits, node: Extract<AnyNode, { type: 'ReturnStatement' }>): void {
  const keyword = node.start + 'return'.length
  if (!node.argument) return edits.replace(node.start, keyword, `break ${endLabel}`)
  edits.replace(node.start, keyword, '{void(')
  edits.after(node.end, `;break ${endLabel}}`)
  edits.after(node.argument.end, ')')
}

/** Mends `super` and `new.target` outside of methods and functions. */
function mendHomeless(edits: Edits, node: AnyNode, ancestors: readonly AnyNode[]): void {
  const isTarget = node.type === 'MetaProperty' && node.meta.name === 'new'
  if (!isTarget && node.type !== 'Super') return
  const home = ancestors.findLastIndex((above) => isField(above) || (isFunction(above) && above.type !== 'ArrowFunctionExpression'))
  if (isTarget) return home < 0 ? edits.replace(node.start, node.end, '(void 0)') : undefined
  if (home < 0) edits.replace(node.start, node.end, noHome)
  else if (!isField(ancestors[home]!) && !isMethod(ancestors[home - 1])) edits.replace(node.start, node.end, 'undefined')
}

const isMethod = (node: AnyNode | undefined): boolean =>
  node?.type === 'MethodDefinition' || (node?.type === 'Property' && (node.method || node.kind !== 'init'))
const isField = (node: AnyNode): boolean => node.type === 'PropertyDefinition' || node.type === 'StaticBlock'

const noHome = `${helpersName}.fail("Unable to cast object of type 'Jint.Runtime.Environments.GlobalEnvironmentRecord' to type 'Jint.Runtime.Environments.FunctionEnvironmentRecord'.")`
