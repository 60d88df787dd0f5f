// Makes a query report which of its lines run, and the values of its variables: for a reader who steps through it.

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import type { AnyNode, Visit } from '../syntax-tree.ts'
import { isFunction, namesIn } from '../syntax-tree.ts'

type Statement = Extract<AnyNode, { type: 'BlockStatement' }>['body'][number]

/**
 * Puts a call before every statement inside a function, and after every variable declaration. The lone statement of an `if` or a loop gets a block,
 * and the expression of an arrow function a comma before it, so that the call runs exactly when they do.
 *
 * @param lineOf gives the line of an offset in the source, from 1.
 * @param found is told of each line that gets a call.
 */
export function passMarks(
  edits: Pick<Edits, 'before' | 'after'>,
  lineOf: (offset: number) => number,
  found?: (line: number) => void,
): Visit {
  let sites = 0

  const markOf = ({ start }: AnyNode): string => {
    const line = lineOf(start)
    found?.(line)
    return `${helpersName}.markLine(${line})`
  }

  function noteDeclared(statement: AnyNode): string {
    if (statement.type !== 'VariableDeclaration') return ''
    const named = statement.declarations.filter(({ init }) => init).flatMap(({ id }) => namesIn(id))
    const line = lineOf(statement.start)
    return named.map((name) => `${helpersName}.markValue(${sites++},${line},${JSON.stringify(name)},${name});`).join('')
  }

  function markInList(statement: Statement): void {
    // A directive must stay in front of everything; functions are declared before anything runs.
    if ('directive' in statement || statement.type === 'FunctionDeclaration') return
    edits.before(statement.start, `${markOf(statement)};`)
    const noted = noteDeclared(statement)
    if (noted !== '') edits.after(statement.end, `;${noted}`)
  }

  function markAlone(statement: Statement | null | undefined): void {
    if (!statement || wholes.has(statement.type)) return
    edits.before(statement.start, `{${markOf(statement)};`)
    edits.after(statement.end, '}')
  }

  return (node, ancestors) => {
    if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') {
      edits.before(node.body.start, `(${markOf(node.body)},`)
      edits.after(node.body.end, ')')
    }
    if (!isFunction(node) && !ancestors.some(isFunction)) return
    if (node.type === 'BlockStatement') node.body.forEach(markInList)
    else if (node.type === 'SwitchCase') node.consequent.forEach(markInList)
    else if (node.type === 'IfStatement') [node.consequent, node.alternate].forEach(markAlone)
    else if (loops.has(node.type)) markAlone((node as { body?: Statement }).body)
  }
}

const loops = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'])

/** Statements that mark themselves, or stand for nothing. */
const wholes = new Set(['BlockStatement', 'EmptyStatement', 'FunctionDeclaration', 'ClassDeclaration'])
