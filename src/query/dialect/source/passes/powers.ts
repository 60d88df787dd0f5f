// Makes the dialect's own power compute `a ** b`.

import type { Edits } from '../edits.ts'
import { helpersName } from '../../built-ins/guest-names.ts'
import type { Visit } from '../syntax-tree.ts'

/** Turns `a ** b` into `power(a,b)`, except in statements that discard the value. */
export const passPowers =
  (edits: Edits): Visit =>
  (node, ancestors) => {
    if (node.type !== 'BinaryExpression' || node.operator !== '**') return
    if (ancestors.some(({ type, start }) => type === 'ExpressionStatement' && start === node.start)) return
    edits.before(node.start, `${helpersName}.power(`)
    edits.replace(node.left.end, node.right.start, ',')
    edits.after(node.end, ')')
  }
