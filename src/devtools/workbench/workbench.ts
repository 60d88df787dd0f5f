// <rillbox-workbench>: shows the stores of `rillbox serve --control` in the panels of the developer tools, from afar.

import { effect } from '@preact/signals-core'
import type { PropertyDeclarations } from 'lit'
import { html, nothing } from 'lit'
import { tabStyle } from '../../playground/frame/tab-bar.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { singleFlight } from '../../playground/model/timing/single-flight.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { drawerStyle } from '../drawer-style.ts'
import type { InspectedStore } from '../inspected-store.ts'
import { inspected } from '../inspected-store.ts'
import { PanelAreaElement } from '../panel-area.ts'
import type { DevtoolsPanelName } from '../panel-area.ts'
import { ControlClient } from '../remote/control-client.ts'
import { openRemoteStore } from '../remote/remote-store.ts'
import type { RemoteStore } from '../remote/remote-store.ts'
import { workbenchStyle } from './workbench-style.ts'

interface RemoteInspected extends InspectedStore {
  readonly store: RemoteStore
  /** Of a store for a test; undefined for the one that the port serves. */
  readonly id: string | undefined
}

/** Parameters of the address, which a reload keeps. */
const [storeParameter, panelParameter] = ['store', 'panel']

export class WorkbenchElement extends PanelAreaElement<RemoteInspected> {
  static override properties: PropertyDeclarations = {
    isReached: { state: true },
    closed: { state: true },
  }
  static override styles = [theme, tabStyle, drawerStyle, workbenchStyle]

  declare isReached: boolean
  /** Name of the store that was to be shown and is not there any more; undefined once the user chooses. */
  declare closed: string | undefined
  readonly #port = new ControlClient(`${location.origin}/-`)
  #stopWatching: (() => void) | undefined

  constructor() {
    super(new URLSearchParams(location.search).get(panelParameter) ?? '')
    this.isReached = true
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#list()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopWatching?.()
    for (const each of this.stores) void this.#forget(each)
  }

  /** Lists the stores of the port anew, and keeps those that are known. */
  readonly #list = singleFlight(async () => {
    try {
      const { stores } = await this.#port.get<{ readonly stores: readonly { readonly name: string; readonly control: string }[] }>(
        '/stores',
      )
      const served = { name: undefined, control: this.#port.address }
      const known = new Map(this.stores.map((each) => [each.id, each]))
      const listed = await Promise.all(
        [served, ...stores].map(async ({ name, control }) => known.get(name) ?? (await this.#meet(name, control))),
      )
      for (const gone of this.stores) if (!listed.includes(gone)) void this.#forget(gone)
      this.stores = listed
      this.isReached = true
    } catch {
      // The stores tell when the server is back; without any there was none when the page came.
      this.isReached = false
    }
    if (this.chosen && this.stores.includes(this.chosen)) return
    const wanted = new URLSearchParams(location.search).get(storeParameter) ?? undefined
    const found = this.stores.find(({ id }) => id === wanted)
    // The panels go on with another store: who deletes there should know.
    this.closed = found ? undefined : wanted
    this.#show(found ?? this.stores[0])
  })

  async #meet(id: string | undefined, control: string): Promise<RemoteInspected> {
    const store = await openRemoteStore(control)
    store.changes.listen(({ kind }) => {
      if (id === undefined && kind !== 'content' && kind !== 'requests') void this.#list()
      if (kind === 'lost') this.isReached = false
    })
    return { ...inspected({ store, name: id ?? texts.servedStore }), store, id }
  }

  async #forget({ session, store }: RemoteInspected): Promise<void> {
    await session.close()
    await store.close()
  }

  protected override choose(store: RemoteInspected | undefined): void {
    this.closed = undefined
    this.#show(store)
  }

  #show(store: RemoteInspected | undefined): void {
    super.choose(store)
    this.#keep(storeParameter, store?.id)
    this.#stopWatching?.()
    // The tab of the faults counts them, and each request may have ended one.
    this.#stopWatching = effect(() => {
      void this.chosen?.session.requests
      this.requestUpdate()
    })
    void this.openSession()
  }

  protected override keepPanel(panel: DevtoolsPanelName): void {
    this.#keep(panelParameter, panel)
  }

  #keep(name: string, value: string | undefined): void {
    const address = new URL(location.href)
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
    history.replaceState(null, '', address)
  }

  #news() {
    if (!this.isReached) return texts.serverSilent
    return this.closed === undefined ? nothing : texts.storeClosed(this.closed)
  }

  protected override render() {
    const { chosen, panel } = this
    return html`<header>
        <h1 class="mark">Rillbox</h1>
        ${this.storeChooser()} ${this.panelTabs()}
        <span class="end"
          ><span class="danger" role="status">${this.#news()}</span>${
            chosen ? html`<rillbox-devtools-playground .inspected=${chosen}></rillbox-devtools-playground>` : nothing
          }</span
        >
      </header>
      <main
        @rillbox-step-through=${() => this.openPanel('steps')}
        @rillbox-faults=${() => this.requestUpdate()}
        @rillbox-branch=${this.onBranch}
      >
        <h2 class="visually-hidden">${texts.panels[panel]}</h2>
        ${chosen ? this.openPanels(chosen) : html`<p class="empty" role="status">${texts.opening}</p>`}
      </main>`
  }
}
