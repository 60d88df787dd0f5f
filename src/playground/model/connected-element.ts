// Base class of the panels: finds the store element, and renders again when its session changes.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement } from 'lit'
import { KeptFocus } from '../kit/kept-focus.ts'
import type { PlaygroundSession, SessionTopic } from './session.ts'

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
  #unsubscribe: (() => void) | undefined

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
    this.#unsubscribe?.()
    this.#session = session
    this.#unsubscribe = session?.subscribe((topic) => (topic === 'notice' ? this.requestUpdate() : this.onTopic(topic)))
    this.requestUpdate()
    if (session) this.onSession(session)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#findSession()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.session = undefined
  }

  /** Called on every change of the session but notices, which render the element again. Override it to skip topics or to read more. */
  protected onTopic(_topic: SessionTopic): void {
    this.requestUpdate()
  }

  /** Called when the element finds its session, open or not. */
  protected onSession(_session: PlaygroundSession): void {}

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
