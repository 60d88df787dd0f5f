// <rillbox-devtools-compare>: shows in what two snapshots differ, or one and the store as it is now.

import { css, html, nothing } from 'lit'
import type { Store } from '../../engine/store.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { given, later, typed, withState } from '../../playground/kit/with-state.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import { inFreshStore } from '../../playground/model/store/fresh-store.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { changeLineStyle, changeLine } from '../../playground/panels/steps/change-line.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { panelStyle } from '../panel-style.ts'
import type { ContentDifference, StoreContent } from './difference.ts'
import { differenceOf, readContent } from './difference.ts'
import type { KeptSnapshot } from './shelf.ts'
import { choiceField, onSubmit } from '../../playground/kit/fields.ts'
import { visibleLine } from '../../playground/kit/visible-text.ts'

/** The store itself in the place of a snapshot's id. */
const now = 0

export class CompareSnapshotsElement extends withState(ConnectedElement, {
  kept: typed<readonly KeptSnapshot[]>([]),
  /** Gives the text of a snapshot. */
  read: given<(id: number) => Promise<string>>(),
  /** Undefined for the newest snapshot. */
  one: later<number>(),
  other: typed<number>(now),
  difference: later<ContentDifference>(),
  trouble: '',
  isBusy: false,
}) {
  static override styles = [
    theme,
    panelStyle,
    changeLineStyle,
    css`
      :host {
        gap: 0;
      }
      label {
        min-inline-size: 0;
      }
      select {
        max-inline-size: 16rem;
      }
      h3 {
        margin: 0.75rem 0 0.25rem;
        font-size: 0.8125rem;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr);
        gap: 0.125rem 1rem;
      }
      p {
        margin: 0.5rem 0 0;
      }
    `,
  ]

  /** Snapshots may be deleted meanwhile. */
  #chosen(): readonly [one: number, other: number] {
    const known = (id: number | undefined): number | undefined => this.kept.find((each) => each.id === id)?.id
    return [this.one === now ? now : (known(this.one) ?? this.kept[0]?.id ?? now), known(this.other) ?? now]
  }

  protected override render() {
    const store = this.session?.store
    if (!store || this.kept.length === 0) return nothing
    const words = texts.snapshots.difference
    const [one, other] = this.#chosen()
    return html`<form class="flow" aria-label=${words.compare} @submit=${onSubmit(() => this.#compare(store))}>
        ${this.#choice(words.from, one, (id) => (this.one = id))} ${this.#choice(words.to, other, (id) => (this.other = id))}
        <button ?disabled=${this.isBusy}>${words.compare}</button>
      </form>
      <div class="difference" aria-live="polite">
        ${this.trouble === '' ? nothing : html`<p class="danger">${this.trouble}</p>`}${this.difference && differenceView(this.difference)}
      </div>`
  }

  #choice(label: string, chosen: number, choose: (id: number) => void) {
    const options = [[now, texts.snapshots.difference.now] as const, ...this.kept.map(({ id, name }) => [id, name] as const)]
    const entries = options.map(([id, name]) => [String(id), name] as const)
    return choiceField(label, entries, String(chosen), (id) => {
      choose(Number(id))
      this.difference = undefined
    })
  }

  async #compare(store: Store): Promise<void> {
    this.isBusy = true
    this.trouble = ''
    this.difference = undefined
    try {
      const [one, other] = this.#chosen()
      const before = await this.#content(store, one)
      this.difference = differenceOf(before, await this.#content(store, other))
    } catch (error) {
      this.trouble = troubleOf(error).what
    } finally {
      this.isBusy = false
    }
  }

  async #content(store: Store, id: number): Promise<StoreContent> {
    const snapshot = id === now ? await store.snapshot() : await this.read(id)
    return await inFreshStore(store.release, (fresh) => readContent(fresh, snapshot))
  }
}

/** Rows of each part. */
const most = 50

function differenceView({ streams, projections, states }: ContentDifference) {
  const words = texts.snapshots.difference
  if (streams.length + projections.length + states.length === 0) return html`<p>${words.same}</p>`
  return html`${part(
    words.streams,
    streams.map(({ name, added, removed }) => ({ name, what: words.events(added, removed) })),
  )}
  ${part(
    words.projections,
    projections.map(({ name, kind }) => ({ name, what: words.kinds[kind] })),
  )}
  ${part(
    words.states,
    states.map(({ projection, partition, before, after }) => ({
      name: partition === '' ? projection : `${projection} · ${partition}`,
      what: changeLine(before, after),
    })),
  )}`
}

const part = (heading: string, rows: readonly { readonly name: string; readonly what: unknown }[]) =>
  rows.length === 0
    ? nothing
    : html`<h3>${heading}</h3>
        <dl>
          ${rows.slice(0, most).map(
            ({ name, what }) =>
              html`<dt><code>${visibleLine(name)}</code></dt>
                <dd>${what}</dd>`,
          )}
        </dl>
        ${rows.length > most ? html`<p class="muted">${texts.snapshots.difference.more(rows.length - most)}</p>` : nothing}`
