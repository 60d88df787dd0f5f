// Base class of the panels: finds the store element, and renders again when a signal that it has read changes.

import { effect } from '@preact/signals-core'
import type { PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement } from 'lit'
import { KeptFocus } from '../kit/kept-focus.ts'
import { observeShown } from '../kit/observed.ts'
import { watchUpdate } from './watched-update.ts'
import type { StoreReading } from './timing/clock.ts'
import type { PlaygroundSession } from './session.ts'

/** A computation that runs only while one of its elements is visible. */
interface Attended {
  attend(element: object, isSeen: boolean): void
}

/** Owner of a session: `<rillbox-store>` or `<rillbox-playground>`. */
export interface SessionOwner extends Element {
  readonly session: PlaygroundSession
}

const isOwner = (element: Element): element is SessionOwner => 'session' in element

export abstract class ConnectedElement extends LitElement {
  static override properties: PropertyDeclarations = {
    for: { type: String },
  }

  /** Id of the store element, for a panel outside of it. */
  declare for: string | undefined

  #session: PlaygroundSession | undefined
  readonly #endings: (() => void)[] = []
  #unwatch: (() => void) | undefined

  constructor() {
    super()
    this.addController(new KeptFocus(this))
  }

  /** Undefined until the store element is found and defined. */
  get session(): PlaygroundSession | undefined {
    return this.#session
  }

  /** Connects the element to a given session. */
  set session(session: PlaygroundSession | undefined) {
    if (session === this.#session) return
    for (const end of this.#endings.splice(0)) end()
    this.#session = session
    this.requestUpdate()
    if (session) this.onSession(session)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#findSession()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unwatch?.()
    this.session = undefined
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return
    this.#unwatch?.()
    this.#unwatch = watchUpdate(this, () => super.performUpdate())
  }

  /** Called when the element finds its session, open or not: the place for `whenever`, `onTick`, `attendTo` and `atEnd`. */
  protected onSession(_session: PlaygroundSession): void {}

  /** Does the work now and whenever a signal that it has read changes, as long as the session is this one. */
  protected whenever(work: () => void): void {
    this.#endings.push(effect(work))
  }

  /** Reports the element's visibility to a computation, until the element leaves the session. */
  protected attendTo(work: Attended, observe = observeShown): void {
    this.atEnd(observe(this, (isSeen) => work.attend(this, isSeen)))
    this.atEnd(() => work.attend(this, false))
  }

  /** Does the work once the session is no longer this one, or the element leaves the page. */
  protected atEnd(work: () => void): void {
    this.#endings.push(work)
  }

  /** Reads now and whenever the store has changed, as long as the session is this one. */
  protected onTick(session: PlaygroundSession, read: StoreReading): void {
    this.#endings.push(session.clock.onTick(read))
    void read()
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('for')) void this.#findSession()
  }

  async #findSession(): Promise<void> {
    const owner = this.for === undefined ? ownerAround(this) : ownerNamed(this, this.for)
    if (!owner) return
    await customElements.whenDefined(owner.localName)
    if (this.isConnected && isOwner(owner)) this.session = owner.session
  }
}

function ownerNamed(element: Element, id: string): Element | undefined {
  const root = element.getRootNode() as Document | ShadowRoot
  return root.getElementById(id) ?? undefined
}

const owners = new Set(['rillbox-store', 'rillbox-playground'])

/** Finds the nearest store element, across shadow roots. */
function ownerAround(element: Element): Element | undefined {
  let node: Node | null = element
  while (node) {
    node = node.parentNode ?? hostOf(node)
    if (node && isElement(node) && owners.has(node.localName)) return node
  }
  return undefined
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

/** The host element, for a shadow root. */
const hostOf = (node: Node): Element | null => ('host' in node && !isElement(node) ? (node as ShadowRoot).host : null)
