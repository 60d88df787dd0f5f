// Lays out a query: one statement per line, indented by its depth. Changes nothing but white space.

import { javascriptLanguage } from '@codemirror/lang-javascript'
import beautify from 'js-beautify/js/lib/beautify.js'
import type { Node } from '../../language/completion/completion-place.ts'

/** @returns undefined for a text with a syntax error, and where another layout would change its meaning. */
export function formatQuery(text: string): string | undefined {
  const tree = javascriptLanguage.parser.parse(text)
  if (hasError(tree.topNode)) return undefined
  const options = {
    indent_size: 2,
    brace_style: 'collapse,preserve-inline',
    max_preserve_newlines: 2,
    end_with_newline: text.endsWith('\n'),
  }
  const formatted = beautify.js_beautify(withOpenBlocks(text, tree.topNode), options)
  return essence(text) === essence(formatted) ? formatted : undefined
}

function hasError(node: Node): boolean {
  let isBroken = false
  node.cursor().iterate(({ type }) => {
    if (type.isError) isBroken = true
    return !isBroken
  })
  return isBroken
}

/** Breaks the line in blocks of several statements: on one line, the formatter would leave them there. */
function withOpenBlocks(text: string, root: Node): string {
  const breaks: number[] = []
  root.cursor().iterate(({ node }) => {
    const isOnOneLine = node.name === 'Block' && !text.slice(node.from, node.to).includes('\n')
    if (isOnOneLine && (statementsIn(node) > 1 || node.to - node.from > longestLine)) breaks.push(node.from + 1)
  })
  let broken = text
  for (const at of breaks.toReversed()) broken = `${broken.slice(0, at)}\n${broken.slice(at)}`
  return broken
}

const longestLine = 80

function statementsIn(block: Node): number {
  let count = 0
  for (let child = block.firstChild; child; child = child.nextSibling) if (!/^[{};]$|Comment$/.test(child.name)) count++
  return count
}

/** The structure of a text, and its words without the white space between them: equal for texts that differ in layout only. */
function essence(text: string): string {
  const parts: string[] = []
  javascriptLanguage.parser
    .parse(text)
    .topNode.cursor()
    .iterate(({ node, name }) => {
      const isComment = name.endsWith('Comment')
      const content = text.slice(node.from, node.to)
      parts.push(node.firstChild ? name : `${name} ${isComment ? content.replace(/\s+/g, ' ').trim() : content}`)
      return true
    })
  return parts.join('\n')
}

/** The offset in a text of another layout that stands behind the same character. */
export function sameOffset(from: string, offset: number, to: string): number {
  const wanted = from.slice(0, offset).replace(/\s/g, '').length
  let seen = 0
  for (let at = 0; at < to.length; at++) {
    if (seen === wanted) return at
    if (/\S/.test(to[at]!)) seen++
  }
  return to.length
}
