// Finds what gives another value when events are read again, and what lives outside the state.

import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { keyName, memberName } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'

export const repeatabilityRules: readonly Rule[] = [
  function* clocks(query, { hasCreated }) {
    const found: RuleFinding[] = []
    const advice = say(hasCreated ? 'time-from-event' : 'time-from-data')
    for (const node of [...query.scopes.all('NewExpression'), ...query.scopes.all('CallExpression')]) {
      const name = unrepeatable(query, node)
      if (name === undefined) continue
      found.push({
        code: 'not-repeatable',
        at: node,
        facts: { name, advice: name.startsWith('Math') ? say('derive-from-event') : advice },
      })
    }
    yield* found
  },
  function* variables(query) {
    const reported = new Set<string>()
    const found: RuleFinding[] = []
    const runs = new Set<AnyNode | undefined>(query.handlers.map(({ run }) => run))
    const { scopes } = query
    for (const node of [...scopes.all('AssignmentExpression'), ...scopes.all('UpdateExpression'), ...scopes.all('CallExpression')]) {
      const target = changedBy(node)
      if (target?.type !== 'Identifier' || reported.has(target.name)) continue
      const isOutside = scopes.isTopLevel(target) || !scopes.isDeclared(target)
      if (!isOutside || !scopes.ancestorsOf(node).some((ancestor) => runs.has(ancestor))) continue
      reported.add(target.name)
      found.push({ code: 'state-outside', at: target, facts: { name: target.name } })
    }
    yield* found
  },
]

/** The variable that an expression changes, or that holds what it changes. */
function changedBy(node: AnyNode): AnyNode | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.object.type === 'Identifier')
    return ['set', 'add', 'push', 'unshift'].includes(memberName(node.callee) ?? '') ? node.callee.object : undefined
  let target: AnyNode | undefined =
    node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined
  while (target?.type === 'MemberExpression') target = target.object
  return target
}

function unrepeatable({ scopes }: QueryModel, node: AnyNode): string | undefined {
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
    return scopes.isDeclared(node.callee) ? undefined : 'new Date()'
  }
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  if (callee.type === 'Identifier' && callee.name === 'Date' && !scopes.isDeclared(callee)) return 'Date()'
  const called = staticName(scopes, callee)
  return called === 'Date.now' || called === 'Math.random' ? `${called}()` : undefined
}

/** The name of a function of a global, for example `Math.random`, also under an alias or from a pattern. */
function staticName(scopes: QueryModel['scopes'], callee: AnyNode): string | undefined {
  if (callee.type === 'Identifier') {
    const value = scopes.valueOf(callee)
    if (value.type === 'MemberExpression') return staticName(scopes, value)
    const declared = scopes.declarationOf(callee)
    if (declared?.type !== 'VariableDeclaration') return undefined
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || scopes.isDeclared(init)) continue
      const property = id.properties.find(
        (one) => one.type === 'Property' && one.value.type === 'Identifier' && one.value.name === callee.name,
      )
      if (property?.type === 'Property') return `${init.name}.${keyName(property) ?? ''}`
    }
    return undefined
  }
  if (callee.type !== 'MemberExpression') return undefined
  const object = scopes.valueOf(callee.object)
  return object.type === 'Identifier' && !scopes.isDeclared(object) ? `${object.name}.${memberName(callee) ?? ''}` : undefined
}
