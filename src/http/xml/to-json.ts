// Converts posted XML into the JSON values that the server's library makes of it, in steps (streams-http §8.4).

import type { JsonValue } from '../../base/json/value.ts'
import { decodeName } from './name.ts'
import type { Steps } from '../../base/time/steps.ts'
import { pause } from '../../base/time/steps.ts'
import type { XmlNode, XmlTree } from './tree.ts'

/** Whether an element is no object: text alone, or nothing. */
const isText = ({ attributes, children }: XmlTree): boolean =>
  attributes.size === 0 && (children.length === 0 || (children.length === 1 && children[0]!.kind === 'text'))

/** `<x/>` is null, `<x></x>` an empty string. */
function textOf({ children: [only], selfClosed }: XmlTree): JsonValue {
  return only?.kind === 'text' ? only.text : selfClosed ? null : ''
}

/**
 * The members of an element, as an object that keeps the order in which their names first appear: children with text alone are strings, all
 * others objects. A comment is dropped; several leave a list of nothing behind.
 */
export function* membersOf({ attributes, children }: XmlTree): Steps<ReadonlyMap<string, JsonValue>> {
  const members = new Map<string, JsonValue>()
  for (const [name, value] of attributes) {
    members.set(`@${decodeName(name)}`, value)
    if (pause()) yield
  }
  const groups = new Map<string, Group>()
  for (const child of children) {
    const name = memberName(child)
    let group = groups.get(name)
    if (group === undefined) groups.set(name, (group = { values: [], nodes: 0 }))
    group.nodes += 1
    if (child.kind === 'element') group.values.push(isText(child) ? textOf(child) : yield* membersOf(child))
    else if (child.kind !== 'comment') group.values.push(child.text)
    if (pause()) yield
  }
  for (const [name, { values, nodes }] of groups) {
    if (nodes > 1) members.set(name, values)
    else if (values.length === 1) members.set(name, values[0])
    if (pause()) yield
  }
  return members
}

/** Children of one name. */
interface Group {
  readonly values: JsonValue[]
  /** With comments, which have no value. */
  nodes: number
}

function memberName(node: XmlNode): string {
  if (node.kind === 'element') return decodeName(node.name)
  if (node.kind === 'comment') return '#comment'
  if (node.kind === 'instruction') return `?${node.name}`
  return node.kind === 'cdata' ? '#cdata-section' : '#text'
}
