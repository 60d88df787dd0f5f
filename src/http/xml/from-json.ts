// Converts JSON values into XML elements the way the reference's library does (streams-http §7.4).

import { Double, isJsonObject } from '../../base/json/value.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { writeDouble } from '../../base/json/write.ts'
import type { XmlElement } from './element.ts'
import { encodeName } from './name.ts'

/**
 * The elements that a member of an object becomes: none for an empty array, several for an array of several.
 *
 * @returns undefined where something has no XML form, such as a member with an empty name.
 */
export function elementsOf(name: string, value: JsonDocument): XmlElement[] | undefined {
  if (name === '') return undefined
  if (isList(value)) return flattened(value.map((item) => (isList(item) ? nested(name, item) : elementsOf(name, item))))
  const element = { name: encodeName(name) }
  if (value === null || value === undefined) return [element]
  if (typeof value !== 'object' || value instanceof Double) return [{ ...element, content: scalarText(value) }]
  const inside = contentOf(membersOf(value))
  return inside && [{ ...element, ...inside }]
}

export function scalarText(value: string | number | bigint | boolean | Double): string {
  return value instanceof Double ? writeDouble(value.value).replace(/^"|"$/g, '').replace(/\.0$/, '') : String(value)
}

const isList = (value: JsonDocument): value is readonly JsonDocument[] => Array.isArray(value)

/** An array in an array becomes an element of the same name around its items. */
function nested(name: string, items: readonly JsonDocument[]): XmlElement[] | undefined {
  const content = elementsOf(name, items)
  return content && [{ name: encodeName(name), ...(content.length > 0 && { content }) }]
}

const membersOf = (value: object): [string, JsonDocument][] =>
  isJsonObject(value) ? [...value] : (Object.entries(value) as [string, JsonDocument][])

function contentOf(members: readonly (readonly [string, JsonDocument])[]): Pick<XmlElement, 'attributes' | 'content'> | undefined {
  const attributes: Record<string, string> = {}
  const content: (XmlElement | string)[] = []
  for (const [name, value] of members) {
    if (name.startsWith('@') || name === '#text') {
      const text = attributeText(value)
      if (text === undefined || name === '@') return undefined
      if (name === '#text') content.push(text)
      else attributes[encodeName(name.slice(1))] = text
      continue
    }
    const elements = elementsOf(name, value)
    if (!elements) return undefined
    content.push(...elements)
  }
  return { attributes, ...(content.length > 0 && { content }) }
}

function attributeText(value: JsonDocument): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && !(value instanceof Double)) return undefined
  return scalarText(value)
}

const flattened = (lists: readonly (readonly XmlElement[] | undefined)[]): XmlElement[] | undefined =>
  lists.every((list) => list !== undefined) ? lists.flat() : undefined
