// Limits functions declared in a block to that block (projection-language §17.1).

import type { Edits } from '../edits.ts'
import type { AnyNode, Visit } from '../syntax-tree.ts'
import { isFunction, isStrict, namesIn, walk } from '../syntax-tree.ts'

type Declaration = Extract<AnyNode, { type: 'FunctionDeclaration' }>
type Block = Extract<AnyNode, { type: 'BlockStatement' }>

/**
 * Turns `function f() {}` into `let f=function() {};` where the block does not mention the name before: a function that is used above
 * its declaration stays as it is, and so stays visible outside.
 */
export const passBlockFunctions =
  (edits: Edits): Visit =>
  (node, ancestors) => {
    if (node.type !== 'BlockStatement' || isFunction(ancestors.at(-1)!) || isStrict(ancestors)) return
    for (const statement of node.body) {
      if (statement.type !== 'FunctionDeclaration' || !canBeLet(node, statement)) continue
      const { start, end, id, async } = statement
      edits.replace(start, id.end, `let ${id.name}=${async ? 'async ' : ''}function`)
      edits.after(end, ';')
    }
  }

function canBeLet(block: Block, declaration: Declaration): boolean {
  const { name } = declaration.id!
  if (declaration.generator || name === 'let') return false
  const declaredTwice = block.body.filter((other) => namesOf(other).includes(name)).length > 1
  return !declaredTwice && !isMentionedBefore(block, declaration)
}

function namesOf(statement: AnyNode): string[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') return [statement.id!.name]
  return statement.type === 'VariableDeclaration' ? statement.declarations.flatMap(({ id }) => namesIn(id)) : []
}

function isMentionedBefore(block: Block, { start, id }: Declaration): boolean {
  let found = false
  walk(block, (node) => {
    if (node.type === 'Identifier' && node.name === id!.name && node.start < start) found = true
  })
  return found
}
