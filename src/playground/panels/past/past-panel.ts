// <rillbox-past>: the fold with the states of all projections over time; what is inside loads when it first opens.

import { css, html, nothing } from 'lit'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/theme.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { draftsIn } from '../../model/past/drafts-in.ts'
import { troubleOf } from '../../model/trouble.ts'
import { map as texts } from '../../strings/english/map.ts'

export class PastElement extends ConnectedElement {
  static override properties = {
    isLoaded: { state: true },
    isOpen: { state: true },
    trouble: { state: true },
  }
  static override styles = [
    theme,
    css`
      :host {
        display: block;
      }
      p {
        margin: 0.5rem 0 0;
      }
    `,
  ]

  declare protected isLoaded: boolean
  declare protected isOpen: boolean
  declare protected trouble: string

  constructor() {
    super()
    this.isLoaded = false
    this.isOpen = false
    this.trouble = ''
  }

  protected override render() {
    const { session } = this
    if (!session?.picture || draftsIn(session.picture).length === 0) return nothing
    return html`<details .open=${this.isOpen} @toggle=${this.#toggle}>
      <summary>${texts.past.title}</summary>
      ${this.trouble ? html`<p class="danger" role="alert">${this.trouble}</p>` : nothing}
      ${this.isOpen && this.isLoaded ? html`<rillbox-past-states .session=${session}></rillbox-past-states>` : nothing}
    </details>`
  }

  readonly #toggle = async ({ target }: Event): Promise<void> => {
    this.isOpen = (target as HTMLDetailsElement).open
    if (!this.isOpen || this.isLoaded) return
    try {
      const { PastStatesElement } = await import('./past-view.ts')
      define('rillbox-past-states', PastStatesElement)
      this.isLoaded = true
    } catch (error) {
      this.trouble = troubleOf(error).what
    }
  }
}
