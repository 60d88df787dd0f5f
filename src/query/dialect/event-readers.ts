// Finds the functions of a query that only read members of events from their second parameter.

import type { BodyRead, Identifier } from '../plan/body-reads.ts'
import { createBodyReads, isTarget, joinReads } from '../plan/body-reads.ts'
import type { EditedText } from './edits.ts'
import type { AnyNode, FunctionNode, Visit } from './syntax-tree.ts'
import { isFunction } from './syntax-tree.ts'

/** A handler that cannot tell a real event from an object that has the members it reads. */
export interface EventReader {
  /** The function's text in the engine. Every function with this text is such a handler, in any scope. */
  readonly text: string
  /** The members that it reads. */
  readonly members: readonly string[]
  /** The parts of the body that it reads; undefined for none. */
  readonly body: BodyRead | undefined
}

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

/** The findings about a function so far. */
interface Candidate {
  /** The parameter, where it is a name. */
  readonly event: Identifier | undefined
  /** Where its text starts. */
  readonly start: number
  readonly end: number
  /** Patterns that take members of the event: the parameter and variables. */
  readonly patterns: ObjectPattern[]
  /** Expressions of members of the event. */
  readonly reads: Member[]
  /** Whether it gives the event to `linkTo`, which reads two members. */
  links: boolean
  /** All names in it. */
  readonly names: Map<string, Identifier[]>
  isCertain: boolean
}

type ObjectPattern = Extract<AnyNode, { type: 'ObjectPattern' }>
type Member = Extract<AnyNode, { type: 'MemberExpression' }> & { readonly property: { readonly name: string } }

export interface EventReaders {
  /** Sees every node of the query, outer ones first. */
  readonly visit: Visit
  /** @param edited the query as the engine gets it. */
  readers(edited: EditedText): EventReader[]
}

/** @param source the query as written. */
export function collectEventReaders(source: string): EventReaders {
  const watchesItems = mayWatchItems.test(source)
  const candidates = new Map<AnyNode, Candidate>()
  const parents = new Map<AnyNode, AnyNode | undefined>()
  const parentOf = (node: AnyNode): AnyNode | undefined => parents.get(node)

  /** Whether `linkTo` is certainly the language's own. */
  let isLinkToKnown = true

  function readerOf(candidate: Candidate, edited: EditedText): EventReader {
    const text = textOf(candidate, edited)
    const namesLike = (name: string): readonly Identifier[] => candidate.names.get(name) ?? []
    const { ofExpression, ofTarget } = createBodyReads({ parentOf, namesLike }, watchesItems)
    const found: [name: string, read: () => BodyRead][] = [
      ...candidate.reads.map((member): [string, () => BodyRead] => [member.property.name, () => ofExpression(member)]),
      ...candidate.patterns.flatMap(takenMembers).map(([name, target]): [string, () => BodyRead] => [name, () => ofTarget(target)]),
    ]
    const body = found.filter(([name]) => name === 'data' || name === 'body').map(([, read]) => read())
    const linked = candidate.links ? ['sequenceNumber', 'streamId'] : []
    return {
      text,
      members: [...new Set([...linked, ...found.map(([name]) => name)])],
      body: body.reduce<BodyRead | undefined>(joinReads, undefined),
    }
  }

  return {
    visit(node, ancestors) {
      parents.set(node, ancestors.at(-1))
      if (isFunction(node)) candidates.set(node, candidateOf(node, ancestors.at(-1)))
      if (node.type === 'Literal' && node.value === 'linkTo') isLinkToKnown = false
      if (node.type !== 'Identifier') return
      if (mayChangeLinkTo(node, ancestors)) isLinkToKnown = false
      for (const above of ancestors) {
        const candidate = candidates.get(above)
        if (candidate) note(candidate, node, ancestors)
      }
    },
    readers(edited) {
      const found = new Map<string, EventReader>()
      for (const candidate of candidates.values()) {
        if (!candidate.isCertain || (candidate.links && !isLinkToKnown)) continue
        const reader = readerOf(candidate, edited)
        found.set(reader.text, reader)
      }
      return [...found.values()]
    },
  }
}

/** The names by which a script could observe an array's iteration beside the loop's variable. */
const mayWatchItems = /\biterator\b|__proto__|rototypeOf/

function candidateOf(node: FunctionNode, parent: AnyNode | undefined): Candidate {
  const [first, second] = node.params
  const event = second?.type === 'Identifier' ? second : undefined
  const pattern = second?.type === 'ObjectPattern' && takesMembers(second) ? second : undefined
  const start = textStart(node, parent)
  const isCertain = first?.type !== 'RestElement' && (!second || !!event || !!pattern)
  return {
    event,
    start,
    end: node.end,
    patterns: pattern ? [pattern] : [],
    reads: [],
    links: false,
    names: new Map(),
    isCertain,
  }
}

/** The start of a function's text in the engine: that of a method begins with its name. */
export const textStart = (node: FunctionNode, parent: AnyNode | undefined): number =>
  parent?.type === 'Property' && parent.method ? parent.start : node.start

/** @returns a function's text in the engine. */
export const textOf = ({ start, end }: { readonly start: number; readonly end: number }, edited: EditedText): string =>
  edited.text.slice(edited.toNew(start), edited.toNew(end))

function note(candidate: Candidate, node: Identifier, ancestors: readonly AnyNode[]): void {
  const like = candidate.names.get(node.name)
  if (like) like.push(node)
  else candidate.names.set(node.name, [node])
  // Both reach parameters without their names.
  if (node.name === 'arguments' || node.name === 'eval') candidate.isCertain = false
  if (node.name !== candidate.event?.name || node === candidate.event) return
  const use = ancestors.at(-1)
  if (isRead(node, ancestors)) candidate.reads.push(use as Member)
  else if (use?.type === 'VariableDeclarator' && use.init === node && use.id.type === 'ObjectPattern' && takesMembers(use.id)) {
    candidate.patterns.push(use.id)
  } else if (isLinked(node, ancestors)) candidate.links = true
  else candidate.isCertain = false
}

/** Whether it is an argument of `linkTo`. Names in a `with` statement may mean members of its object. */
function isLinked(node: Identifier, ancestors: readonly AnyNode[]): boolean {
  const call = ancestors.at(-1)
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'linkTo') return false
  return (
    call.arguments[1] === node && call.arguments[0]!.type !== 'SpreadElement' && !ancestors.some(({ type }) => type === 'WithStatement')
  )
}

const evaluators = new Set(['eval', 'Function', 'constructor'])

function mayChangeLinkTo(name: Identifier, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-1)
  if (name.name === 'linkTo') return parent?.type !== 'CallExpression' || parent.callee !== name
  return evaluators.has(name.name)
}

const takesMembers = ({ properties }: ObjectPattern): boolean =>
  properties.every((property) => property.type === 'Property' && !property.computed && isMember(property.key))

const takenMembers = ({ properties }: ObjectPattern): [name: string, target: AnyNode][] =>
  properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property.value]] : [],
  )

const isMember = (key: AnyNode): boolean => key.type === 'Identifier' && members.has(key.name)

/** Whether it is the object of a member that is read: neither called, which would pass the object on, nor changed. */
function isRead(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const member = ancestors.at(-1)
  const use = ancestors.at(-2)
  if (member?.type !== 'MemberExpression' || member.object !== node || member.computed || !isMember(member.property)) return false
  return use !== undefined && !isTarget(member, use, ancestors.at(-3))
}
