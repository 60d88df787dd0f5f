// Decides the namespaces of names that come from JSON, and which of them an element has to declare (streams-http §7.4).

import { encodeName } from './name.ts'

/** Namespaces by prefix; that of the empty prefix is the default. */
export interface Namespaces {
  /** What members have declared: from there on, a prefix is known to all later members of the same object. */
  readonly known: Map<string, string>
  /** The namespaces known in front of the object. */
  readonly inherited: ReadonlyMap<string, string>
  /** What elements further out declare in the document. */
  readonly written: ReadonlyMap<string, string>
}

/** A name as it is written. */
export interface QualifiedName {
  readonly name: string
  readonly prefix: string
  readonly namespace: string
}

const always = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
])

export const outermost = (): Namespaces => ({ known: new Map(always), inherited: always, written: new Map() })

/** A prefix without a namespace is left out. @returns undefined for a name that cannot be written. */
export function qualifiedName(name: string, known: ReadonlyMap<string, string>): QualifiedName | undefined {
  const [local = '', prefix = '', ...more] = name.split(':').toReversed()
  if (local === '' || more.length > 0 || name.startsWith(':')) return undefined
  const namespace = known.get(prefix) ?? ''
  const encoded = encodeName(name)
  return prefix === '' || namespace !== ''
    ? { name: encoded, prefix, namespace }
    : { name: encoded.slice(encoded.indexOf(':') + 1), prefix: '', namespace }
}

/** @returns the prefix that an attribute declares, empty for the default namespace; undefined for other attributes. */
export const declaredBy = (attribute: string): string | undefined => /^xmlns(?::|$)(.*)$/su.exec(attribute)?.[1]

/**
 * Adds the declarations that an element needs and does not have.
 *
 * @param attributes of the element.
 * @param used in the name of the element and those of its attributes.
 * @param written see `Namespaces`.
 * @returns the declarations in force for the content of the element.
 */
export function addDeclarations(
  attributes: Map<string, string>,
  used: readonly QualifiedName[],
  written: Namespaces['written'],
): Namespaces['written'] {
  const inside = new Map(written)
  for (const [name, text] of attributes) {
    const declared = declaredBy(name)
    if (declared !== undefined) inside.set(declared, text)
  }
  for (const { prefix, namespace } of used) {
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
    // A declaration that contradicts the name is written, but does not count.
    if ((inside.get(prefix) ?? '') !== namespace && !attributes.has(declaration)) attributes.set(declaration, namespace)
    inside.set(prefix, namespace)
  }
  return inside
}
