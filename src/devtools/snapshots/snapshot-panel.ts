// <rillbox-devtools-snapshots>: saves the content of the store, and brings it back.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import type { Store } from '../../engine/store.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import type { Trouble } from '../../playground/model/trouble.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { download } from '../../playground/kit/download.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { later, typed, withState } from '../../playground/kit/with-state.ts'
import { panelStyle } from '../panel-style.ts'
import { nowAt, whereIs } from './here.ts'
import { nameFor, printBytes } from './names.ts'
import type { KeptSnapshot } from './shelf.ts'
import { SnapshotShelf, mostSnapshots } from './shelf.ts'
import { snapshotStyle } from './snapshot-style.ts'
import { readFileText, usersEvents } from './snapshot-file.ts'
import type { PlacedSnapshot } from './tree.ts'
import { treeOf } from './tree.ts'
import { tableHead } from '../../playground/kit/table-head.ts'
import { printCount } from '../../playground/strings/counts.ts'
import { onText, onSubmit } from '../../playground/kit/fields.ts'

type SnapshotAction = 'restore' | 'branch' | 'download' | 'remove'

/** The effect of the last action, and the way to undo it. */
interface News {
  readonly text: string
  /** The content before, where the action has replaced it. */
  readonly before?: { readonly text: string; readonly here: number | undefined }
  /** Whether the page may still show the earlier content of the store. */
  readonly hasReplaced?: boolean
}

