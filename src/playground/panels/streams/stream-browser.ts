// <rillbox-stream-browser>: shows the streams of a store beside the events of the selected one.

import { untracked } from '@preact/signals-core'
import { css, html, nothing } from 'lit'
import type { PlaygroundSession } from '../../model/session.ts'
import { isSystemStream } from './shown-streams.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { theme } from '../../kit/style/theme.ts'

export class StreamBrowserElement extends ConnectedElement {
  static override styles = [
    theme,
    css`
      :host {
        container-type: inline-size;
      }
      .panes {
        display: grid;
        gap: 0.75rem;
      }
      .back {
        min-width: 28px;
        padding-inline: 0.5rem;
      }
      @container (min-width: 620px) {
        .panes {
          grid-template-columns: minmax(11rem, 1fr) minmax(0, 3fr);
        }
        .back {
          display: none;
        }
      }
      /* Without room for both, the stream replaces the list. */
      @container (max-width: 619.98px) {
        .chosen .list {
          display: none;
        }
      }
    `,
  ]

  /** The only stream, if the reader has gone back from it to the list. */
  #left: string | undefined

  /** One stream leaves nothing to choose. */
  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => {
      const { picture, selection } = session
      const [only, other] = picture?.streams.filter((stream) => !isSystemStream(stream)) ?? []
      if (!only || other || selection.stream !== undefined || only.name === this.#left) return
      untracked(() => session.select({ ...selection, stream: only.name }))
    })
  }

  protected override render() {
    const { session } = this
    if (!session?.store) return html`<p class="muted">${session?.phase.kind === 'opening' ? texts.opening : texts.closed}</p>`
    const { stream } = session.selection
    return html`
      <div class="panes ${stream === undefined ? '' : 'chosen'}">
        <rillbox-stream-list class="list" part="list" exportparts="filter, item" .session=${session}></rillbox-stream-list>
        <rillbox-stream-events class="events" part="stream" exportparts="table, detail, controls, form" .session=${session}>
          ${
            stream === undefined
              ? nothing
              : html`<button slot="back" type="button" class="back" aria-label=${texts.back} title=${texts.back} @click=${this.#back}>
                  ‹
                </button>`
          }
        </rillbox-stream-events>
      </div>
    `
  }

  async #back(): Promise<void> {
    const { session } = this
    this.#left = session?.selection.stream
    session?.select({ ...session.selection, stream: undefined, event: undefined })
    await this.updateComplete
    this.renderRoot.querySelector('rillbox-stream-list')?.shadowRoot?.querySelector<HTMLElement>('li button')?.focus()
  }
}
