// <rillbox-workbench>: shows the stores of `rillbox serve --control` in the panels of the developer tools, from afar.

import { effect } from '@preact/signals-core'
import { LitElement, html, nothing } from 'lit'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { tabStyle } from '../../playground/frame/tab-bar.ts'
import { theme } from '../../playground/kit/theme.ts'
import { later, typed, withState } from '../../playground/kit/with-state.ts'
import { singleFlight } from '../../playground/model/timing/single-flight.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { drawerStyle } from '../drawer-style.ts'
import type { InspectedStore } from '../inspected-store.ts'
import { inspected } from '../inspected-store.ts'
import type { PanelArea } from '../panel-area.ts'
import { openPanels, panelTabs, storeChooser } from '../panel-area.ts'
import type { DevtoolsPanelName } from '../panel-views.ts'
import { panelNamed } from '../panel-views.ts'
import type { PlaygroundDialogElement } from '../playground-dialog.ts'
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
const [storeParameter, panelParameter] = ['store', 'panel'] as const

export class WorkbenchElement extends withState(LitElement, {
  stores: typed<readonly RemoteInspected[]>([]),
  chosen: later<RemoteInspected>(),
  panel: panelNamed(new URLSearchParams(location.search).get(panelParameter)),
  hasPanels: false,
  isReached: true,
  /** Name of the store that was to be shown and is not there any more; undefined once the user chooses. */
  closed: later<string>(),
}) {
  static override styles = [theme, tabStyle, drawerStyle, workbenchStyle]

  readonly #met = new Set<DevtoolsPanelName>()
  readonly #port = new ControlClient(`${location.origin}/-`)
  #stopWatching: (() => void) | undefined

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
    this.#choose(found ?? this.stores[0])
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

  #choose(store: InspectedStore | undefined): void {
    void this.chosen?.session.close()
    this.chosen = this.stores.find((each) => each === store)
    this.#keep(storeParameter, this.chosen?.id)
    this.#stopWatching?.()
    // The tab of the faults counts them, and each request may have ended one.
    this.#stopWatching = effect(() => {
      void this.chosen?.session.requests
      this.requestUpdate()
    })
    void this.#openSession()
  }

  async #openSession(): Promise<void> {
    const session = this.chosen?.session
    await session?.open()
    this.hasPanels ||= session?.phase.kind === 'open'
    this.requestUpdate()
  }

  #open(panel: DevtoolsPanelName): void {
    this.panel = panel
    this.#keep(panelParameter, panel)
  }

  #keep(name: string, value: string | undefined): void {
    const address = new URL(location.href)
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
    history.replaceState(null, '', address)
  }

  #onBranch(event: CustomEvent<Scenario>): void {
    event.preventDefault()
    void this.renderRoot.querySelector<PlaygroundDialogElement>('rillbox-devtools-playground')?.open(event.detail)
  }

  #news() {
    if (!this.isReached) return texts.serverSilent
    return this.closed === undefined ? nothing : texts.storeClosed(this.closed)
  }

  protected override render() {
    const { stores, chosen, panel, hasPanels } = this
    const area: PanelArea = {
      stores,
      chosen,
      panel,
      hasPanels,
      met: this.#met,
      choose: (store) => {
        this.closed = undefined
        this.#choose(store)
      },
      open: (name) => this.#open(name),
      retry: () => void this.#openSession(),
    }
    return html`<header>
        <h1 class="mark">Rillbox</h1>
        ${storeChooser(area)} ${panelTabs(area)}
        <span class="end"
          ><span class="danger" role="status">${this.#news()}</span>${
            chosen ? html`<rillbox-devtools-playground .inspected=${chosen}></rillbox-devtools-playground>` : nothing
          }</span
        >
      </header>
      <main
        @rillbox-step-through=${() => this.#open('steps')}
        @rillbox-faults=${() => this.requestUpdate()}
        @rillbox-branch=${this.#onBranch}
      >
        <h2 class="visually-hidden">${texts.panels[panel]}</h2>
        ${chosen ? openPanels(area, chosen) : html`<p class="empty" role="status">${texts.opening}</p>`}
      </main>`
  }
}
