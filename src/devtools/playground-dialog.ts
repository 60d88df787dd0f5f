// <rillbox-devtools-playground>: opens a playground over a copy of the store in the whole window; the application's store stays as it is.

import { LitElement, css, html, nothing } from 'lit'
import { namedRelease } from '../base/release/releases.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import { theme } from '../playground/kit/style/theme.ts'
import { given, later, withState } from '../playground/kit/with-state.ts'
import { visibleLine } from '../playground/kit/visible-text.ts'
import { troubleOf } from '../playground/model/trouble.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import type { InspectedStore } from './inspected-store.ts'

interface Copy {
  readonly scenario: Scenario
  /** Streams that a scenario cannot say. */
  readonly leftOut: readonly string[]
}

export class PlaygroundDialogElement extends withState(LitElement, {
  inspected: given<InspectedStore>(),
  copy: later<Copy>(),
  trouble: later<string>(),
}) {
  static override styles = [
    theme,
    css`
      :host {
        display: contents;
      }
      dialog {
        position: fixed;
        inset: 0;
        inline-size: 100%;
        max-inline-size: none;
        block-size: 100dvh;
        max-block-size: none;
        margin: 0;
        padding: 0;
        border: 0;
        background: var(--_background);
        color: var(--_text);
      }
      dialog[open] {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 0.75rem;
        padding: 0.4rem 0.75rem;
        border-block-end: 1px solid var(--_border);
        background: var(--_surface);
      }
      rillbox-playground {
        --rillbox-height: 100%;
        --rillbox-radius: 0;
        min-block-size: 0;
      }
    `,
  ]

  /** @param branch content in place of a copy of the store. */
  async open(branch?: Scenario): Promise<void> {
    const { store, name } = this.inspected
    this.copy = undefined
    this.trouble = undefined
    await this.updateComplete
    this.#dialog.showModal()
    try {
      const [copy] = await Promise.all([
        branch ? { scenario: { ...branch, title: name }, leftOut: [] } : copyOf(store, name),
        import('../playground/define-elements.ts'),
      ])
      if (this.#dialog.open) this.copy = copy
    } catch (error) {
      this.trouble = troubleOf(error).what
    }
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!
  }

  protected override render() {
    const { copy, trouble } = this
    return html`
      <button type="button" class="quiet" aria-haspopup="dialog" title=${texts.openPlayground} @click=${() => void this.open()}>
        ${texts.playground}
      </button>
      <dialog aria-label=${texts.playground} @close=${() => (this.copy = undefined)}>
        <header>
          <p class=${trouble === undefined ? 'muted' : 'danger'} role="status">${trouble ?? this.#about()}</p>
          <button type="button" @click=${() => this.#dialog.close()}>${texts.closePlayground}</button>
        </header>
        ${copy ? html`<rillbox-playground .scenario=${copy.scenario}></rillbox-playground>` : nothing}
      </dialog>
    `
  }

  #about(): string {
    const { copy } = this
    if (!copy) return texts.opening
    return copy.leftOut.length === 0 ? texts.isCopy : `${texts.isCopy} ${texts.notCopied(visibleLine(copy.leftOut.join(', ')))}`
  }
}

/** The users' events and the projections of a store, under its name. */
async function copyOf(store: Store, name: string): Promise<Copy> {
  const { scenarioOfSnapshot } = await import('../engine/snapshot/to-scenario.ts')
  const { scenario, leftOut } = scenarioOfSnapshot(await store.snapshot())
  const release = namedRelease(store.release)
  return { scenario: { ...scenario, title: name, ...(release && { release }) }, leftOut }
}
