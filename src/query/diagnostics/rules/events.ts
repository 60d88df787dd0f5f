// Finds reads of an event that find nothing: members that events do not have, fields that no event seen has, bodies parsed twice.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { fieldsAt } from '../field-shapes.ts'
import { foreignMembers } from '../language-words.ts'
import { eventMembers } from '../../event-members.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { Origin, OriginUse } from '../origins.ts'
import type { QueryModel } from '../query-model.ts'
import { memberName } from '../syntax-names.ts'
import type { Rule, RuleContext } from '../rule.ts'

export const eventRules: readonly Rule[] = [
  function* members(query, context) {
    const uses = query.origins.uses.filter(({ origin }) => origin.root === 'event' && origin.path.length === 0)
    const own = new Set(uses.flatMap(({ name, member }) => (member && isWritten(query, member) ? [name] : [])))
    for (const use of uses) {
      if (own.has(use.name) || (use.member && isAskedFor(query, use.member))) continue
      const finding = memberFinding(use, context)
      if (finding) yield finding
    }
  },
  function* fields(query, { seen }) {
    if (!seen) return
    const written = new Set(query.origins.uses.flatMap(({ name, member }) => (member && isWritten(query, member) ? [name] : [])))
    for (const use of query.origins.uses) {
      if (written.has(use.name) || use.hasDefault) continue
      const finding = fieldFinding(query, use, seen)
      if (finding) yield finding
    }
  },
  function* methods(query, { seen }) {
    for (const { origin, name, at, member } of query.origins.uses) {
      if (!member || origin.root !== 'event') continue
      const kind = kindAt(origin, seen)
      const known = kind && methodsOf[kind]
      if (!known || known.has(name)) continue
      const instead = closestWord(name, known)
      if (instead === undefined) continue
      const fix = member.computed ? undefined : { start: at.start, end: at.end, text: instead }
      yield { code: 'unknown-method', at, facts: { name, kind, instead }, fix }
    }
  },
  function* parsedTwice(query) {
    const found: RuleFinding[] = []
    for (const node of query.scopes.all('CallExpression')) {
      if (node.callee.type !== 'MemberExpression' || node.callee.object.type !== 'Identifier') continue
      if (node.callee.object.name !== 'JSON' || memberName(node.callee) !== 'parse') continue
      const [given] = node.arguments
      const origin = given && query.origins.of(given)
      const [member, ...rest] = origin?.path ?? []
      if (!given || origin?.root !== 'event' || rest.length > 0 || member === undefined || !parsed.includes(member)) continue
      const written = query.text.slice(given.start, given.end)
      const raw = member === 'data' ? 'bodyRaw' : `${member}Raw`
      const isMember = given.type === 'MemberExpression' && !given.computed
      found.push({
        code: 'already-parsed',
        at: node,
        facts: { name: written, raw: isMember ? written.slice(0, given.property.start - given.start) + raw : `The event’s ${raw}` },
        fix: { start: node.start, end: node.end, text: written },
      })
    }
    yield* found
  },
]

const methodsOf = {
  text: new Set(Object.getOwnPropertyNames(String.prototype)),
  list: new Set(Object.getOwnPropertyNames(Array.prototype)),
}

/** Members of an event that are texts. */
const texts = ['streamId', 'eventType', 'eventId', 'bodyRaw', 'metadataRaw', 'linkMetadataRaw', 'partition', 'category']

/** Whether a member of an event, or a field of the events seen, is a text or a list. */
function kindAt({ path, type }: Origin, seen: RuleContext['seen']): 'text' | 'list' | undefined {
  const [root, ...rest] = path
  if (root === undefined) return undefined
  if (rest.length === 0) return texts.includes(root) ? 'text' : undefined
  const shapes = root === 'data' || root === 'body' ? seen?.fields.data : root === 'metadata' ? seen?.fields.metadata : undefined
  const field = shapes && fieldsAt(shapes, rest.slice(0, -1), type).find(({ name }) => name === rest.at(-1))
  return field?.kind === 'string' ? 'text' : field?.kind === 'array' ? 'list' : undefined
}

const parsed = ['data', 'body', 'metadata', 'linkMetadata']

function isWritten({ scopes }: QueryModel, member: AnyNode): boolean {
  const parent = scopes.parentOf(member)
  return parent?.type === 'AssignmentExpression' && parent.left === member
}

const isAskedFor = ({ scopes }: QueryModel, member: AnyNode): boolean => {
  const parent = scopes.parentOf(member)
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
}

function memberFinding({ origin: { type }, name, at, member }: OriginUse, { hasCreated, seen }: RuleContext): RuleFinding | undefined {
  if (eventMembers.includes(name) || name in Object.prototype) return undefined
  if (name === 'created') return hasCreated ? undefined : { code: 'created-since-26', at }
  // In a pattern a rename would rename the variable too.
  const edit = (text: string) => (text && member && !member.computed ? { start: at.start, end: at.end, text } : undefined)
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
  { origin, name, at, member }: OriginUse,
  seen: NonNullable<RuleContext['seen']>,
): RuleFinding | undefined {
  const [root, ...path] = origin.path
  if (origin.root !== 'event' || root === undefined) return undefined
  const shapes = root === 'data' || root === 'body' ? seen.fields.data : root === 'metadata' ? seen.fields.metadata : undefined
  const { type } = origin
  if (!shapes || (type !== undefined && !shapes.has(type))) return undefined
  const fields = fieldsAt(shapes, path, type)
  if (fields.length === 0 || fields.some((field) => field.name === name) || name in Object.prototype) return undefined
  if (member && isMethodOrGuarded(query, member, name)) return undefined
  const instead = closestWord(
    name,
    fields.map((field) => field.name),
  )
  const facts = { name, type: type ?? '', instead: instead ?? '' }
  if (instead === undefined) return { code: 'unknown-field', at, facts }
  const fix = member && !member.computed ? { start: at.start, end: at.end, text: instead } : undefined
  return { code: 'unknown-field', severity: 'warning', at, facts, fix }
}

/** A method of the value itself, for example data.items.map, or a field that may be missing on purpose. */
function isMethodOrGuarded({ scopes }: QueryModel, member: AnyNode, name: string): boolean {
  const parent = scopes.parentOf(member)
  return (parent?.type === 'CallExpression' && parent.callee === member) || name === 'length' || isGuarded(parent, member)
}

/** A field that is only asked for, or has a default, may be missing on purpose. */
const isGuarded = (parent: AnyNode | undefined, node: AnyNode): boolean =>
  (parent?.type === 'LogicalExpression' && parent.left === node && parent.operator !== '&&') ||
  (parent?.type === 'UnaryExpression' && (parent.operator === 'typeof' || parent.operator === '!'))
