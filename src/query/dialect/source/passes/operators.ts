// Makes generators end where they yield, `await` return at once, and products with undefined undefined (projection-language §17.1).

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import type { AnyNode, SyntaxTree, Visit } from '../syntax-tree.ts'
import { isFunction, tokenFrom } from '../syntax-tree.ts'

const noYield = `${helpersName}.fail("unsupported expression type 'YieldExpression' (Parameter 'expression')")`
const refusedYield = `${helpersName}.refuseYield()`
const noModules = `${helpersName}.fail("Module loading has been disabled, you need to enable it in engine options")`

export const passOperators =
  (tree: SyntaxTree, edits: Edits, allowsGenerators: boolean): Visit =>
  (node, ancestors) => {
    if (isFunction(node) && node.generator && !allowsGenerators) removeStar(tree, edits, node, ancestors.at(-1))
    if (node.type === 'AssignmentExpression' && /^[*/%]=$/.test(node.operator)) passAssignment(tree, edits, node)
    if (node.type === 'YieldExpression') edits.replace(node.start, node.end, allowsGenerators ? refusedYield : noYield)
    if (node.type === 'ImportExpression') edits.replace(node.start, node.end, noModules)
    if (node.type === 'AwaitExpression') {
      edits.replace(node.start, node.start + 'await'.length, `${helpersName}.await(`)
      edits.after(node.end, ')')
    }
    if (node.type === 'ForOfStatement' && node.await) {
      const { start, end } = tokenFrom(tree, node.start + 'for'.length)
      edits.replace(start, end, '')
      edits.before(node.right.start, `${helpersName}.each(`)
      edits.after(node.right.end, ')')
    }
  }

/** Turns `a *= b` into `a=scale(a,'*',b)`, which keeps undefined, where `a` may be read twice. */
function passAssignment({ text }: SyntaxTree, edits: Edits, { operator, left, right, end }: Assignment): void {
  if (!isRepeatable(left)) return
  edits.replace(left.end, right.start, `=${helpersName}.scale(${text.slice(left.start, left.end)},'${operator[0]}',`)
  edits.after(end, ')')
}

type Assignment = Extract<AnyNode, { type: 'AssignmentExpression' }>

/** Whether it may be written twice: evaluating it has no effect. */
function isRepeatable(node: AnyNode): boolean {
  if (node.type !== 'MemberExpression') return node.type === 'Identifier' || node.type === 'ThisExpression' || node.type === 'Literal'
  return isRepeatable(node.object) && (!node.computed || isRepeatable(node.property))
}

/** A method's star stands in front of its name, a function's behind the keyword. */
function removeStar(tree: SyntaxTree, edits: Edits, node: AnyNode, parent: AnyNode | undefined): void {
  const isMethod = (parent?.type === 'Property' && parent.method) || parent?.type === 'MethodDefinition'
  const from = isMethod ? parent.start : node.start
  const star = tree.tokens.find((token) => token.start >= from && token.type.label === '*')!
  edits.replace(star.start, star.end, ' ')
}
