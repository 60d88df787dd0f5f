// Finds fields that choose the partition, and that the events of a type with a handler never have.

import type { RuleFinding } from '../../diagnostic.ts'
import { say } from '../../phrases.ts'
import type { FieldShape, ShapesByType } from '../../field-shapes.ts'
import { shapesOf } from '../../field-shapes.ts'
import { isConditional, returnedBy } from '../../functions.ts'
import type { AnyNode, FunctionNode } from '../../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../../query-model.ts'
import type { RuleContext } from '../../rule.ts'

export function* partitionFields(query: QueryModel, { seen }: RuleContext): Iterable<RuleFinding> {
  if (!seen) return
  for (const { role, run } of query.callbacks) {
    if (role !== 'partitionBy') continue
    const returned = returnedBy(query, run)
    const [key] = returned
    // What is returned behind a condition, or beside something else, skips events on purpose.
    if (!key || returned.length > 1 || !['MemberExpression', 'Identifier'].includes(key.type) || isConditional(query, key)) continue
    const [member, ...names] = query.origins.of(key)?.path ?? []
    const shapes = shapesOf(seen.fields, member)
    if (shapes && names.length > 0 && !hasDefault(query, run)) yield* lacking(query, shapes, names, key)
  }
}

function* lacking(query: QueryModel, shapes: ShapesByType, names: readonly string[], key: AnyNode): Iterable<RuleFinding> {
  const types = new Set(query.handlers.flatMap(({ text, run }) => (run && !text.startsWith('$') ? [text] : [])))
  const known = [...types].filter((type) => shapes.get(type)?.kinds.has('object'))
  const without = known.filter((type) => !hasField(shapes.get(type), names))
  // Where no type has the field, it is an unknown one.
  if (without.length === 0 || without.length === known.length) return
  const facts = { name: query.text.slice(key.start, key.end), types: say('and', ...without) }
  yield { code: 'partition-field-missing', at: key, facts }
}

function hasField(shape: FieldShape | undefined, names: readonly string[]): boolean {
  let at = shape
  for (const name of names) at = at?.members.get(name)
  return at !== undefined
}

/** Whether a variable of the function begins with a default, or may be given another value. */
function hasDefault({ scopes }: QueryModel, run: FunctionNode): boolean {
  const isInside = ({ start, end }: AnyNode): boolean => run.start <= start && end <= run.end
  return (
    scopes.all('AssignmentPattern').some(isInside) ||
    scopes.all('AssignmentExpression').some(isInside) ||
    scopes.all('LogicalExpression').some(isInside)
  )
}
