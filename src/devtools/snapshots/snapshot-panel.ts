// <rillbox-devtools-snapshots>: saves the content of the store, and brings it back.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import type { Store } from '../../engine/store.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import type { Trouble } from '../../playground/model/trouble.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { printCount } from '../../playground/strings/counted.ts'
import { download } from '../../playground/kit/download.ts'
import { theme } from '../../playground/kit/theme.ts'
import { nameFor, printBytes } from './names.ts'
import type { KeptSnapshot } from './shelf.ts'
import { SnapshotShelf, mostSnapshots } from './shelf.ts'
import { snapshotStyle } from './snapshot-style.ts'
import { readFileText, usersEvents } from './snapshot-file.ts'

/** The effect of the last action, and the way to undo it. */
interface News {
  readonly text: string
  /** The content before, where the action has replaced it. */
  readonly before?: string
  /** Whether the page may still show the earlier content of the store. */
  readonly hasReplaced?: boolean
}

export class SnapshotPanelElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    store: { attribute: false },
    kept: { state: true },
    news: { state: true },
    trouble: { state: true },
    isBusy: { state: true },
    name: { state: true },
  }
  static override styles = [theme, snapshotStyle]

  /** Name of the store. */
  declare store: string
  declare kept: readonly KeptSnapshot[]
  declare news: News | undefined
  declare trouble: Trouble | undefined
  declare isBusy: boolean
  declare name: string

  readonly #shelf = new SnapshotShelf()

  constructor() {
    super()
    this.store = ''
    this.kept = []
    this.isBusy = false
    this.name = ''
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (changed.has('store')) void this.#attempt(() => Promise.resolve())
  }

  protected override render() {
    const store = this.session?.store
    if (!store) return html`<p class="muted">${texts.opening}</p>`
    return html`${this.#saving(store)} ${this.#saying(store)}
      ${this.kept.length === 0 ? html`<p class="muted">${texts.snapshots.none}</p>` : this.#list(store)}
      <p class="muted">${texts.snapshots.limit(mostSnapshots)}</p>`
  }

  #saving(store: Store) {
    const words = texts.snapshots
    const save = (event: Event): void => {
      event.preventDefault()
      void this.#attempt(() => this.#save(store))
    }
    return html`<form @submit=${save}>
      <label>
        <span>${words.name}</span>
        <input
          autocomplete="off"
          placeholder=${this.#nextName}
          .value=${this.name}
          @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)}
        />
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
    return html`<p class="news" role="status">
      ${news?.text}
      ${news?.before === undefined ? nothing : html`<button type="button" @click=${() => void this.#attempt(() => this.#undo(store, news.before!))}>${words.undo}</button>`}
      ${news?.hasReplaced ? html`<button type="button" @click=${() => location.reload()}>${words.reload}</button>` : nothing}
    </p>`
  }

  #list(store: Store) {
    const words = texts.snapshots
    return html`<table>
      <caption class="visually-hidden">
        ${words.saved}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.name}</th>
          <th scope="col">${words.created}</th>
          <th scope="col" class="number">${words.content}</th>
          <th scope="col" class="number">${words.size}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${this.kept.map((each) => this.#row(store, each))}
      </tbody>
    </table>`
  }

  #row(store: Store, kept: KeptSnapshot) {
    const words = texts.snapshots
    const { name } = kept
    const button = (label: string, work: () => Promise<News | void>, hint = '') =>
      html`<button
        type="button"
        aria-label=${words.actionOn(label, name)}
        title=${hint || nothing}
        ?disabled=${this.isBusy}
        @click=${() => void this.#attempt(work)}
      >
        ${label}
      </button>`
    return html`<tr>
      <th scope="row"><bdi>${name}</bdi></th>
      <td><time datetime=${new Date(kept.created).toISOString()}>${new Date(kept.created).toLocaleString()}</time></td>
      <td class="number">${words.events(kept.events, printCount(kept.events))}</td>
      <td class="number">${printBytes(kept.bytes)}</td>
      <td class="actions">
        <span role="group" aria-label=${words.actions(name)}>
          ${button(words.restore, () => this.#restore(store, kept))}
          ${button(words.branch, () => this.#branch(store, kept), words.branchHint)} ${button(words.download, () => this.#download(kept))}
          ${button(words.remove, () => this.#remove(kept))}
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
    return await this.#add(wanted, JSON.stringify(snapshot), usersEvents(snapshot.events))
  }

  async #add(wanted: string, text: string, events: number): Promise<string> {
    const names = (await this.#shelf.list(this.store)).map(({ name }) => name)
    const name = nameFor(wanted, names, texts.snapshots.nameless)
    await this.#shelf.add({ store: this.store, name, created: Date.now(), events }, text)
    return name
  }

  async #restore(store: Store, { id, name }: KeptSnapshot): Promise<News> {
    const text = await this.#read(id)
    const before = JSON.stringify(await store.snapshot())
    await store.restore(text)
    return { text: texts.snapshots.restored(name), before, hasReplaced: true }
  }

  async #branch(store: Store, { id, name }: KeptSnapshot): Promise<News> {
    const text = await this.#read(id)
    const before = await this.#keep(store, texts.snapshots.before(name))
    await store.restore(text)
    return { text: texts.snapshots.branched(name, before), hasReplaced: true }
  }

  async #undo(store: Store, before: string): Promise<News> {
    await store.restore(before)
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
      const name = await this.#add(file.name.replace(/\.\w+$/, ''), text, events)
      return { text: texts.snapshots.savedAs(name) }
    })
  }

  async #read(id: number): Promise<string> {
    const text = await this.#shelf.read(id)
    if (text === undefined) throw new Error(texts.snapshots.gone)
    return text
  }
}
