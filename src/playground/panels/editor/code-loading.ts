// Replaces the text area by the code editor once a reader turns to it, and not in the middle of a gesture or a composed word.

import type { LitElement } from 'lit'
import { rest } from '../../kit/pause.ts'
import type { CodeEditor, CodeEditorOptions } from './code-editor.ts'

/** What the text area, its selection and its place in the element do not say. */
export type CodeWishes = Omit<CodeEditorOptions, 'parent' | 'root' | 'overlays' | 'selection' | 'scroll'>

export class CodeLoading {
  readonly #host: LitElement
  readonly #wishes: () => CodeWishes
  readonly #onLoad: (code: CodeEditor) => void
  /** Undefined until it is loaded. */
  code: CodeEditor | undefined
  #loading: Promise<void> | undefined
  /** Resolves when the reader lets go of the pointer. */
  #released: Promise<void> | undefined
  /** Resolves when an input method has composed what it began to. */
  #composed: Promise<unknown> | undefined

  constructor(host: LitElement, wishes: () => CodeWishes, onLoad: (code: CodeEditor) => void) {
    this.#host = host
    this.#wishes = wishes
    this.#onLoad = onLoad
  }

  /** Resolves with the editor, editable from then on; undefined if its code cannot be loaded: the text area works on, and the next call tries again. */
  async load(): Promise<CodeEditor | undefined> {
    this.#loading ??= this.#load().catch(() => {
      this.#loading = undefined
    })
    await this.#loading
    return this.code
  }

  end(): void {
    this.code?.destroy()
    this.code = undefined
    this.#loading = undefined
  }

  async #load(): Promise<void> {
    const { createCodeEditor } = await import('./code-editor.ts')
    await this.#released
    await this.#composed
    const { renderRoot } = this.#host
    const plain = renderRoot.querySelector('.plain')
    const area = plain?.querySelector('textarea')
    // An element that was moved meanwhile may have begun to load a second time.
    if (!plain || !this.#host.isConnected || this.code) return
    const root = this.#host.shadowRoot!
    const hadFocus = area !== null && area !== undefined && root.activeElement === area
    const wishes = this.#wishes()
    const code = createCodeEditor({
      ...wishes,
      parent: renderRoot.querySelector<HTMLElement>('.mount')!,
      root,
      overlays: renderRoot.querySelector<HTMLElement>('.overlays')!,
      text: area?.value ?? wishes.text,
      selection: { from: area?.selectionStart ?? 0, to: area?.selectionEnd ?? 0 },
      scroll: { top: plain.scrollTop, left: plain.scrollLeft },
    })
    this.code = code
    this.#onLoad(code)
    if (hadFocus) code.focus()
    this.#host.requestUpdate()
    await this.#host.updateComplete
  }

  readonly onPointerDown = (): void => {
    const pressing = new AbortController()
    const { signal } = pressing
    this.#released = new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => pressing.abort(), { capture: true, signal })
  }

  readonly onComposition = ({ target }: Event): void => {
    // In the task of the event the last text has not arrived everywhere yet.
    this.#composed = new Promise((resolve) => target?.addEventListener('compositionend', () => void rest(0).then(resolve), { once: true }))
  }
}