export class SnapshotPanelElement extends withState(ConnectedElement, {
  /** Name of the store. */
  store: '',
  kept: typed<readonly KeptSnapshot[]>([]),
  news: later<News>(),
  trouble: later<Trouble>(),
  isBusy: false,
  name: '',
}) {
  static override styles = [theme, panelStyle, snapshotStyle]

  readonly #shelf = new SnapshotShelf()

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (changed.has('store')) void this.#attempt(() => Promise.resolve())
  }

  protected override render() {
    const store = this.session?.store
    if (!store) return html`<p class="muted">${texts.opening}</p>`
    return html`${this.#saving(store)} ${this.#saying(store)}
      ${this.kept.length === 0 ? html`<p class="muted">${texts.snapshots.none}</p>` : this.#list(store)}
      <rillbox-devtools-compare .session=${this.session} .kept=${this.kept} .read=${this.#read}></rillbox-devtools-compare>
      <p class="muted">${texts.snapshots.limit(mostSnapshots)}</p>`
  }

  #saving(store: Store) {
    const words = texts.snapshots
    return html`<form class="flow" @submit=${onSubmit(() => this.#attempt(() => this.#save(store)))}>
      <label>
        <span>${words.name}</span>
        <input autocomplete="off" placeholder=${this.#nextName} .value=${this.name} @input=${onText((text) => (this.name = text))} />
      </label>
      <button class="primary" ?disabled=${this.isBusy}>${words.save}</button>
      <button
        type="button"
        ?disabled=${this.isBusy}
        @click=${() => this.renderRoot.querySelector<HTMLInputElement>('[type=file]')?.click()}
      >
        ${words.upload}
      </button>
      <input type="file" accept=".json,.ndjson,.jsonl,application/json" hidden @change=${this.#upload} />
    </form>`
  }

  #saying(store: Store) {
    const { news, trouble } = this
    const words = texts.snapshots
    if (trouble)
      return html`<p class="danger" role="alert">${[trouble.what, ...(trouble.details ?? []), trouble.hint].filter(Boolean).join(' ')}</p>`
    return html`<p class="flow news" role="status">
      ${news?.text}
      ${news?.before === undefined ? nothing : html`<button type="button" @click=${() => void this.#attempt(() => this.#undo(store, news.before!))}>${words.undo}</button>`}
      ${news?.hasReplaced ? html`<button type="button" @click=${() => location.reload()}>${words.reload}</button>` : nothing}
    </p>`
  }

  /** The saved ones as a tree, with what can be done with each. */
  #list(store: Store) {
    const words = texts.snapshots
    return html`<table>
      ${tableHead(words.saved, [words.name, words.created, [words.content, 'number'], [words.size, 'number']], html`<td></td>`)}
      <tbody>
        ${treeOf(this.kept).map((placed) => this.#row(store, placed))}
      </tbody>
    </table>`
  }

  #row(store: Store, { kept, depth }: PlacedSnapshot) {
    const words = texts.snapshots
    const { id, name, created, events, bytes } = kept
    const button = (action: SnapshotAction, hint = '') =>
      html`<button
        type="button"
        aria-label=${words.actionOn(words[action], name)}
        title=${hint || nothing}
        ?disabled=${this.isBusy}
        @click=${() => this.#act(store, action, kept)}
      >
        ${words[action]}
      </button>`
    return html`<tr>
      <th scope="row" .style=${`padding-inline-start: ${0.5 + Math.min(depth, 8)}rem`}><bdi>${name}</bdi></th>
      <td>
        <time datetime=${new Date(created).toISOString()}>${new Date(created).toLocaleString()}</time>
        ${id === whereIs(this.store) ? html`<strong class="here">${words.here}</strong>` : nothing}
      </td>
      <td class="number">${words.events(events, printCount(events))}</td>
      <td class="number">${printBytes(bytes)}</td>
      <td class="actions">
        <span class="flow" role="group" aria-label=${words.actions(name)}>
          ${button('restore')} ${button('branch', words.branchHint)} ${button('download')} ${button('remove')}
        </span>
      </td>
    </tr>`
  }

  get #nextName(): string {
    return nameFor(
      '',
      this.kept.map(({ name }) => name),
      texts.snapshots.nameless,
    )
  }

  // ---- actions

  async #act(store: Store, action: SnapshotAction, kept: KeptSnapshot): Promise<void> {
    const works: Readonly<Record<SnapshotAction, () => Promise<News | void>>> = {
      restore: () => this.#restore(store, kept),
      branch: () => this.#branch(store, kept),
      download: () => this.#download(kept),
      remove: () => this.#remove(kept),
    }
    await this.#attempt(works[action])
  }

  /** Runs one action at a time, and lists again. */
  async #attempt(work: () => Promise<News | void>): Promise<void> {
    this.isBusy = true
    this.trouble = undefined
    try {
      this.news = (await work()) ?? undefined
      this.kept = await this.#shelf.list(this.store)
    } catch (error) {
      this.trouble = troubleOf(error)
    } finally {
      this.isBusy = false
    }
  }

  async #save(store: Store): Promise<News> {
    const name = await this.#keep(store, this.name)
    this.name = ''
    return { text: texts.snapshots.savedAs(name) }
  }

  /** @returns the name that it has got. */
  async #keep(store: Store, wanted: string): Promise<string> {
    const snapshot = await store.snapshot()
    const parent = whereIs(this.store)
    const { id, name } = await this.#add(wanted, JSON.stringify(snapshot), usersEvents(snapshot.events), parent)
    nowAt(this.store, id)
    return name
  }

  async #add(wanted: string, text: string, events: number, parent?: number): Promise<KeptSnapshot> {
    const names = (await this.#shelf.list(this.store)).map(({ name }) => name)
    const name = nameFor(wanted, names, texts.snapshots.nameless)
    return await this.#shelf.add({ store: this.store, name, created: Date.now(), events, ...(parent !== undefined && { parent }) }, text)
  }

  async #restore(store: Store, { id, name }: KeptSnapshot): Promise<News> {
    const text = await this.#read(id)
    const before = JSON.stringify(await store.snapshot())
    await store.restore(text)
    const from = whereIs(this.store)
    nowAt(this.store, id)
    return { text: texts.snapshots.restored(name), before: { text: before, here: from }, hasReplaced: true }
  }

  async #branch(store: Store, { id, name }: KeptSnapshot): Promise<News> {
    const text = await this.#read(id)
    const before = await this.#keep(store, texts.snapshots.before(name))
    await store.restore(text)
    nowAt(this.store, id)
    return { text: texts.snapshots.branched(name, before), hasReplaced: true }
  }

  async #undo(store: Store, { text, here }: NonNullable<News['before']>): Promise<News> {
    await store.restore(text)
    nowAt(this.store, here)
    return { text: texts.snapshots.undone, hasReplaced: true }
  }

  async #download({ id, name }: KeptSnapshot): Promise<void> {
    download(`${name}.json`, await this.#read(id), 'application/json')
  }

  async #remove({ id, name }: KeptSnapshot): Promise<News> {
    await this.#shelf.remove(id)
    return { text: texts.snapshots.removed(name) }
  }

  readonly #upload = (event: Event): void => {
    const input = event.target as HTMLInputElement
    const file = input.files?.[0]
    // The same file may be chosen again.
    input.value = ''
    if (!file) return
    void this.#attempt(async () => {
      const { text, events } = await readFileText(file)
      const { name } = await this.#add(file.name.replace(/\.\w+$/, ''), text, events)
      return { text: texts.snapshots.savedAs(name) }
    })
  }

  readonly #read = async (id: number): Promise<string> => {
    const text = await this.#shelf.read(id)
    if (text === undefined) throw new Error(texts.snapshots.gone)
    return text
  }
}
