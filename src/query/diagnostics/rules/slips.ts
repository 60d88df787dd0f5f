// Finds slips of the keyboard that are valid JavaScript: `=+` for `+=`, and an assignment where a comparison is meant.

import type { RuleFinding } from '../diagnostic.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { Rule } from '../rule.ts'

type Assignment = Extract<AnyNode, { type: 'AssignmentExpression' }>

export const slipRules: readonly Rule[] = [
  function* signs({ program, text }) {
    const found: RuleFinding[] = []
    walk(program, (node) => {
      const finding = node.type === 'AssignmentExpression' && signFinding(node, text)
      if (finding) found.push(finding)
    })
    yield* found
  },
  function* conditions({ program, text }) {
    const found: RuleFinding[] = []
    walk(program, (node) => {
      const isBranch = node.type === 'IfStatement' || node.type === 'ConditionalExpression'
      if (!isBranch || node.test.type !== 'AssignmentExpression' || node.test.operator !== '=') return
      const at = operatorOf(node.test, text)
      found.push({ code: 'assignment-in-condition', at: node.test, fix: { ...at, text: '===' } })
    })
    yield* found
  },
]

/** A sign right behind `=` with a blank in front of the operand: nobody writes a signed number so. */
function signFinding(node: Assignment, text: string): RuleFinding | undefined {
  const sign = node.right
  if (node.operator !== '=' || sign.type !== 'UnaryExpression' || (sign.operator !== '+' && sign.operator !== '-')) return undefined
  const { start, end } = operatorOf(node, text)
  const isJoined = end === sign.start
  const hasGap = sign.argument.start > sign.start + 1
  if (!isJoined || !hasGap) return undefined
  const at = { start, end: end + 1 }
  return {
    code: 'sign-for-operator',
    at,
    facts: { written: `=${sign.operator}`, meant: `${sign.operator}=` },
    fix: { ...at, text: `${sign.operator}=` },
  }
}

/** The equals sign between the two sides; only blanks and comments can stand beside it. */
function operatorOf({ left, right }: Assignment, text: string): { start: number; end: number } {
  const start = left.end + text.slice(left.end, right.start).indexOf('=')
  return { start, end: start + 1 }
}
