// The form of posted XML once it is read: elements with their attributes, pieces of text, CDATA sections, instructions and comments.

export type XmlNode =
  | XmlTree
  | { readonly kind: 'comment' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cdata'; readonly text: string }
  | { readonly kind: 'instruction'; readonly name: string; readonly text: string }

export interface XmlTree {
  readonly kind: 'element'
  /** With its prefix. */
  readonly name: string
  /** In the order they were written; declarations of namespaces are among them. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  /** Written as `<x/>`. */
  readonly selfClosed: boolean
}

export type XmlOutcome =
  | {
      readonly kind: 'elements'
      readonly roots: readonly XmlTree[]
      /** How many elements are nested at most. */
      readonly depth: number
    }
  | { readonly kind: 'malformed' }

export const isElement = (node: XmlNode): node is XmlTree => node.kind === 'element'
