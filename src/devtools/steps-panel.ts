// <rillbox-devtools-steps>: chooses a projection of the store, and steps through its query over the store's events.

import type { PropertyDeclarations } from 'lit'
import { css, html, nothing } from 'lit'
import { ConnectedElement } from '../playground/model/connected-element.ts'
import type { PlaygroundSession, SessionTopic } from '../playground/model/session.ts'
import { singleFlight } from '../playground/model/single-flight.ts'
import { visibleLine } from '../playground/kit/visible-text.ts'
import type { ProjectionsReading } from '../playground/panels/result/read-projections.ts'
import { readProjections } from '../playground/panels/result/read-projections.ts'
import { isSystemProjection } from '../playground/panels/result/status.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import { theme } from '../playground/kit/theme.ts'
import { readDraft } from './first-draft.ts'

export class StepsPanelElement extends ConnectedElement {
  static override properties: PropertyDeclarations = { reading: { state: true } }
  static override styles = [
    theme,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
        min-block-size: 0;
        padding-block-start: 0.75rem;
      }
      label {
        display: flex;
        align-items: center;
        gap: 0.5rem;
      }
      select {
        min-inline-size: 0;
      }
      rillbox-stepper {
        flex: 1;
        min-block-size: 0;
      }
      p {
        margin: 0;
      }
    `,
  ]

  declare reading: ProjectionsReading | undefined

  protected override onSession(): void {
    void this.#read()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'content' || topic === 'phase') void this.#read()
    if (topic === 'draft' || topic === 'phase') this.requestUpdate()
  }

  readonly #read = singleFlight(async () => {
    const { session } = this
    if (!session?.store) return
    this.reading = await readProjections(session.store, { projection: session.draft.name })
  })

  async #choose(session: PlaygroundSession, projection: string): Promise<void> {
    const draft = session.store && (await readDraft(session.store, projection))
    if (draft) session.edit(draft)
  }

  protected override render() {
    const { session, reading } = this
    if (!session?.store || !reading) return html`<p class="muted">${texts.opening}</p>`
    const own = reading.list.map(({ name }) => name).filter((name) => !isSystemProjection(name))
    if (own.length === 0 && session.draft.query === '') return html`<p class="muted">${texts.noProjections}</p>`
    return html`
      ${own.length > 0 ? this.#chooser(session, own) : nothing}
      <rillbox-stepper .session=${session}></rillbox-stepper>
    `
  }

  #chooser(session: PlaygroundSession, names: readonly string[]) {
    const { name } = session.draft
    return html`<label>
      ${texts.stepThrough}
      <select @change=${(event: Event) => void this.#choose(session, (event.target as HTMLSelectElement).value)}>
        ${names.includes(name) ? nothing : html`<option value="" selected disabled>${texts.chooseProjection}</option>`}
        ${names.map((each) => html`<option value=${each} .selected=${each === name}>${visibleLine(each)}</option>`)}
      </select>
    </label>`
  }
}
