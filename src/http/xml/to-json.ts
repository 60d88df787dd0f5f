// Converts posted XML into the JSON values that the server's library makes of it (streams-http §8.4).

import type { JsonValue } from '../../base/json/value.ts'
import { decodeName } from './name.ts'
import type { XmlNode, XmlTree } from './tree.ts'

/**
 * Text alone is a string, `<x/>` is null, `<x></x>` an empty string; everything else an object whose members keep the order
 * in which their names first appear.
 */
export function jsonOf(element: XmlTree): JsonValue {
  const { attributes, children } = element
  const [only] = children
  if (attributes.size === 0) {
    if (only === undefined) return element.selfClosed ? null : ''
    if (children.length === 1 && only.kind === 'text') return only.text
  }
  return membersOf(element)
}

/** The same for an element that is an object whatever it holds. A comment is dropped; several leave a list of nothing behind. */
export function membersOf({ attributes, children }: XmlTree): ReadonlyMap<string, JsonValue> {
  const members = new Map<string, JsonValue>([...attributes].map(([name, value]) => [`@${decodeName(name)}`, value]))
  for (const [name, nodes] of Map.groupBy(children, memberName)) {
    const values = nodes.filter(isMember).map((node) => (node.kind === 'element' ? jsonOf(node) : node.text))
    if (nodes.length > 1) members.set(name, values)
    else if (values.length === 1) members.set(name, values[0])
  }
  return members
}

type Member = Exclude<XmlNode, { kind: 'comment' }>

const isMember = (node: XmlNode): node is Member => node.kind !== 'comment'

function memberName(node: XmlNode): string {
  if (node.kind === 'element') return decodeName(node.name)
  if (node.kind === 'comment') return '#comment'
  if (node.kind === 'instruction') return `?${node.name}`
  return node.kind === 'cdata' ? '#cdata-section' : '#text'
}
