// Has `a ** b` computed by the dialect's own power.

import type { Edits } from '../edits.ts'
import { helpersName } from '../helpers.ts'
import type { Visit } from '../syntax-tree.ts'

/** Turns `a ** b` into `power(a,b)`; statements that nobody sees the value of are left alone. */
export const passPowers =
  (edits: Edits): Visit =>
  (node, ancestors) => {
    if (node.type !== 'BinaryExpression' || node.operator !== '**') return
    if (ancestors.some(({ type, start }) => type === 'ExpressionStatement' && start === node.start)) return
    edits.before(node.start, `${helpersName}.power(`)
    edits.replace(node.left.end, node.right.start, ',')
    edits.after(node.end, ')')
  }
