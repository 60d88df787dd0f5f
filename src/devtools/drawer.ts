// <rillbox-devtools-drawer>: shows the page's stores in the playground's panels, below or above the page itself.

import type { PropertyDeclarations } from 'lit'
import { html, nothing } from 'lit'
import { offeredStores, onOfferedStores } from '../host/offered-stores.ts'
import { tabId, tabStyle } from '../playground/frame/tab-bar.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import { speakLanguageAt } from '../playground/strings/languages.ts'
import { define } from '../playground/kit/define.ts'
import { theme } from '../playground/kit/style/theme.ts'
import type { Drawer, Surroundings } from './button/button.ts'
import type { Corner } from './button/corners.ts'
import { corners } from './button/corners.ts'
import { definePanels, PanelAreaElement } from './panel-area.ts'
import { drawerStyle } from './drawer-style.ts'
import { keepRules } from './faults/keep-rules.ts'
import type { InspectedStore } from './inspected-store.ts'
import { inspected } from './inspected-store.ts'
import { clampHeight } from './memory.ts'
import type { DevtoolsPanelName } from './panel-area.ts'
import { drawerEdge } from './drawer-edge.ts'
import { onText } from '../playground/kit/fields.ts'

export class DrawerElement extends PanelAreaElement implements Drawer {
  static override properties: PropertyDeclarations = { isOpen: { state: true } }
  static override styles = [theme, tabStyle, drawerStyle]

  declare isOpen: boolean
  readonly #around: Surroundings
  /** The element of the page that had the focus. */
  #before: HTMLElement | undefined
  #stopListening: (() => void) | undefined

  constructor(around: Surroundings) {
    super(around.memory.now.panel)
    this.#around = around
    this.isOpen = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#follow()
    this.#stopListening = onOfferedStores(() => this.#follow())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopListening?.()
  }

  open({ quietly = false }: { readonly quietly?: boolean } = {}): void {
    if (!this.isOpen) this.#before = focusedElement(document)
    this.isOpen = true
    void this.openSession()
    void this.updateComplete.then(() => this.#show(quietly))
  }

  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    const hadFocus = this.shadowRoot?.activeElement != null || document.activeElement === document.body
    this.#hide()
    for (const { session } of this.stores) void session.close()
    this.#around.closed()
    if (hadFocus && this.#before?.isConnected) this.#before.focus({ preventScroll: true })
    this.#before = undefined
  }

  isBlocked(): boolean {
    const dialog = this.#dialog
    return dialog !== undefined && !takesFocus(dialog, this.shadowRoot!)
  }

  get #dialog(): HTMLDialogElement | undefined {
    return this.renderRoot.querySelector<HTMLDialogElement>('dialog.drawer') ?? undefined
  }

