// Types of the elements for pages; they depend on no other package.

import type { Release } from '../base/release/facts.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { PanelName } from './frame/arrangement.ts'
import type { PlaygroundSession } from './model/session.ts'

/** When the store opens: with the page, when the element comes near the screen, or on request. */
export type LoadingMode = 'eager' | 'lazy' | 'click'

/** `<rillbox-store>`: owns a store for the panels inside. */
export interface StoreElement extends HTMLElement {
  /** Address of a scenario. Default: the text of a `<script type="application/json">` inside. */
  src: string | undefined
  /** `click` waits for `session.open()`. Default: `eager`. */
  loading: LoadingMode
  /** Whether readers may look but not change anything. Default: false. */
  readonly: boolean
  /** The release of the server whose answers the element's own store gives. Default: that of the scenario, or else `26.1`. */
  release: Release | undefined
  /** Language of the panels' texts, shared by all playgrounds of the page. Default: that of the element around. */
  lang: string
  /**
   * The open store. Set it to a store that the page owns, in place of the element's own: the scenario fills it only if it is still
   * unwritten, and removing the element does not close it.
   */
  get store(): Store | undefined
  set store(store: Store | undefined)
  /** Initial content of the store; overrides `src` and the script inside. */
  scenario: Scenario | undefined
  /** The store's phase, and the state that the panels share. */
  readonly session: PlaygroundSession
}

/** `<rillbox-playground>`: a store and all panels. */
export interface PlaygroundElement extends StoreElement {
  /** Names of panels, `header`, `reset` and `share`, separated by spaces. */
  hide: string | undefined
  /** The open tab. */
  panel: PanelName | undefined
  /** A CSS length, e.g. `30rem`; overrides the custom property `--rillbox-height`. */
  height: string | undefined
  /** Offers links to the store's content: empty for links to this page, otherwise the address of the page that opens them. */
  share: string | undefined
  /** Restores the initial content of the store. */
  reset(): Promise<void>
  /**
   * Replaces the content of the element's own store by that of a file: a scenario, a snapshot, an export, or events, one JSON object a
   * line. Readers can take it back. What is wrong with the file is told in the playground.
   */
  openFile(file: File): Promise<void>
}

/** `<rillbox-query-editor>` and the other panels: show the store element around them. */
export interface PanelElement extends HTMLElement {
  /** Id of the store element, for a panel outside of it. */
  for: string | undefined
  /** Undefined until the panel finds its store element. */
  session: PlaygroundSession | undefined
}

declare global {
  interface HTMLElementEventMap {
    /** A reader asks for the scenario that follows; its address is as the scenario spells it. */
    'rillbox-next': CustomEvent<{ readonly src: string }>
  }
}
