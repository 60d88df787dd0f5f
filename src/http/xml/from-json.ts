// Converts JSON values into XML elements the way the server's library does (streams-http §7.4).

import { Double, isJsonObject } from '../../base/json/value.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { writeDouble } from '../../base/json/write.ts'
import type { XmlContent, XmlElement } from './element.ts'
import { respelledDate } from '../../streams/metadata/dotnet-dates.ts'
import type { Steps } from '../../base/time/steps.ts'
import { pause } from '../../base/time/steps.ts'
import type { Namespaces, QualifiedName } from './namespaces.ts'
import { addDeclarations, declaredBy, outermost, qualifiedName } from './namespaces.ts'

type Member = readonly [name: string, value: JsonDocument]
type Attribute = readonly [name: string, text: string]
type Known = ReadonlyMap<string, string>

/**
 * The elements that a member of an object becomes: none for an empty array, several for an array of several.
 *
 * @param namespaces the same for all members of an object.
 * @returns undefined where something has no XML form, for example a member with an empty name.
 */
export function* elementsOf(name: string, value: JsonDocument, namespaces: Namespaces = outermost()): Steps<XmlElement[] | undefined> {
  const elements = converted(name, value, namespaces)
  return isWork(elements) ? yield* elements : elements
}

/** Scalars, which most members are, at once: a generator for each would take longer than converting it. */
function converted(name: string, value: JsonDocument, namespaces: Namespaces): Elements {
  if (isList(value)) return allOf(value, (item) => (isList(item) ? nested(name, item, namespaces) : converted(name, item, namespaces)))
  if (hasMembers(value)) return objectElement(name, value, namespaces)
  const element = scalarElement(name, value, namespaces)
  return element && [element]
}

type Elements = XmlElement[] | undefined | Steps<XmlElement[] | undefined>

const isWork = <T>(value: readonly T[] | undefined | Steps<T[] | undefined>): value is Steps<T[] | undefined> =>
  value !== undefined && 'next' in value

/** Converts all, because each may declare namespaces for those behind it. @returns undefined where one has no form. */
export function* allOf<Item, Converted>(
  items: Iterable<Item>,
  convert: (item: Item) => readonly Converted[] | undefined | Steps<Converted[] | undefined>,
): Steps<Converted[] | undefined> {
  const found: Converted[] = []
  let haveForms = true
  for (const item of items) {
    const some = convert(item)
    const forms = isWork(some) ? yield* some : some
    if (forms) for (const each of forms) found.push(each)
    else haveForms = false
    if (pause()) yield
  }
  return haveForms ? found : undefined
}

/** An array in an array becomes an element of the same name around its items. */
function* nested(name: string, items: readonly JsonDocument[], namespaces: Namespaces): Steps<XmlElement[] | undefined> {
  const opened = open(qualifiedName(name, namespaces.known), [], namespaces)
  const content = opened && (yield* elementsOf(name, items, { ...namespaces, written: opened.written }))
  return content && [{ ...opened.element, ...(content.length > 0 && { content }) }]
}

function scalarElement(name: string, value: Scalar, namespaces: Namespaces): XmlElement | undefined {
  const element = open(elementName(name, namespaces.known), [], namespaces)?.element
  return element && { ...element, ...(value !== null && value !== undefined && { content: scalarText(value) }) }
}

function* objectElement(name: string, value: object, namespaces: Namespaces): Steps<XmlElement[] | undefined> {
  const members = yield* listedMembers(value)
  const leading = leadingAttributes(members, namespaces.known)
  const first = members.findIndex(([member]) => !isAttribute(member))
  const others = first < 0 ? [] : members.slice(first)
  const known = new Map(namespaces.known)
  const attributes = others.filter(([member]) => isAttribute(member))
  const later = laterAttributes(attributes, known)
  const opened = leading && later && open(elementName(name, known), [...leading, ...later], namespaces)
  if (!opened) return undefined
  const inside = { known, inherited: namespaces.known, written: opened.written }
  const elements = attributes.length === 0 ? others : others.filter(([member]) => !isAttribute(member))
  const content = yield* allOf(elements, (member) => contentOf(member, inside))
  // A default namespace ends with the object that declares it; a prefix stays known to the members behind.
  namespaces.known.set('', namespaces.inherited.get('') ?? '')
  return content && [{ ...opened.element, ...(content.length > 0 && { content }) }]
}

function* listedMembers(value: object): Steps<Member[]> {
  const members: Member[] = []
  for (const member of isJsonObject(value) ? value : (Object.entries(value) as Member[])) {
    members.push(member)
    if (pause()) yield
  }
  return members
}

