// Finds reads of an event that find nothing, bodies that are parsed twice, and numbers of events that are compared across streams.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import { fieldsAt, shapesOf } from '../field-shapes.ts'
import { returnedBy } from '../functions.ts'
import { foreignMembers } from '../language-words.ts'
import { eventMembers } from '../../event-members.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
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
        facts: { name: written, raw: isMember ? written.slice(0, given.property.start - given.start) + raw : say('raw-of-event', raw) },
        fix: { start: node.start, end: node.end, text: written },
      })
    }
    yield* found
  },
  eventOrder,
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
  const shapes = shapesOf(seen?.fields, root)
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
  const shapes = shapesOf(seen.fields, root)
  const { type } = origin
  if (!shapes || (type !== undefined && !shapes.has(type))) return undefined
  const fields = fieldsAt(shapes, path, type)
  if (fields.length === 0 || fields.some((field) => field.name === name) || name in Object.prototype) return undefined
  if (member && isMethodOrGuarded(query, member, name)) return undefined
  const instead = closestWord(
    name,
    fields.map((field) => field.name),
  )
  // A query that reads the close one too knows of both.
  const isKnownToo = instead !== undefined && query.origins.uses.some((use) => use.name === instead && isSamePath(use.origin, origin))
  const facts = { name, type: type ?? '', instead: isKnownToo ? '' : (instead ?? '') }
  if (instead === undefined || isKnownToo || isFormOf(name, instead)) return { code: 'unknown-field', at, facts }
  const fix = member && !member.computed ? { start: at.start, end: at.end, text: instead } : undefined
  return { code: 'unknown-field', severity: 'warning', at, facts, fix }
}

const isSamePath = (one: Origin, other: Origin): boolean => one.root === other.root && one.path.join('.') === other.path.join('.')

/** Whether one name is the other with an ending that makes another word of it, as `discounted` is of `discount`. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(short.replace(/e$/, '')) && /^e?(ed|ing|able|er)$/.test(long.slice(short.replace(/e$/, '').length))
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

/** `sequenceNumber` counts within one stream. */
function* eventOrder(query: QueryModel): Iterable<RuleFinding> {
  const isMixed = mixesStreams(query)
  if (!isMixed) return
  const { scopes } = query
  let isCompared = false
  for (const { operator, left, right, start, end } of scopes.all('BinaryExpression')) {
    if (!/^([<>]=?|[!=]==?)$/.test(operator)) continue
    const isFound = (isNumber(query, left) && holdsState(query, right)) || (isNumber(query, right) && holdsState(query, left))
    if (!isFound) continue
    isCompared = true
    yield { code: 'number-across-streams', severity: isMixed === 'sure' ? 'warning' : 'hint', at: { start, end } }
  }
  if (isCompared) return
  for (const { operator, left, right } of scopes.all('AssignmentExpression')) {
    const isKept = operator === '=' && left.type === 'MemberExpression' && query.origins.of(left)?.root === 'state'
    const value = isKept ? numberIn(query, right) : undefined
    if (value) yield { code: 'number-across-streams', severity: 'hint', at: value }
  }
}

/** Whether events of several streams come to one state: for certain, or perhaps, by partitions of another name. */
function mixesStreams(query: QueryModel): 'sure' | 'perhaps' | undefined {
  const { links, streams, categories, callbacks } = query
  const isSystem = streams.some(({ text }) => /^\$(ce|et|streams|all)/.test(text))
  const isMany = links.some(({ meant }) => meant === 'fromAll') || categories.length > 0 || streams.length > 1 || isSystem
  if (!isMany || links.some(({ meant }) => meant === 'foreachStream')) return undefined
  if (!links.some(({ meant }) => meant === 'partitionBy')) return 'sure'
  const isByStream = callbacks.some(
    ({ role, run }) => role === 'partitionBy' && returnedBy(query, run).some((node) => namesStream(query, node)),
  )
  return isByStream ? undefined : 'perhaps'
}

function namesStream(query: QueryModel, node: AnyNode): boolean {
  let isFound = false
  walk(node, (part) => (isFound ||= isOfEvent(query, part, 'streamId')))
  return isFound
}

function isOfEvent({ origins }: QueryModel, node: AnyNode, name: string): boolean {
  const origin = node.type === 'MemberExpression' || node.type === 'Identifier' ? origins.of(node) : undefined
  return origin?.root === 'event' && origin.path.length === 1 && origin.path[0] === name
}

/** The event's number in an expression like `event.sequenceNumber + 1`. */
function numberIn(query: QueryModel, node: AnyNode): AnyNode | undefined {
  if (isOfEvent(query, node, 'sequenceNumber')) return node
  if (node.type === 'ParenthesizedExpression') return numberIn(query, node.expression)
  if (node.type === 'BinaryExpression') return numberIn(query, node.left) ?? numberIn(query, node.right)
  return node.type === 'CallExpression' ? node.arguments.map((given) => numberIn(query, given)).find(Boolean) : undefined
}

const isNumber = (query: QueryModel, node: AnyNode): boolean => numberIn(query, node) !== undefined

/** Whether an expression has a member of the state in it that is not one of many by key. */
function holdsState({ origins, scopes }: QueryModel, node: AnyNode): boolean {
  let isFound = false
  walk(node, (part) => {
    if (part.type !== 'MemberExpression' && part.type !== 'Identifier') return
    const origin = origins.of(part)
    const parent = scopes.parentOf(part)
    const isTable = parent?.type === 'MemberExpression' && parent.object === part
    if (origin?.root === 'state' && origin.path.length > 0 && !isTable) isFound = true
  })
  return isFound
}
