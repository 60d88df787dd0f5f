// Finds blocks of code in a tree of Markdown, and puts HTML in their place: as elements, or as JSX where a page is written in MDX.

import type { Fence } from '../blocks/block.ts'
import { hiddenFences } from '../blocks/hidden-fences.ts'
import type { PageElement, PageNode } from './tree.ts'

/** As much of a node of mdast as is needed. */
export interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  value?: string
  lang?: string | null
  meta?: string | null
  position?: { readonly start: { readonly line: number }; readonly end: { readonly line: number; readonly column: number } }
  data?: object
}

/** In the order of the page. */
export const codeNodes = (node: MarkdownNode): MarkdownNode[] => nodesOf(node, 'code')

/** Of the page's HTML. */
export const fencesInHtml = (node: MarkdownNode): Fence[] =>
  nodesOf(node, 'html').flatMap(({ value = '', position }) => hiddenFences(value, position?.start.line ?? 1))

const nodesOf = (node: MarkdownNode, type: string): MarkdownNode[] =>
  node.type === type ? [node] : (node.children ?? []).flatMap((child) => nodesOf(child, type))

export function fenceOf({ lang, meta, value = '', position }: MarkdownNode): Fence {
  const { start, end } = position ?? { start: { line: 1 } }
  // A block without a closing fence ends where the document, or the list or quote around it, ends.
  const isUnended = value !== '' && end !== undefined && (end.column === 1 || end.line - start.line === value.split('\n').length)
  return {
    line: start.line,
    info: [lang, meta].filter(Boolean).join(' '),
    code: value === '' ? '' : `${value}\n`,
    ...(isUnended && { flaw: 'unended' }),
  }
}

/** As much of a processor of unified as is needed. */
export interface MarkdownProcessor {
  data(): object
  readonly attachers?: readonly (readonly [plugin: unknown, ...options: unknown[]])[]
}

/** Whether a page becomes JSX: its processor reads MDX, or writes as MDX does. */
export function writesJsx(processor: MarkdownProcessor): boolean {
  const { fromMarkdownExtensions = [] } = processor.data() as { fromMarkdownExtensions?: readonly unknown[] }
  const reads = fromMarkdownExtensions.flat(9).some((extension) => {
    const { enter } = extension as { readonly enter?: object }
    return enter !== undefined && 'mdxJsxFlowTag' in enter
  })
  return reads || (processor.attachers ?? []).some(([plugin]) => typeof plugin === 'function' && plugin.name === 'rehypeRecma')
}

/** The bridge to HTML makes an element of a node that it does not know, as its data say. */
export function replaceCode(node: MarkdownNode, element: PageElement, isJsx: boolean): void {
  const { tagName, properties, children } = elementOf(element, isJsx)
  for (const name of ['value', 'lang', 'meta'] as const) delete node[name]
  node.type = 'rillboxBlock'
  node.data = { hName: tagName, hProperties: properties, hChildren: children }
}

/** An element as hast has it. */
interface HastElement {
  readonly type: 'element'
  readonly tagName: string
  readonly properties: Readonly<Record<string, string | readonly string[]>>
  readonly children: readonly object[]
}

const elementOf = ({ tagName, attributes, children }: PageElement, isJsx: boolean): HastElement => ({
  type: 'element',
  tagName,
  properties: Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => (name === 'class' ? ['className', value.split(' ')] : [camelCase(name), value])),
  ),
  children: children.map((child) => nodeOf(child, isJsx)),
})

const jsxNames: Readonly<Record<string, string>> = { class: 'className', tabindex: 'tabIndex', checked: 'defaultChecked' }

/** As JSX: sites replace `pre` of Markdown by a component for code, but not that of JSX; and JSX tells an initial `checked` from a fixed one. */
const inJsx = ['pre', 'input']

const nodeOf = (node: PageNode, isJsx: boolean): object => {
  if (node.type === 'text') return node
  if (!isJsx || !inJsx.includes(node.tagName)) return elementOf(node, isJsx)
  const children = node.children.map((child) => nodeOf(child, isJsx))
  const attributes = Object.entries(node.attributes).map(([name, value]) => ({
    type: 'mdxJsxAttribute',
    name: jsxNames[name] ?? name,
    value,
  }))
  return { type: 'mdxJsxFlowElement', name: node.tagName, attributes, children, data: { _mdxExplicitJsx: true } }
}

const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