/** @returns the element without its content, and the declarations in force for its content. */
function open(name: QualifiedName | undefined, attributes: readonly Attribute[], { known, written }: Namespaces) {
  const names = attributes.map(([attribute]) => qualifiedName(attribute, known))
  if (!name || name.prefix === 'xmlns' || !names.every((each) => each !== undefined) || attributes.some(declaresNothing)) return undefined
  const texts = new Map(attributes.map(([, text], index) => [names[index]!.name, text]))
  const used = [...names.filter(({ prefix }) => prefix !== '' && !prefix.startsWith('xml')), name]
  const inside = addDeclarations(texts, used, written)
  return { element: { name: name.name, ...(texts.size > 0 && { attributes: Object.fromEntries(texts) }) }, written: inside }
}

// ---- members that the library writes for references and types; they have a namespace of its own

const libraryNamespace = 'http://james.newtonking.com/projects/json'
const libraryAttributes = ['$id', '$ref', '$type', '$value']

const isLibraryMember = (name: string): boolean => name === '$values' || libraryAttributes.includes(name)

const libraryPrefix = (known: Known): string | undefined => [...known].findLast(([, namespace]) => namespace === libraryNamespace)?.[0]

function freePrefix(known: Known): string {
  let prefix = 'json'
  for (let number = 1; known.has(prefix); number++) prefix = `json${number}`
  return prefix
}

/** `$values` is in the library's namespace, as the default of its element, where that has a prefix. */
function elementName(name: string, known: Known): QualifiedName | undefined {
  if (name !== '$values') return qualifiedName(name, known)
  const namespace = libraryPrefix(known) === undefined ? (known.get('') ?? '') : libraryNamespace
  return { name: 'values', prefix: '', namespace }
}

// ---- attributes

const isAttribute = (name: string): boolean => name.startsWith('@') || libraryAttributes.includes(name)

/** A prefix without a namespace. */
const declaresNothing = ([name, text]: Attribute): boolean => Boolean(declaredBy(name)) && text === ''

function attributeName(name: string, known: Known): string {
  const prefix = name.startsWith('$') ? libraryPrefix(known) : undefined
  return prefix === undefined ? name.slice(1) : `${prefix}:${name.slice(1)}`
}

/** Reads the attributes before the first other member, and adds the prefixes that they declare. */
function leadingAttributes(members: readonly Member[], known: Map<string, string>): Attribute[] | undefined {
  const attributes: Attribute[] = []
  for (const [name, value] of members) {
    if (isLibraryMember(name) && libraryPrefix(known) === undefined) {
      const prefix = freePrefix(known)
      known.set(prefix, libraryNamespace)
      attributes.push([`xmlns:${prefix}`, libraryNamespace])
    }
    if (!isAttribute(name)) break
    const attribute = attributeName(name, known)
    const text = typeof value === 'boolean' && name.startsWith('$') ? (value ? 'True' : 'False') : textOf(value)
    const declared = declaredBy(attribute)
    const isRepeated = attributes.some(([other]) => other === attribute)
    if (text === undefined || isRepeated || (declared !== undefined && value === null)) return undefined
    if (declared !== undefined) known.set(declared, text)
    attributes.push([attribute, text])
  }
  return attributes
}

/** Reads the attributes among other members: each item of a list is one, and the last of them stays. */
function laterAttributes(attributes: readonly Member[], known: Known): Attribute[] | undefined {
  return flattened(
    attributes.map(([name, value]) => {
      const texts = (isList(value) ? value : [value]).map(textOf)
      return texts.every((text) => text !== undefined) ? texts.map((text) => [attributeName(name, known), text] as const) : undefined
    }),
  )
}

// ---- content

/** Members that are no elements, by their names or the sign before them, and elements. */
const contentOf = ([name, value]: Member, namespaces: Namespaces): XmlContent[] | undefined | Steps<XmlContent[] | undefined> =>
  isSpecial(name) ? specialContent(name, value) : converted(name, value, namespaces)

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

// ---- values

type Scalar = null | undefined | string | number | bigint | boolean | Double

const isList = (value: JsonDocument): value is readonly JsonDocument[] => Array.isArray(value)

const hasMembers = (value: Exclude<JsonDocument, readonly JsonDocument[]>): value is Exclude<typeof value, Scalar> =>
  typeof value === 'object' && value !== null && !(value instanceof Double)

function scalarText(value: NonNullable<Scalar>): string {
  if (typeof value === 'string') return respelledDate(value) ?? value
  return value instanceof Double ? writeDouble(value.value).replaceAll(/^"|"$/g, '').replace(/\.0$/, '') : String(value)
}

function textOf(value: JsonDocument): string | undefined {
  if (isList(value) || hasMembers(value)) return undefined
  return value === null || value === undefined ? '' : scalarText(value)
}

const flattened = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
  lists.every((list) => list !== undefined) ? lists.flat() : undefined
