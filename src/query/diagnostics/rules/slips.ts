// Finds slips of the keyboard that are valid JavaScript: `=+` for `+=`, other quotes, a forgotten `break`, a changed constant.

import type { RuleFinding } from '../diagnostic.ts'
import { addendsOf } from '../functions.ts'
import { emitters } from '../language-words.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { memberName, textOf } from '../syntax-names.ts'
import { conditions, operatorOf } from './conditions.ts'
import { droppedResults } from './dropped-results.ts'

type Assignment = Extract<AnyNode, { type: 'AssignmentExpression' }>

export const slipRules: readonly Rule[] = [
  conditions,
  droppedResults,
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
  function* quotes(query) {
    if (fillsTemplates(query)) return
    for (const node of query.scopes.all('Literal')) {
      const finding = quoteFinding(query, node)
      if (finding) yield finding
    }
  },
  function* constants(query) {
    for (const { left } of query.scopes.all('AssignmentExpression'))
      for (const target of targetsIn(left)) yield* constantFinding(query, target)
    for (const { argument } of query.scopes.all('UpdateExpression'))
      if (argument.type === 'Identifier') yield* constantFinding(query, argument)
  },
  function* cases({ scopes, text }) {
    for (const { cases: all } of scopes.all('SwitchStatement')) {
      for (const [index, one] of all.entries()) {
        const next = all[index + 1]
        const last = one.consequent.at(-1)
        // A comment between the two says that it is meant.
        if (!next || !last || ends(last) || text.slice(last.end, next.start).trim() !== '') continue
        yield { code: 'falls-through', at: { start: one.start, end: (one.test ?? last).end } }
      }
    }
  },
]

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

const placeholder = /\$\{\s*([A-Za-z_$][\w$]*)[^{}]*\}/

/** Whether the query replaces such placeholders itself, by a text or a pattern with braces. */
const fillsTemplates = ({ scopes }: QueryModel): boolean =>
  scopes.all('CallExpression').some(({ callee, arguments: [first] }) => {
    const method = callee.type === 'MemberExpression' ? memberName(callee) : undefined
    if (!first || !['replace', 'replaceAll', 'split'].includes(method ?? '')) return false
    const pattern = scopes.valueOf(first)
    return (
      /\$|\{/.test(textOf(pattern) ?? '') || (pattern.type === 'Literal' && 'regex' in pattern && /\{/.test(pattern.regex?.pattern ?? ''))
    )
  })

/** A placeholder of a variable that exists there, or in the name of a stream or a type. */
function quoteFinding({ scopes, text }: QueryModel, node: Extract<AnyNode, { type: 'Literal' }>): RuleFinding | undefined {
  const found = typeof node.value === 'string' ? placeholder.exec(node.value) : null
  if (!found) return undefined
  const parent = scopes.parentOf(node)
  if (parent?.type === 'Property' && parent.key === node && !parent.computed) return undefined
  if (!scopes.namesAt(node).includes(found[1]!) && !isName(scopes, node)) return undefined
  const inside = text.slice(node.start + 1, node.end - 1)
  const fix = inside.includes('`') ? undefined : { start: node.start, end: node.end, text: `\`${inside}\`` }
  return { code: 'template-in-quotes', at: node, facts: { name: found[0] }, fix }
}

/** Whether a text is part of the name of a stream or a type that is written to. */
function isName(scopes: QueryModel['scopes'], node: AnyNode): boolean {
  const call = scopes.ancestorsOf(node).find(({ type }) => type !== 'BinaryExpression')
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || !emitters.includes(call.callee.name)) return false
  return call.arguments.slice(0, 2).some((given) => addendsOf(given).includes(node))
}

const targetsIn = (left: AnyNode): readonly AnyNode[] =>
  left.type === 'Identifier' ? [left] : left.type === 'ObjectPattern' || left.type === 'ArrayPattern' ? variablesIn(left) : []

/** The variables that an assignment by pattern gives values to. */
function variablesIn(pattern: AnyNode): AnyNode[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return variablesIn(pattern.left)
    case 'RestElement':
      return variablesIn(pattern.argument)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? variablesIn(element) : []))
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => variablesIn(one.type === 'Property' ? one.value : one.argument))
    default:
      return []
  }
}

function* constantFinding({ scopes }: QueryModel, target: AnyNode): Iterable<RuleFinding> {
  const declared = target.type === 'Identifier' ? scopes.declarationOf(target) : undefined
  if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return
  const { name } = target as IdentifierNode
  // In a handler it faults when it is reached.
  yield { code: 'constant-assigned', at: target, facts: { name }, fix: { start: declared.start, end: declared.start + 5, text: 'let' } }
}

/** Whether a statement never goes on to the next one. */
function ends(statement: AnyNode): boolean {
  switch (statement.type) {
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true
    case 'BlockStatement':
      return statement.body.length > 0 && ends(statement.body.at(-1)!)
    case 'IfStatement':
      return statement.alternate !== null && statement.alternate !== undefined && ends(statement.consequent) && ends(statement.alternate)
    case 'TryStatement':
      return ends(statement.block) || (statement.finalizer !== null && statement.finalizer !== undefined && ends(statement.finalizer))
    default:
      return false
  }
}
