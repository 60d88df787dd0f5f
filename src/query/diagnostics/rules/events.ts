// Finds reads of an event that find nothing: members that events do not have, fields that no event seen has, bodies parsed twice.

import { closestWord } from '../closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { fieldsAt } from '../field-shapes.ts'
import type { MemberUse } from '../functions.ts'
import { membersUsed, parameterName, pathFrom, takesEvent } from '../functions.ts'
import { eventMembers, foreignMembers } from '../language-words.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { memberName } from '../query-model.ts'
import type { Rule, RuleContext } from '../rule.ts'

/** A function that is called with an event. */
export interface EventParameter {
  readonly run: FunctionNode
  readonly parameter: AnyNode | undefined
  /** Undefined where events of several types come. */
  readonly type: string | undefined
}

export function eventReaders({ handlers, callbacks }: QueryModel): EventParameter[] {
  return [
    ...handlers.flatMap((handler) => {
      const { run, text } = handler
      return run && takesEvent(handler) ? [{ run, parameter: run.params[1], type: text.startsWith('$') ? undefined : text }] : []
    }),
    ...callbacks.flatMap(({ role, run }) => (role === 'partitionBy' ? [{ run, parameter: run.params[0], type: undefined }] : [])),
  ]
}

export const eventRules: readonly Rule[] = [
  function* members(query, context) {
    const uses = eventReaders(query).flatMap((reader) => membersUsed(query, reader.run, reader.parameter).map((use) => ({ reader, use })))
    const own = new Set(uses.flatMap(({ use: { name, member } }) => (member && isWritten(query, member) ? [name] : [])))
    for (const { reader, use } of uses) {
      if (own.has(use.name) || (use.member && isAskedFor(query, use.member))) continue
      const finding = memberFinding(reader, use, context)
      if (finding) yield finding
    }
  },
  function* fields(query, { seen }) {
    if (!seen) return
    for (const reader of eventReaders(query)) {
      for (const use of membersUsed(query, reader.run, reader.parameter)) {
        const finding = use.member && fieldFinding(query, reader, use, seen)
        if (finding) yield finding
      }
    }
  },
  function* parsedTwice(query) {
    const parameters = new Map(eventReaders(query).map(({ run, parameter }) => [run as AnyNode, parameterName(parameter)]))
    const found: RuleFinding[] = []
    walk(query.program, (node, ancestors) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.object.type !== 'Identifier') return
      if (node.callee.object.name !== 'JSON' || memberName(node.callee) !== 'parse') return
      const [given] = node.arguments
      if (given?.type !== 'MemberExpression' || given.object.type !== 'Identifier') return
      const { name } = given.object
      const isEvent = ancestors.some((ancestor) => parameters.get(ancestor) === name)
      const member = memberName(given)
      if (!isEvent || member === undefined || !parsed.includes(member)) return
      const raw = `${name}.${member === 'data' ? 'bodyRaw' : `${member}Raw`}`
      const written = `${name}.${member}`
      found.push({
        code: 'already-parsed',
        at: node,
        facts: { name: written, raw },
        fix: { start: node.start, end: node.end, text: written },
      })
    })
    yield* found
  },
]

const parsed = ['data', 'body', 'metadata', 'linkMetadata']

function isWritten({ scopes }: QueryModel, member: AnyNode): boolean {
  const parent = scopes.parentOf(member)
  return parent?.type === 'AssignmentExpression' && parent.left === member
}

const isAskedFor = ({ scopes }: QueryModel, member: AnyNode): boolean => {
  const parent = scopes.parentOf(member)
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
}

function memberFinding({ type }: EventParameter, { name, at }: MemberUse, { hasCreated, seen }: RuleContext): RuleFinding | undefined {
  if (eventMembers.includes(name) || name in Object.prototype) return undefined
  if (name === 'created') return hasCreated ? undefined : { code: 'created-since-26', at }
  const edit = (text: string) => (text ? { start: at.start, end: at.end, text } : undefined)
  const inData = seen && fieldsAt(seen.fields.data, [], type).some((field) => field.name === name)
  if (inData) return { code: 'member-of-data', at, facts: { name, instead: `data.${name}` }, fix: edit(`data.${name}`) }
  const known = [...eventMembers, ...(hasCreated ? ['created'] : [])]
  const foreign = foreignMembers[name]
  const instead =
    foreign === '' && hasCreated && /^(created|time|date)/i.test(name) ? 'created' : (foreign ?? closestWord(name, known) ?? '')
  return { code: 'unknown-member', at, facts: { name, instead }, fix: edit(instead) }
}

function fieldFinding(
  query: QueryModel,
  { type }: EventParameter,
  { name, member }: MemberUse,
  seen: NonNullable<RuleContext['seen']>,
): RuleFinding | undefined {
  const shapes = name === 'data' || name === 'body' ? seen.fields.data : name === 'metadata' ? seen.fields.metadata : undefined
  if (!shapes || (type !== undefined && !shapes.has(type))) return undefined
  const path: string[] = []
  let at = member!
  for (const next of pathFrom(query, member!).names) {
    at = query.scopes.parentOf(at) as typeof at
    while (at.type !== 'MemberExpression') at = query.scopes.parentOf(at) as typeof at
    const fields = fieldsAt(shapes, path, type)
    if (fields.length === 0) return undefined
    if (!fields.some((field) => field.name === next))
      return missingField(
        query,
        at,
        next,
        type,
        fields.map((field) => field.name),
      )
    path.push(next)
  }
  return undefined
}

function missingField(
  { scopes }: QueryModel,
  member: Extract<AnyNode, { type: 'MemberExpression' }>,
  name: string,
  type: string | undefined,
  fields: readonly string[],
): RuleFinding | undefined {
  const parent = scopes.parentOf(member)
  // A method of the value itself, such as data.items.map.
  if (parent?.type === 'CallExpression' && parent.callee === member) return undefined
  if (name === 'length' || isGuarded(parent, member)) return undefined
  const instead = closestWord(name, fields)
  const at = member.property
  const facts = { name, type: type ?? '', instead: instead ?? '' }
  if (instead === undefined) return { code: 'unknown-field', at, facts }
  return {
    code: 'unknown-field',
    severity: 'warning',
    at,
    facts,
    fix: member.computed ? undefined : { start: at.start, end: at.end, text: instead },
  }
}

/** A field that is only asked for, or has a default, may be missing on purpose. */
const isGuarded = (parent: AnyNode | undefined, node: AnyNode): boolean =>
  (parent?.type === 'LogicalExpression' && parent.left === node && parent.operator !== '&&') ||
  (parent?.type === 'UnaryExpression' && (parent.operator === 'typeof' || parent.operator === '!'))
