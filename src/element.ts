// Entry for pages: defines the custom elements of the playground.

import { PlaygroundElement } from './playground/playground.ts'
import { ProjectionPanelElement } from './playground/projection-panel.ts'
import { QueryEditorElement } from './playground/query-editor.ts'
import { RequestPanelElement } from './playground/request-panel.ts'
import { StepperElement } from './playground/stepper.ts'
import { StoreElement } from './playground/store-element.ts'
import { StreamBrowserElement } from './playground/stream-browser.ts'

export {
  PlaygroundElement,
  ProjectionPanelElement,
  QueryEditorElement,
  RequestPanelElement,
  StepperElement,
  StoreElement,
  StreamBrowserElement,
}

const elements = {
  'rillbox-store': StoreElement,
  'rillbox-query-editor': QueryEditorElement,
  'rillbox-projection-panel': ProjectionPanelElement,
  'rillbox-stream-browser': StreamBrowserElement,
  'rillbox-request-panel': RequestPanelElement,
  'rillbox-stepper': StepperElement,
  'rillbox-playground': PlaygroundElement,
} as const

// A page may load the module twice, from two addresses.
for (const [name, constructor] of Object.entries(elements)) if (!customElements.get(name)) customElements.define(name, constructor)

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
}
