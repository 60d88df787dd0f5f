// Finds the functions of a query that only read members of events from their second parameter.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import { eventMembers } from '../event-members.ts'
import type { KnownReader } from '../language/settings.ts'
import type { BodyRead } from './body-reads.ts'
import { BodyReads, isRead, joinReads } from './body-reads.ts'
import type { Identifier, PlannedTree } from './planned-tree.ts'
import { areUsedBesideCalls, identifiersIn, textInEngine } from './planned-tree.ts'

/** A handler that cannot tell a real event from an object that has the members it reads. */
export interface EventReader extends KnownReader {
  /** The parts of the body that it reads; undefined for none. */
  readonly body: BodyRead | undefined
}

const readable = new Set<string>([...eventMembers, 'created'])

/**
 * Finds functions whose second parameter is absent, a pattern of members, or a name that appears only as `name.member`, as the source of
 * a pattern in a declaration, or as the event given to `linkTo`. Gives a function up for any other use of the name, for `arguments` and
 * `eval`, and for rest parameters and defaults; and those that call `linkTo` where the script may have replaced it. Functions are told apart
 * by their texts alone, so the tree says nothing about which of them become handlers.
 */
export function findEventReaders(tree: PlannedTree): EventReader[] {
  const { program, text } = tree
  const watchesItems = mayWatchItems.test(text)
  const isLinkToKnown = !mayReachGlobals(program) && !areUsedBesideCalls(tree, linkTo)
  const found = new Map<string, EventReader>()
  walk(program, (node) => {
    const reader = isFunction(node) ? readerOf(node, tree, watchesItems, isLinkToKnown) : undefined
    if (reader) found.set(reader.text, reader)
  })
  return [...found.values()]
}

/** The names by which a script could observe an array's iteration beside the loop's variable. */
const mayWatchItems = /\biterator\b|__proto__|rototypeOf/

const linkTo = new Set(['linkTo'])

/** Whether a script may get hold of the global object, and so replace `linkTo` without naming it: no text can be evaluated. */
function mayReachGlobals(program: AnyNode): boolean {
  let isFound = false
  walk(program, (node) => {
    isFound ||= node.type === 'ThisExpression' || (node.type === 'Identifier' && node.name === 'globalThis')
  })
  return isFound
}

function readerOf(node: FunctionNode, tree: PlannedTree, watchesItems: boolean, isLinkToKnown: boolean): EventReader | undefined {
  const { parentOf } = tree
  const names = Map.groupBy(identifiersIn(node), ({ name }) => name)
  // Both reach parameters without their names.
  if (names.has('arguments') || names.has('eval')) return undefined
  const parts = new BodyReads({ parentOf, namesLike: (name) => names.get(name) ?? [], watchesItems })
  const members = new Set<string>()
  let body: BodyRead | undefined

  function note(member: string, read: () => BodyRead): true {
    members.add(member)
    if (member === 'data' || member === 'body') body = joinReads(body, read())
    return true
  }

  /** Notes the members that the pattern takes. @returns false if it takes more, or none: that only checks that there is an event. */
  const notePattern = (pattern: AnyNode): boolean =>
    pattern.type === 'ObjectPattern' &&
    pattern.properties.length > 0 &&
    pattern.properties.every((property) => {
      const member = property.type === 'Property' ? memberOf(property.key, property.computed) : undefined
      return member !== undefined && note(member, () => parts.ofTarget((property as Property).value))
    })

  /** Notes what the use of the event's name reads. @returns false if it may do more. */
  function noteUse(name: Identifier): boolean {
    const use = parentOf(name)
    if (use?.type === 'VariableDeclarator') return use.init === name && notePattern(use.id)
    if (use?.type === 'MemberExpression' && !use.optional) {
      const member = use.object === name ? memberOf(use.property, use.computed) : undefined
      return member !== undefined && isRead(use, parentOf) && note(member, () => parts.ofExpression(use))
    }
    if (!isLinkToKnown || !isLinked(name, parentOf)) return false
    members.add('sequenceNumber').add('streamId')
    return true
  }

  const [first, event] = node.params
  if (first?.type === 'RestElement') return undefined
  const isReader =
    event?.type === 'Identifier' ? names.get(event.name)!.every((name) => name === event || noteUse(name)) : !event || notePattern(event)
  return isReader ? { text: textInEngine(node, tree), members: [...members], body } : undefined
}

type Property = Extract<AnyNode, { type: 'Property' }>

/** @returns the member of events that the key names. */
const memberOf = (key: AnyNode, isComputed: boolean): string | undefined =>
  !isComputed && key.type === 'Identifier' && readable.has(key.name) ? key.name : undefined

type ParentOf = PlannedTree['parentOf']

/** Whether it is an argument of `linkTo`. Names in a `with` statement may mean members of its object. */
function isLinked(name: Identifier, parentOf: ParentOf): boolean {
  const call = parentOf(name)
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'linkTo') return false
  if (call.arguments[1] !== name || call.arguments[0]!.type === 'SpreadElement') return false
  for (let above: AnyNode | undefined = call; above; above = parentOf(above)) if (above.type === 'WithStatement') return false
  return true
}