  /** Over everything; where a modal dialog of the page makes the rest inert, as a modal dialog of its own. */
  #show(quietly: boolean): void {
    const dialog = this.#dialog
    if (!dialog || !this.isOpen) return
    this.#hide()
    if ('showPopover' in dialog) dialog.showPopover()
    else (dialog as HTMLDialogElement).show()
    if (quietly) return this.#leaveFocus()
    if (takesFocus(dialog, this.shadowRoot!)) return this.#tab(this.panel)?.focus()
    this.#hide()
    dialog.showModal()
    this.#tab(this.panel)?.focus()
  }

  /** A dialog takes the focus as a pop-up too. */
  #leaveFocus(): void {
    const { activeElement } = this.shadowRoot!
    if (activeElement) (activeElement as HTMLElement).blur()
    if (this.#before?.isConnected) this.#before.focus({ preventScroll: true })
  }

  #hide(): void {
    const dialog = this.#dialog
    if (dialog?.matches('[popover]:popover-open')) dialog.hidePopover()
    if (dialog?.open) dialog.close()
  }

  /** Keeps the sessions of stores that are still there. */
  #follow(): void {
    const known = new Map(this.stores.map((each) => [each.store, each]))
    this.stores = offeredStores().map((offered) => known.get(offered.store) ?? inspected(offered))
    for (const gone of known.values()) if (!this.stores.includes(gone)) void gone.session.close()
    if (this.chosen && this.stores.includes(this.chosen)) return
    this.choose(this.stores[0])
  }

  protected override choose(store: InspectedStore | undefined): void {
    super.choose(store)
    if (this.isOpen) void this.openSession()
  }

  protected override keepPanel(panel: DevtoolsPanelName): void {
    this.#around.memory.keep({ panel })
  }

  #tab(name: DevtoolsPanelName): HTMLElement | undefined {
    return this.renderRoot.querySelector<HTMLElement>(`#${tabId(name)}`) ?? undefined
  }

  // ---- rendering

  protected override render() {
    const { height } = this.#around.memory.now
    const { chosen } = this
    this.style.setProperty('--_drawer-height', `${height * 100}dvh`)
    return html`
      <dialog
        class="drawer"
        popover="manual"
        aria-label=${texts.title}
        @keydown=${this.#onKey}
        @close=${this.#onClose}
        @rillbox-faults=${this.#onFaults}
        @rillbox-branch=${this.onBranch}
        @rillbox-step-through=${() => this.openPanel('steps')}
      >
        ${drawerEdge(height, (next) => this.#resize(next))}
        <header>
          <h2 class="mark">Rillbox</h2>
          ${this.storeChooser()} ${this.panelTabs()}
          <span class="end"
            >${chosen ? html`<rillbox-devtools-playground .inspected=${chosen}></rillbox-devtools-playground>` : nothing}${cornerChoice(this.#around)}<button
              type="button"
              class="quiet close"
              aria-label=${texts.close}
              title=${texts.close}
              @click=${() => this.close()}
            >
              ✕
            </button></span
          >
        </header>
        ${chosen ? this.openPanels(chosen) : noStore()}
      </dialog>
    `
  }

  #resize(height: number): void {
    this.#around.memory.keep({ height: clampHeight(height) })
    this.requestUpdate()
  }

  /** Escape closes the innermost open part first: a dialog, a list of completions. */
  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const isInside = event
      .composedPath()
      .some((node) => node !== this.#dialog && 'matches' in node && (node as Element).matches('dialog:modal'))
    if (isInside) return
    // Otherwise a dialog of the application would take the key too.
    event.preventDefault()
    this.close()
  }

  /** The event comes in a task of its own: by then the drawer may be open again. */
  #onClose(): void {
    const dialog = this.#dialog
    if (this.isOpen && !dialog?.open && !dialog?.matches(':popover-open')) this.close()
  }

  #onFaults(): void {
    const { chosen } = this
    if (chosen) keepRules(chosen.name, chosen.store.faults)
    this.#around.markFaulty(this.stores.some(({ store }) => store.faults.rules.length > 0))
    this.requestUpdate()
  }
}

/** Where the button of the drawer stands. */
function cornerChoice({ memory, moveButton }: Surroundings) {
  const move = onText<Corner>((corner) => {
    memory.keep({ corner })
    moveButton()
  })
  return html`<select class="corner muted fine" aria-label=${texts.buttonPlace} title=${texts.buttonPlace} @change=${move}>
    ${corners.map((corner) => html`<option value=${corner} .selected=${corner === memory.now.corner}>${texts.corners[corner]}</option>`)}
  </select>`
}

const noStore = () =>
  html`<div class="empty">
    <p><strong>${texts.noStore}</strong></p>
    <p>${texts.noStoreHint(html`<code>startStore</code>`, html`<code>createStore</code>`, html`<code>inspectStore</code>`)}</p>
  </div>`

/** Whether the focus can be moved into an element: it cannot where it is inert. The focus stays there. */
function takesFocus(element: HTMLElement, root: ShadowRoot): boolean {
  if (root.activeElement) return true
  const first = element.querySelector<HTMLElement>('[role=tab][tabindex="0"]')
  first?.focus({ preventScroll: true })
  return root.activeElement === first
}

export async function createDrawer(around: Surroundings): Promise<Drawer> {
  await speakLanguageAt(around.place)
  definePanels()
  define('rillbox-devtools-drawer', DrawerElement)
  const drawer = new DrawerElement(around)
  around.place.append(drawer)
  await drawer.updateComplete
  return drawer
}

/** Finds the element that has the focus, inside of shadow roots too. */
function focusedElement(root: DocumentOrShadowRoot): HTMLElement | undefined {
  const { activeElement } = root
  if (!activeElement) return undefined
  return (activeElement.shadowRoot && focusedElement(activeElement.shadowRoot)) || (activeElement as HTMLElement)
}
