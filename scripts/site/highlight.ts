// Marks the tokens of code in the documentation with classes, which a strict content security policy allows.

import { parser as css } from '@lezer/css'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser as html } from '@lezer/html'
import { parser as javascript } from '@lezer/javascript'
import type { Parser } from '@lezer/common'
import { parseMixed } from '@lezer/common'

/** Few: the page's styles name each of them. */
const marks = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.tagName], class: 'tok-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.regexp], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'tok-number' },
  { tag: [tags.comment], class: 'tok-comment' },
  { tag: [tags.propertyName, tags.attributeName, tags.typeName, tags.className], class: 'tok-name' },
])

const script = javascript.configure({ top: 'Script' })
const json = javascript.configure({ top: 'SingleExpression' })
const typescript = javascript.configure({ dialect: 'ts' })

const mixedHtml = html.configure({
  wrap: parseMixed((node, input) => {
    if (node.name === 'StyleText') return { parser: css }
    if (node.name !== 'ScriptText') return null
    const opening = node.node.parent?.firstChild
    const isJson = opening ? /type="application\/json"/.test(input.read(opening.from, opening.to)) : false
    return { parser: isJson ? json : script }
  }),
})

const parsers: Readonly<Record<string, Parser>> = {
  js: script,
  ts: typescript,
  jsx: javascript.configure({ dialect: 'jsx' }),
  tsx: javascript.configure({ dialect: 'jsx ts' }),
  json,
  html: mixedHtml,
  vue: mixedHtml,
  svelte: mixedHtml,
  css,
}

/** @returns HTML. Code in a language that is not known stays as it is. */
export function highlight(code: string, language: string): string {
  if (language === 'sh') return highlightShell(code)
  const parser = parsers[language]
  if (!parser) return escapeHtml(code)
  let marked = ''
  const put = (text: string, classes: string): void => {
    marked += classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`
  }
  highlightCode(code, parser.parse(code), marks, put, () => (marked += '\n'))
  return marked
}

const shellToken = /(?<comment>(?:^|(?<=\s))#.*$)|(?<string>'[^']*'|"[^"]*")|(?<option>(?<=\s)--?[a-z][\w-]*)/gm

function highlightShell(code: string): string {
  let marked = ''
  let end = 0
  for (const token of code.matchAll(shellToken)) {
    const { comment, string } = token.groups!
    const kind = comment === undefined ? (string === undefined ? 'name' : 'string') : 'comment'
    marked += `${escapeHtml(code.slice(end, token.index))}<span class="tok-${kind}">${escapeHtml(token[0])}</span>`
    end = token.index + token[0].length
  }
  return marked + escapeHtml(code.slice(end))
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
