// Converts JSON values into XML elements the way the reference's library does (streams-http §7.4).

import { Double, isJsonObject } from '../../base/json/value.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { writeDouble } from '../../base/json/write.ts'
import type { XmlContent, XmlElement } from './element.ts'
import { respelledDate } from '../../streams/metadata/dotnet-dates.ts'
import { encodeName, hasDeclaredPrefix } from './name.ts'

/** Prefixes that names may have where no namespace is declared. */
const builtInPrefixes: ReadonlySet<string> = new Set(['xml'])

/**
 * The elements that a member of an object becomes: none for an empty array, several for an array of several.
 *
 * @param prefixes that are declared further out.
 * @returns undefined where something has no XML form, such as a member with an empty name.
 */
export function elementsOf(name: string, value: JsonDocument, prefixes = builtInPrefixes): XmlElement[] | undefined {
  if (name === '') return isList(value) && value.length === 0 ? [] : undefined
  if (isList(value)) return flattened(value.map((item) => (isList(item) ? nested(name, item, prefixes) : elementsOf(name, item, prefixes))))
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Double)
  const members = isObject ? membersOf(value) : []
  const inner = withDeclared(prefixes, members)
  const element = { name: encodeName(name) }
  if (!hasDeclaredPrefix(name, inner)) return undefined
  if (value === null || value === undefined) return [element]
  if (!isObject) return [{ ...element, content: scalarText(value) }]
  const inside = contentOf(members, inner)
  return inside && [{ ...element, ...inside }]
}

function scalarText(value: string | number | bigint | boolean | Double): string {
  if (typeof value === 'string') return respelledDate(value) ?? value
  return value instanceof Double ? writeDouble(value.value).replaceAll(/^"|"$/g, '').replace(/\.0$/, '') : String(value)
}

const isList = (value: JsonDocument): value is readonly JsonDocument[] => Array.isArray(value)

/** An array in an array becomes an element of the same name around its items. */
function nested(name: string, items: readonly JsonDocument[], prefixes: ReadonlySet<string>): XmlElement[] | undefined {
  const content = elementsOf(name, items, prefixes)
  return content && [{ name: encodeName(name), ...(content.length > 0 && { content }) }]
}

type Member = readonly [name: string, value: JsonDocument]

const membersOf = (value: object): readonly Member[] => (isJsonObject(value) ? [...value] : (Object.entries(value) as Member[]))

/** A member `@xmlns:p` declares the prefix `p` for the element and everything in it. */
function withDeclared(prefixes: ReadonlySet<string>, members: readonly Member[]): ReadonlySet<string> {
  const declared = members.filter(([name]) => name.startsWith('@xmlns:')).map(([name]) => name.slice('@xmlns:'.length))
  return declared.length > 0 ? new Set([...prefixes, ...declared, 'xmlns']) : prefixes
}

/** Members that are no elements, by their names or the sign before them. */
function contentOf(members: readonly Member[], prefixes: ReadonlySet<string>): Pick<XmlElement, 'attributes' | 'content'> | undefined {
  const attributes: Record<string, string> = {}
  const content: XmlContent[] = []
  const firstOther = members.findIndex(([name]) => !name.startsWith('@'))
  for (const [index, [name, value]] of members.entries()) {
    if (name.startsWith('@')) {
      if (name === '@' || !hasDeclaredPrefix(name.slice(1), prefixes)) return undefined
      // Behind other members each item of a list is an attribute of its own, and the last of them stays.
      for (const item of isList(value) && firstOther >= 0 && index > firstOther ? value : [value]) {
        const text = textOf(item)
        if (text === undefined) return undefined
        attributes[encodeName(name.slice(1))] = text
      }
      continue
    }
    const contents = isSpecial(name) ? specialContent(name, value) : elementsOf(name, value, prefixes)
    if (!contents) return undefined
    content.push(...contents)
  }
  return { attributes, ...(content.length > 0 && { content }) }
}

const textNames = ['#text', '#whitespace', '#significant-whitespace']

const isSpecial = (name: string): boolean =>
  textNames.includes(name) || name === '#cdata-section' || name.startsWith('?') || name === '!DOCTYPE'

/** Turns stored text, CDATA sections and instructions back into their posted form. */
function specialContent(name: string, value: JsonDocument): XmlContent[] | undefined {
  if (isList(value)) return flattened(value.map((item) => (isList(item) ? undefined : specialContent(name, item))))
  const text = textOf(value)
  if (text === undefined || name === '!DOCTYPE' || name === '?xml') return undefined
  if (textNames.includes(name)) return [text]
  return [{ markup: name.startsWith('?') ? `<?${name.slice(1)} ${text}?>` : `<![CDATA[${text}]]>` }]
}

function textOf(value: JsonDocument): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && !(value instanceof Double)) return undefined
  return scalarText(value)
}

const flattened = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
  lists.every((list) => list !== undefined) ? lists.flat() : undefined
