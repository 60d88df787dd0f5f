// Finds the functions of a query that only read members of events from their second parameter.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import type { BodyRead, Identifier } from './body-reads.ts'
import { BodyReads, isTarget, joinReads } from './body-reads.ts'
import type { PlannedTree } from './plan.ts'

/** A handler that cannot tell a real event from an object that has the members it reads. */
export interface EventReader {
  /** The function's text in the engine. Every function with this text is such a handler, in any scope. */
  readonly text: string
  /** The members that it reads. */
  readonly members: readonly string[]
  /** The parts of the body that it reads; undefined for none. */
  readonly body: BodyRead | undefined
}

type ObjectPattern = Extract<AnyNode, { type: 'ObjectPattern' }>
type Member = Extract<AnyNode, { type: 'MemberExpression' }>

const members = new Set([
  'body',
  'bodyRaw',
  'category',
  'data',
  'eventId',
  'eventType',
  'isJson',
  'linkMetadata',
  'linkMetadataRaw',
  'metadata',
  'metadataRaw',
  'partition',
  'sequenceNumber',
  'streamId',
])

/**
 * Finds functions whose second parameter is absent, a pattern of members, or a name that appears only as `name.member`, as the source of
 * a pattern in a declaration, or as the event given to `linkTo`. Gives a function up for any other use of the name, for `arguments` and
 * `eval`, and for rest parameters and defaults; and those that call `linkTo` where the script may have replaced it. Functions are told apart
 * by their texts alone, so the tree says nothing about which of them become handlers.
 */
export function findEventReaders(tree: PlannedTree): EventReader[] {
  const { program, text } = tree
  const watchesItems = mayWatchItems.test(text)
  const isLinkToKnown = !mayChangeLinkTo(tree)
  const found = new Map<string, EventReader>()
  walk(program, (node) => {
    const uses = isFunction(node) ? usesOfEvent(node, tree) : undefined
    if (!uses || (uses.links && !isLinkToKnown)) return
    const reader = readerOf(uses, tree, watchesItems)
    found.set(reader.text, reader)
  })
  return [...found.values()]
}

/** The names by which a script could observe an array's iteration beside the loop's variable. */
const mayWatchItems = /\biterator\b|__proto__|rototypeOf/

/** A function that only reads members of its event. */
interface EventUses {
  readonly text: string
  /** Patterns that take members of the event: the parameter and variables. */
  readonly patterns: readonly ObjectPattern[]
  /** Expressions of members of the event. */
  readonly reads: readonly Member[]
  /** Whether it gives the event to `linkTo`, which reads two members. */
  readonly links: boolean
  /** All identifiers in it, by name. */
  readonly names: ReadonlyMap<string, readonly Identifier[]>
}

function usesOfEvent(node: FunctionNode, { parentOf, codeOf }: PlannedTree): EventUses | undefined {
  const [first, second] = node.params
  const event = second?.type === 'Identifier' ? second : undefined
  const patterns = second?.type === 'ObjectPattern' && takesMembers(second) ? [second] : []
  if (first?.type === 'RestElement' || (second && !event && patterns.length === 0)) return undefined
  const names = Map.groupBy(identifiersIn(node), ({ name }) => name)
  // Both reach parameters without their names.
  if (names.has('arguments') || names.has('eval')) return undefined
  const reads: Member[] = []
  let links = false
  for (const name of event ? names.get(event.name)! : []) {
    if (name === event) continue
    const use = parentOf(name)
    if (use?.type === 'MemberExpression' && isRead(name, use, parentOf)) reads.push(use)
    else if (use?.type === 'VariableDeclarator' && use.init === name && use.id.type === 'ObjectPattern' && takesMembers(use.id)) {
      patterns.push(use.id)
    } else if (isLinked(name, parentOf)) links = true
    else return undefined
  }
  const parent = parentOf(node)
  // The text of a method begins with its name.
  const start = parent?.type === 'Property' && parent.method ? parent.start : node.start
  return { text: codeOf(start, node.end), patterns, reads, links, names }
}

function identifiersIn(root: AnyNode): Identifier[] {
  const found: Identifier[] = []
  walk(root, (node) => node.type === 'Identifier' && found.push(node))
  return found
}

function readerOf({ text, patterns, reads, links, names }: EventUses, { parentOf }: PlannedTree, watchesItems: boolean): EventReader {
  const parts = new BodyReads({ parentOf, namesLike: (name) => names.get(name) ?? [], watchesItems })
  const taken = patterns.flatMap(takenMembers)
  const body = [
    ...reads.filter((member) => isBody(nameOf(member))).map((member) => parts.ofExpression(member)),
    ...taken.filter(([name]) => isBody(name)).map(([, target]) => parts.ofTarget(target)),
  ]
  const linked = links ? ['sequenceNumber', 'streamId'] : []
  return {
    text,
    members: [...new Set([...linked, ...reads.map(nameOf), ...taken.map(([name]) => name)])],
    body: body.reduce<BodyRead | undefined>(joinReads, undefined),
  }
}

const isBody = (name: string): boolean => name === 'data' || name === 'body'

/** A member that is read is named. */
const nameOf = ({ property }: Member): string => (property as Identifier).name

const isMember = (key: AnyNode): boolean => key.type === 'Identifier' && members.has(key.name)

const takesMembers = ({ properties }: ObjectPattern): boolean =>
  properties.every((property) => property.type === 'Property' && !property.computed && isMember(property.key))

const takenMembers = ({ properties }: ObjectPattern): [name: string, target: AnyNode][] =>
  properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property.value]] : [],
  )

type ParentOf = PlannedTree['parentOf']

/** Whether the member is read: neither called, which would pass the object on, nor changed. */
function isRead(name: Identifier, member: Member, parentOf: ParentOf): boolean {
  if (member.object !== name || member.computed || !isMember(member.property)) return false
  const use = parentOf(member)
  return use !== undefined && !isTarget(member, use, parentOf(use))
}

/** Whether it is an argument of `linkTo`. Names in a `with` statement may mean members of its object. */
function isLinked(name: Identifier, parentOf: ParentOf): boolean {
  const call = parentOf(name)
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'linkTo') return false
  if (call.arguments[1] !== name || call.arguments[0]!.type === 'SpreadElement') return false
  for (let above: AnyNode | undefined = call; above; above = parentOf(above)) if (above.type === 'WithStatement') return false
  return true
}

const evaluators = new Set(['eval', 'Function', 'constructor'])

/** Whether `linkTo` may be another function than the language's own. */
function mayChangeLinkTo({ program, parentOf }: PlannedTree): boolean {
  let isFound = false
  walk(program, (node) => {
    if (node.type === 'Literal') isFound ||= node.value === 'linkTo'
    if (node.type !== 'Identifier') return
    const use = parentOf(node)
    isFound ||= evaluators.has(node.name) || (node.name === 'linkTo' && (use?.type !== 'CallExpression' || use.callee !== node))
  })
  return isFound
}
