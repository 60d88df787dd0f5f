// The parts that views of blocks have in common.

import type { PageElement, PageNode } from './tree.ts'
import { element } from './tree.ts'

/** Without a heading: the page has its own order of them. */
export const part = (label: string, ...content: readonly PageNode[]): PageElement =>
  element('div', { class: 'rillbox-part' }, labelOf(label), ...content)

export const labelOf = (label: string): PageElement => element('p', { class: 'rillbox-label' }, element('strong', {}, label))

/** Long lines scroll, for which keyboards need the focus. */
export const code = (...content: readonly (PageNode | string)[]): PageElement => element('pre', { tabindex: '0' }, ...content)
