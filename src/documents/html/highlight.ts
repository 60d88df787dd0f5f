// Marks the tokens of queries, modules and JSON with classes, as a strict content security policy allows.

import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser as javascript } from '@lezer/javascript'
import type { PageNode } from './tree.ts'
import { element, text } from './tree.ts'

const marks = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword], class: 'rillbox-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'rillbox-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'rillbox-number' },
  { tag: tags.comment, class: 'rillbox-comment' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'rillbox-name' },
])

const parsers = {
  query: javascript.configure({ top: 'Script' }),
  module: javascript,
  json: javascript.configure({ top: 'SingleExpression' }),
}

export function highlighted(code: string, language: keyof typeof parsers): PageNode[] {
  const nodes: PageNode[] = []
  const put = (piece: string, classes: string): void => {
    nodes.push(classes === '' ? text(piece) : element('span', { class: classes }, piece))
  }
  highlightCode(code, parsers[language].parse(code), marks, put, () => put('\n', ''))
  return nodes
}
