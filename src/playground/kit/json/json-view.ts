// <rillbox-json>: shows a JSON value, a text or bytes as written: coloured, big values folded, with a button to copy.

import type { PropertyValues } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { json as texts } from '../../strings/english/json.ts'
import { KeptFocus } from '../kept-focus.ts'
import { theme } from '../style/theme.ts'
import { later, withState } from '../with-state.ts'
import { withoutBidiControls } from '../visible-text.ts'
import { hexDump, textOfBytes } from './bytes.ts'
import type { JsonToken } from './json-layout.ts'
import { beginsOpen, foldedText, oneLine } from './json-layout.ts'
import type { JsonContainer, JsonMember, JsonNode, JsonReading } from './json-text.ts'
import { isContainer, readJsonText } from './json-text.ts'
import { jsonStyles } from './json-styles.ts'

/** Members of one value shown at first, and added by each click. */
const membersAtOnce = 100
/** The most members added by one click: drawing them must not block the page. */
const membersAtMost = 1_000
/** Characters of one text shown at first. */
const textAtOnce = 2_000
/** Bytes shown of a value that is not text. */
const bytesAtOnce = 4_096

export class JsonViewElement extends withState(LitElement, {
  /** The text to show, as written: laid out where it is JSON, otherwise plain. */
  text: later<string>(),
  /** Bytes, in place of a text; shown as a dump where they are not UTF-8. */
  bytes: later<Uint8Array>(),
  /** A noun for the content, for the names of the buttons, e.g. `data`. */
  what: '',
  /** Without a button to copy. */
  compact: false,
  /** Shows plain text, even where it is JSON. */
  raw: false,
}) {
  static override styles = [theme, jsonStyles]

  #shown: string | undefined
  #reading: JsonReading | undefined
  #toggled = new Set<JsonNode>()
  #limits = new Map<JsonNode, number>()
  #showsAll = false

  constructor() {
    super()
    this.addController(new KeptFocus(this))
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('bytes')) return
    const shown = this.bytes ? textOfBytes(this.bytes) : this.text
    if (shown === this.#shown) return
    this.#shown = shown
    this.#reading = shown === undefined ? undefined : readJsonText(shown)
    this.#toggled = new Set()
    this.#limits = new Map()
    this.#showsAll = false
  }

  protected override render() {
    const text = this.#shown
    if (text === undefined) return this.bytes ? this.#bytesShown(this.bytes) : nothing
    return html`
      ${this.compact || text === '' ? nothing : html`<rillbox-copy part="copy" .text=${text} .what=${this.what}></rillbox-copy>`}
      <div part="content" class="content" tabindex="-1">
        ${this.#reading?.kind === 'value' && !this.raw ? this.#node(text, this.#reading.root, 0, nothing, '') : this.#plain(text)}
      </div>
    `
  }

  #plain(text: string) {
    const all = this.#showsAll || text.length <= textAtOnce
    const shown = all ? text : text.slice(0, textAtOnce)
    return html`<span class="plain">${withoutBidiControls(shown)}</span>${all ? nothing : this.#more(text.length - textAtOnce)}`
  }

  #bytesShown(bytes: Uint8Array) {
    return html`
      <p class="note muted tiny">${texts.bytes(bytes.length)}</p>
      <pre part="content" class="content">${hexDump(bytes, bytesAtOnce)}</pre>
      ${bytes.length > bytesAtOnce ? html`<p class="note muted tiny">${texts.firstBytes(bytesAtOnce)}</p>` : nothing}
    `
  }

  /** @param before the name in front of the value on its line. @param after the comma behind it. */
  #node(text: string, node: JsonNode, depth: number, before: unknown, after: string): unknown {
    const line = oneLine(text, node)
    if (line) return html`<div class="line">${before}${line.map(coloured)}${after}</div>`
    if (!isContainer(node)) return html`<div class="line">${before}${this.#long(text, node)}${after}</div>`
    return this.#container(text, node, depth, before, after)
  }

  #container(text: string, node: JsonContainer, depth: number, before: unknown, after: string) {
    const isOpen = beginsOpen(node, depth) !== this.#toggled.has(node)
    const [first, last] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
    const toggle = depth === 0 ? nothing : this.#toggle(node, isOpen, before)
    if (!isOpen) return html`<div class="line folds">${toggle}${before}<span class="muted">${foldedText(node)}</span>${after}</div>`
    return html`
      <div class="line ${depth === 0 ? '' : 'folds'}">${toggle}${before}${first}</div>
      <div class="members">${this.#members(text, node, depth + 1)}</div>
      <div class="line">${last}${after}</div>
    `
  }

  #members(text: string, node: JsonContainer, depth: number) {
    const limit = this.#limits.get(node) ?? membersAtOnce
    const { length } = node.members
    const more = (count: number) => () => {
      this.#limits.set(node, count)
      this.requestUpdate()
    }
    const member = ({ name, value }: JsonMember, index: number) =>
      this.#node(
        text,
        value,
        depth,
        name === undefined ? nothing : html`<span class="name">${withoutBidiControls(name)}</span>: `,
        index < length - 1 ? ',' : '',
      )
    return html`
      ${node.members.slice(0, limit).map(member)}
      ${
        length > limit
          ? html`<div class="line more">
              <span class="muted">${texts.more(length - limit)}</span>
              <button type="button" class="small" @click=${more(limit + membersAtOnce)}>
                ${texts.showMore(Math.min(membersAtOnce, length - limit))}
              </button>
              ${
                length - limit > membersAtMost
                  ? html`<button type="button" class="small" @click=${more(limit + membersAtMost)}>
                      ${texts.showMore(membersAtMost)}
                    </button>`
                  : html`<button type="button" class="small" @click=${more(length)}>${texts.showAll}</button>`
              }
            </div>`
          : nothing
      }
    `
  }

  #long(text: string, { from, to, kind }: JsonNode) {
    if (this.#showsAll || to - from <= textAtOnce) return html`<span class=${kind}>${withoutBidiControls(text.slice(from, to))}</span>`
    return html`<span class=${kind}>${withoutBidiControls(text.slice(from, from + textAtOnce))}</span>${this.#more(to - from - textAtOnce)}`
  }

  #more(left: number) {
    const show = () => {
      this.#showsAll = true
      this.requestUpdate()
    }
    return html`<span class="more">
      <span class="muted">${texts.moreCharacters(left)}</span> <button type="button" class="small" @click=${show}>${texts.showAll}</button>
    </span>`
  }

  #toggle(node: JsonNode, isOpen: boolean, before: unknown) {
    const flip = () => {
      if (!this.#toggled.delete(node)) this.#toggled.add(node)
      this.requestUpdate()
    }
    return html`<button class="toggle" type="button" aria-expanded=${isOpen} @click=${flip}>
      <span class="visually-hidden">${before === nothing ? foldedText(node) : before}</span>
    </button>`
  }
}

const coloured = ({ kind, text }: JsonToken) => (kind === 'mark' ? text : html`<span class=${kind}>${withoutBidiControls(text)}</span>`)

declare global {
  interface HTMLElementTagNameMap {
    'rillbox-json': JsonViewElement
  }
}
