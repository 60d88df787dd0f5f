// Shows each panel of the playground with its element, and lets the page's styles reach the parts inside.

import type { TemplateResult } from 'lit'
import { html } from 'lit'
import type { PanelName } from './arrangement.ts'
import { exportedParts } from './panel-parts.ts'
import type { PlaygroundSession } from '../session/session.ts'

const elements: Readonly<Record<PanelName, (session: PlaygroundSession, parts: string) => TemplateResult>> = {
  editor: (session, parts) => html`<rillbox-query-editor .session=${session} exportparts=${parts}></rillbox-query-editor>`,
  result: (session, parts) => html`<rillbox-projection-panel .session=${session} exportparts=${parts}></rillbox-projection-panel>`,
  streams: (session, parts) => html`<rillbox-stream-browser .session=${session} exportparts=${parts}></rillbox-stream-browser>`,
  requests: (session, parts) => html`<rillbox-request-panel .session=${session} exportparts=${parts}></rillbox-request-panel>`,
  steps: (session, parts) => html`<rillbox-stepper .session=${session} exportparts=${parts}></rillbox-stepper>`,
}

export const panelView = (name: PanelName, session: PlaygroundSession): TemplateResult => elements[name](session, exportedParts(name))
