// Entry for pages: defines the custom elements of the playground; panels are loaded and defined when the first store opens.

import { define } from './playground/define.ts'
import type * as elements from './playground/elements.ts'
import { PlaygroundElement as Playground } from './playground/playground.ts'
import type { Phase } from './playground/session.ts'
import { StoreElement as Store } from './playground/store-element.ts'

export type { PanelName } from './playground/arrangement.ts'
export type { Loading, PanelElement } from './playground/elements.ts'
export type { Draft, DraftFault } from './playground/draft.ts'
export type { Phase, Selection, Session } from './playground/session.ts'

// The types name no base class: an application that compiles against them needs none of the packages inside.
export type StoreElement = elements.StoreElement
export const StoreElement: new () => StoreElement = Store
export type PlaygroundElement = elements.PlaygroundElement
export const PlaygroundElement: new () => PlaygroundElement = Playground

define('rillbox-store', Store)
define('rillbox-playground', Playground)

declare global {
  interface HTMLElementTagNameMap {
    'rillbox-store': StoreElement
    'rillbox-query-editor': elements.PanelElement
    'rillbox-projection-panel': elements.PanelElement
    'rillbox-stream-browser': elements.PanelElement
    'rillbox-request-panel': elements.PanelElement
    'rillbox-stepper': elements.PanelElement
    'rillbox-playground': PlaygroundElement
  }
  interface HTMLElementEventMap {
    'rillbox-phase': CustomEvent<Phase>
  }
}
