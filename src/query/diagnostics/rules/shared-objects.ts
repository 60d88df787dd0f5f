// Finds beginnings of the state that all partitions share: objects and lists outside of `$init` that it hands out and handlers change.

import type { RuleFinding } from '../diagnostic.ts'
import { returnedBy, withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { isFunction } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { keyName, memberName } from '../syntax-names.ts'

/** An outer value that the state begins with, and where in the state it is. */
interface Shared {
  readonly at: AnyNode
  readonly name: string
  readonly path: string
  /** Whether the value's own members are copies, and only what lies in them is shared. */
  readonly isSpread: boolean
}

export function* sharedObjects(query: QueryModel): Iterable<RuleFinding> {
  if (!query.links.some(({ meant }) => meant === 'foreachStream' || meant === 'partitionBy')) return
  const init = query.handlers.findLast(({ text }) => text === '$init')?.run
  if (!init) return
  const shared = returnedBy(query, init).flatMap((returned) => [...sharedIn(query, init, returned, [])])
  if (shared.length === 0) return
  const changed = changedPaths(query)
  for (const { at, name, path, isSpread } of shared) {
    const depth = path === '' ? 0 : path.split('.').length
    const isInside = (one: string): boolean => path === '' || one === path || one.startsWith(`${path}.`)
    const isChanged = changed.some((one) => isInside(one) && (!isSpread || one.split('.').length > depth + 1))
    if (!isChanged) continue
    const copy = `JSON.parse(JSON.stringify(${name}))`
    yield { code: 'shared-initial-state', at, facts: { name }, fix: { start: at.start, end: at.end, text: isSpread ? `...${copy}` : copy } }
  }
}

function* sharedIn(query: QueryModel, init: FunctionNode, node: AnyNode, path: readonly string[]): Iterable<Shared> {
  const written = withoutParentheses(node)
  const place = path.join('.')
  if (written.type === 'Identifier' && isOuterObject(query, init, written)) {
    yield { at: written, name: written.name, path: place, isSpread: false }
    return
  }
  const value = written.type === 'Identifier' ? query.scopes.valueOf(written) : written
  if (value.type !== 'ObjectExpression') return
  for (const property of value.properties) {
    if (property.type === 'SpreadElement') {
      const { argument } = property
      if (argument.type === 'Identifier' && isOuterObject(query, init, argument))
        yield { at: property, name: argument.name, path: place, isSpread: true }
    } else {
      const name = keyName(property)
      if (name !== undefined) yield* sharedIn(query, init, property.value, [...path, name])
    }
  }
}

/** Whether a variable from outside of `$init` holds an object or a list that is written out. */
function isOuterObject({ scopes }: QueryModel, init: FunctionNode, node: Extract<AnyNode, { type: 'Identifier' }>): boolean {
  const declared = scopes.declarationOf(node)
  if (!declared || (declared.start >= init.start && declared.end <= init.end)) return false
  const value = scopes.valueOf(node)
  return value.type === 'ObjectExpression' || value.type === 'ArrayExpression'
}

const changing = ['push', 'unshift', 'pop', 'shift', 'splice', 'sort', 'reverse', 'fill']

/** Paths of members of the state that handlers assign to, or whose lists they change. A path ends in `[]` for a computed key or a list's items. */
function changedPaths({ scopes, origins, handlers }: QueryModel): string[] {
  const paths: string[] = []
  const add = (object: AnyNode, name: string): void => {
    const origin = origins.of(object)
    if (origin?.root === 'state') paths.push([...origin.path, name].join('.'))
    else if (object.type === 'MemberExpression') add(object.object, `${memberName(object) ?? '[]'}.${name}`)
  }
  const targets = [
    ...scopes.all('AssignmentExpression').map(({ left }) => left),
    ...scopes.all('UpdateExpression').map(({ argument }) => argument),
    ...scopes.all('UnaryExpression').flatMap(({ operator, argument }) => (operator === 'delete' ? [argument] : [])),
  ]
  for (const target of targets) if (target.type === 'MemberExpression') add(target.object, memberName(target) ?? '[]')
  for (const { callee } of scopes.all('CallExpression'))
    if (callee.type === 'MemberExpression' && changing.includes(memberName(callee) ?? '')) add(callee.object, '[]')
  return handlers.some(({ run }) => run && isFunction(run)) ? paths : []
}
