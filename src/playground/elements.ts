// What pages may use of the elements, as types that need no package but this one.

import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { PanelName } from './frame/arrangement.ts'
import type { PlaygroundSession } from './session/session.ts'

/** When the store opens: with the page, when the element comes near the screen, or when somebody asks for it. */
export type LoadingMode = 'eager' | 'lazy' | 'click'

/** `<rillbox-store>`: owns a store for the panels inside. */
export interface StoreElement extends HTMLElement {
  /** Address of a scenario; without it the text of a `<script type="application/json">` inside. */
  src: string | undefined
  /** `click` waits for `session.open()`. Default: `eager`. */
  loading: LoadingMode
  /** Whether readers may only look. Default: false. */
  readonly: boolean
  /**
   * The store that is open. Set it to a store of the page's own, in place of one that the element makes: it is filled with the scenario
   * only where nobody has written to it, and it is not closed with the element.
   */
  get store(): Store | undefined
  set store(store: Store | undefined)
  /** What the store is filled with when it opens; goes before `src` and the script inside. */
  scenario: Scenario | undefined
  /** The store's phase, and what the panels share. */
  readonly session: PlaygroundSession
}

/** `<rillbox-playground>`: a store and all panels. */
export interface PlaygroundElement extends StoreElement {
  /** Names of panels, `header`, `reset` and `share`, with spaces between them. */
  hide: string | undefined
  /** The tab that is open. */
  panel: PanelName | undefined
  /** A length of CSS, e.g. `30rem`; goes before the custom property `--rillbox-height`. */
  height: string | undefined
  /** Offers links to what is in the store: the empty text to this page, which then opens them, an address to the page there. */
  share: string | undefined
  /** Goes back to what the store was filled with. */
  reset(): Promise<void>
}

/** `<rillbox-query-editor>` and the other panels: show the store around them. */
export interface PanelElement extends HTMLElement {
  /** Id of the store element, where this one is not inside of it. */
  for: string | undefined
  /** Undefined until the store element is found. */
  session: PlaygroundSession | undefined
}
