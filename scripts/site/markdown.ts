// Turns a document into the HTML of a page, with its headings, and its text in pieces for the search.

import type { RendererRule, Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import type { PageElement } from '../../src/documents/html/tree.ts'
import { toHtml } from '../../src/documents/html/tree.ts'
import { escapeHtml, highlight } from './highlight.ts'
import type { LinkContext } from './links.ts'
import { resolveLink } from './links.ts'
import { uniqueSlugs } from './slug.ts'

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

export interface Piece {
  /** Undefined for the text before the first heading below the title. */
  readonly heading: Heading | undefined
  readonly text: string
}

export interface Rendered {
  readonly title: string
  /** The first paragraph. */
  readonly description: string
  readonly html: string
  /** Below the title. */
  readonly headings: readonly Heading[]
  readonly pieces: readonly Piece[]
}

export interface RenderContext extends LinkContext {
  /** Inline code that leads somewhere, for example the codes of errors. */
  readonly terms: ReadonlyMap<string, string>
  /** Blocks that have run, by the lines of their fences. */
  readonly blocks?: ReadonlyMap<number, PageElement>
}

export function renderMarkdown(text: string, context: RenderContext): Rendered {
  const markdown = createMarkdown(context)
  const tokens = markdown.parse(text, {})
  const headings = nameHeadings(tokens)
  const [title, ...others] = headings
  return {
    title: title?.text ?? '',
    description: firstParagraph(tokens),
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: others,
    pieces: piecesOf(tokens, headings),
  }
}

function createMarkdown(context: RenderContext): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: true })
  const { rules } = markdown.renderer
  // Notes for programs, for example those between which a document is generated.
  rules['html_block'] = (tokens, index) => tokens[index]!.content.replace(/<!--[\s\S]*?-->\n?/g, '')
  rules['html_inline'] = (tokens, index) => tokens[index]!.content.replace(/<!--[\s\S]*?-->/g, '')
  rules['fence'] = (tokens, index) => {
    const token = tokens[index]!
    const block = context.blocks?.get((token.map?.[0] ?? 0) + 1)
    return block ? `${toHtml(block)}\n` : `<div class="copyable">${codeBlock(token)}</div>\n`
  }
  rules['table_open'] = () => '<div class="table"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['th_open'] = openCell
  rules['td_open'] = openCell
  rules['th_close'] = closeCell
  rules['heading_close'] = (tokens, index) => {
    const { tag } = tokens[index]!
    const [opening, inline] = [tokens[index - 2]!, tokens[index - 1]!]
    if (tag === 'h1') return '</h1>\n'
    const name = escapeHtml(plainText(inline))
    return ` <a class="anchor" href="#${opening.attrGet('id')}" aria-label="Link to “${name}”">#</a></${tag}>\n`
  }
  let links = 0
  rules['link_open'] = (tokens, index, options, _env, self) => {
    links += 1
    const token = tokens[index]!
    token.attrSet('href', resolveLink(String(token.attrGet('href') ?? ''), context))
    return self.renderToken(tokens, index, options)
  }
  rules['link_close'] = () => {
    links -= 1
    return '</a>'
  }
  rules['code_inline'] = (tokens, index) => {
    const { content } = tokens[index]!
    const code = `<code>${escapeHtml(content)}</code>`
    const target = links === 0 ? context.terms.get(content) : undefined
    return target === undefined ? code : `<a href="${resolveLink(target, context)}">${code}</a>`
  }
  return markdown
}

/** By a class: a strict policy forbids styles in attributes. A heading without text is a cell: it names nothing. */
const openCell: RendererRule = (tokens, index) => {
  const style = tokens[index]!.attrGet('style')
  const tag = tagOfCell(tokens[index]!, tokens[index + 1]!)
  return style === null ? `<${tag}>` : `<${tag} class="${String(style).replace('text-align:', 'to-')}">`
}

const closeCell: RendererRule = (tokens, index) => `</${tagOfCell(tokens[index]!, tokens[index - 1]!)}>`

const tagOfCell = ({ tag }: Token, { content }: Token): string => (content === '' ? 'td' : tag)

/** Gives headings their ids. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const slug = uniqueSlugs()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = plainText(tokens[index + 1]!)
    const id = slug(text)
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), id, text }]
  })
}

const codeBlock = ({ content, info }: Token): string => {
  const language = info.trim().split(' ')[0]!
  return `<pre class="code"><code>${highlight(content.replace(/\n$/, ''), language)}</code></pre>`
}

/** Without marks. */
export const plainText = (token: Token): string =>
  token.children
    ?.map((child) => (child.type === 'text' || child.type === 'code_inline' ? child.content : child.type.endsWith('break') ? ' ' : ''))
    .join('') ?? ''

function firstParagraph(tokens: readonly Token[]): string {
  const opening = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0)
  return opening < 0 ? '' : plainText(tokens[opening + 1]!)
}

/** The text of each part of a page, from its heading to the next. */
function piecesOf(tokens: readonly Token[], headings: readonly Heading[]): Piece[] {
  const pieces: { heading: Heading | undefined; text: string }[] = []
  let next = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') pieces.push({ heading: next++ === 0 ? undefined : headings[next - 1], text: '' })
    const isTitle = tokens[index - 1]?.type === 'heading_open'
    const text = token.type === 'inline' && !isTitle ? plainText(token) : token.type === 'fence' ? token.content : ''
    const last = pieces.at(-1)
    if (last && text !== '') last.text += `${text}\n`
  }
  return pieces
}
