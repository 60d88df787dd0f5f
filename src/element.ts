// Entry for pages: defines the custom elements of the playground. On a server it can be imported as well, and does nothing.

import type * as elements from './playground/elements.ts'
import type { Phase } from './playground/model/session.ts'

export type { PanelName } from './playground/frame/arrangement.ts'
// The types name no base class: an application that compiles against them needs none of the packages inside.
export type { LoadingMode as Loading, PanelElement, PlaygroundElement, StoreElement } from './playground/elements.ts'
export type { Draft, DraftFault } from './playground/model/draft/draft.ts'
export type { Phase, PlaygroundSession as Session, SessionSelection as Selection } from './playground/model/session.ts'

export { addLanguage } from './playground/strings/languages.ts'
export type { TranslationSource } from './playground/strings/languages.ts'
export type { Strings, Translation } from './playground/strings/strings.ts'

if ('customElements' in globalThis) void import('./playground/define-elements.ts')

declare global {
  interface HTMLElementTagNameMap {
    'rillbox-store': elements.StoreElement
    'rillbox-lesson': elements.PanelElement
    'rillbox-query-editor': elements.PanelElement
    'rillbox-projection-panel': elements.PanelElement
    'rillbox-stream-browser': elements.PanelElement
    'rillbox-map': elements.PanelElement
    'rillbox-request-panel': elements.PanelElement
    'rillbox-stepper': elements.PanelElement
    'rillbox-playground': elements.PlaygroundElement
  }
  interface HTMLElementEventMap {
    'rillbox-phase': CustomEvent<Phase>
  }
}
