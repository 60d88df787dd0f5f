// <rillbox-devtools-steps>: chooses a projection of the store, and steps through its query over the store's events.

import { css, html, nothing } from 'lit'
import { ConnectedElement } from '../playground/model/connected-element.ts'
import type { PlaygroundSession } from '../playground/model/session.ts'
import { visibleLine } from '../playground/kit/visible-text.ts'
import { isSystemProjection } from '../playground/panels/result/status.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import { theme } from '../playground/kit/style/theme.ts'
import { draftOf } from '../playground/model/draft/projection-draft.ts'
import { onText } from '../playground/kit/fields.ts'

export class StepsPanelElement extends ConnectedElement {
  static override styles = [
    theme,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
        padding-block-start: 0.75rem;
      }
      select {
        min-inline-size: 0;
      }
      /* Last, because its steps may reach below its own box. */
      rillbox-stepper {
        flex: 1 0 16rem;
        min-block-size: 0;
      }
    `,
  ]

  #choose(session: PlaygroundSession, projection: string): void {
    const chosen = session.picture?.projections.find(({ name }) => name === projection)
    if (chosen) session.edit(draftOf(chosen))
  }

  protected override render() {
    const { session } = this
    const { picture } = session ?? {}
    if (!session?.store || !picture) return html`<p class="muted">${texts.opening}</p>`
    const own = picture.projections.map(({ name }) => name).filter((name) => !isSystemProjection(name))
    if (own.length === 0 && session.draft.query === '') return html`<p class="muted">${texts.noProjections}</p>`
    return html`
      ${own.length > 0 ? this.#chooser(session, own) : nothing}
      <rillbox-past .session=${session}></rillbox-past>
      <rillbox-stepper .session=${session}></rillbox-stepper>
    `
  }

  #chooser(session: PlaygroundSession, names: readonly string[]) {
    const { name } = session.draft
    return html`<label class="flow">
      ${texts.stepThrough}
      <select @change=${onText((text) => this.#choose(session, text))}>
        ${names.includes(name) ? nothing : html`<option value="" selected disabled>${texts.chooseProjection}</option>`}
        ${names.map((each) => html`<option value=${each} .selected=${each === name}>${visibleLine(each)}</option>`)}
      </select>
    </label>`
  }
}
