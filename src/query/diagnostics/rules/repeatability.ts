// Finds what gives another value when events are read again, and what lives outside the state.

import type { RuleFinding } from '../diagnostic.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { memberName } from '../query-model.ts'
import type { Rule } from '../rule.ts'

export const repeatabilityRules: readonly Rule[] = [
  function* clocks(query, { hasCreated }) {
    const found: RuleFinding[] = []
    const advice = hasCreated ? 'Take the time from the event: its data, or event.created.' : 'Take the time from the event’s data.'
    walk(query.program, (node) => {
      const name = unrepeatable(query, node)
      if (name !== undefined)
        found.push({
          code: 'not-repeatable',
          at: node,
          facts: { name, advice: name.startsWith('Math') ? 'Derive it from the event.' : advice },
        })
    })
    yield* found
  },
  function* variables(query) {
    const reported = new Set<string>()
    const found: RuleFinding[] = []
    const runs = new Set<AnyNode | undefined>(query.handlers.map(({ run }) => run))
    walk(query.program, (node, ancestors) => {
      const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined
      if (target?.type !== 'Identifier' || reported.has(target.name) || !ancestors.some((ancestor) => runs.has(ancestor))) return
      const isOutside = query.scopes.isTopLevel(target) || !query.scopes.isDeclared(target)
      if (!isOutside) return
      reported.add(target.name)
      found.push({ code: 'state-outside', at: target, facts: { name: target.name } })
    })
    yield* found
  },
]

function unrepeatable({ scopes }: QueryModel, node: AnyNode): string | undefined {
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
    return scopes.isDeclared(node.callee) ? undefined : 'new Date()'
  }
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  if (callee.type === 'Identifier' && callee.name === 'Date' && !scopes.isDeclared(callee)) return 'Date()'
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || scopes.isDeclared(callee.object)) return undefined
  const called = `${callee.object.name}.${memberName(callee) ?? ''}`
  return called === 'Date.now' || called === 'Math.random' ? `${called}()` : undefined
}
