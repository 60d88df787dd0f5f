// Finds slips of the keyboard that are valid JavaScript: `=+` for `+=`, and an assignment where a comparison is meant.

import type { RuleFinding } from '../diagnostic.ts'
import { withoutParentheses } from '../functions.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { Rule } from '../rule.ts'

type Assignment = Extract<AnyNode, { type: 'AssignmentExpression' }>

export const slipRules: readonly Rule[] = [
  function* signs({ scopes, text }) {
    for (const node of scopes.all('AssignmentExpression')) {
      const finding = signFinding(node, text)
      if (finding) yield finding
    }
  },
  function* results({ scopes, text, origins }) {
    for (const { expression: value } of scopes.all('ExpressionStatement')) {
      if (value.type !== 'BinaryExpression' || origins.of(value.left)?.root !== 'state') continue
      yield { code: 'no-effect', at: value, facts: { meant: meantBy(value, text) } }
    }
  },
  function* conditions({ scopes, text }) {
    const branches = [...scopes.all('IfStatement'), ...scopes.all('ConditionalExpression')]
    const loops = [...scopes.all('WhileStatement'), ...scopes.all('DoWhileStatement'), ...scopes.all('ForStatement')]
    for (const { test, type } of [...branches, ...loops]) {
      for (const part of test ? partsOf(test) : []) {
        if (part.type !== 'AssignmentExpression' || part.operator !== '=') continue
        // `while (match = pattern.exec(text))` is a custom, and so is `if (found && (at = found.index))`.
        const isBranch = part === test && (type === 'IfStatement' || type === 'ConditionalExpression')
        if (isBranch || part.right.type === 'Literal')
          yield { code: 'assignment-in-condition', at: part, fix: { ...operatorOf(part, text), text: '===' } }
      }
    }
  },
]

/** What a condition is put together of. */
function partsOf(test: AnyNode): readonly AnyNode[] {
  const node = withoutParentheses(test)
  return node.type === 'LogicalExpression' ? [...partsOf(node.left), ...partsOf(node.right)] : [node]
}

/** The assignment that `state.count + 1` or `state.count == 1` stands for. */
function meantBy({ left, operator, right }: Extract<AnyNode, { type: 'BinaryExpression' }>, text: string): string | undefined {
  const assigned = /^===?$/.test(operator) ? '=' : /^([-+*/%]|\*\*)$/.test(operator) ? `${operator}=` : undefined
  return assigned && `${text.slice(left.start, left.end)} ${assigned} ${text.slice(right.start, right.end)}`
}

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
