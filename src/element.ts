// Entry for pages: defines the custom elements of the playground; panels are loaded and defined when the first store opens.

import { define } from './playground/define.ts'
import { PlaygroundElement } from './playground/playground.ts'
import type { ProjectionPanelElement } from './playground/projection-panel.ts'
import type { QueryEditorElement } from './playground/query-editor.ts'
import type { RequestPanelElement } from './playground/request-panel.ts'
import type { StepperElement } from './playground/stepper.ts'
import { StoreElement } from './playground/store-element.ts'
import type { StreamBrowserElement } from './playground/stream-browser.ts'

export { PlaygroundElement, StoreElement }
export type { ProjectionPanelElement, QueryEditorElement, RequestPanelElement, StepperElement, StreamBrowserElement }
import type { Phase } from './playground/session.ts'
export type { Phase }

define('rillbox-store', StoreElement)
define('rillbox-playground', PlaygroundElement)

declare global {
  interface HTMLElementTagNameMap {
    'rillbox-store': StoreElement
    'rillbox-query-editor': QueryEditorElement
    'rillbox-projection-panel': ProjectionPanelElement
    'rillbox-stream-browser': StreamBrowserElement
    'rillbox-request-panel': RequestPanelElement
    'rillbox-stepper': StepperElement
    'rillbox-playground': PlaygroundElement
  }
  interface HTMLElementEventMap {
    'rillbox-phase': CustomEvent<Phase>
  }
}
