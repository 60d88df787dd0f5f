// Renders each panel of the playground, and exports the parts that a page can style.

import type { TemplateResult } from 'lit'
import { html } from 'lit'
import type { PanelName } from './arrangement.ts'
import type { PlaygroundSession } from '../model/session.ts'

/** Parts of each panel. Outside, the panel's name is their prefix, e.g. `editor-code`, because several panels have a `list`. */
const parts: Readonly<Record<PanelName, string>> = {
  lesson: 'steps step send request next',
  editor: 'controls name mode emit run-state step run code editor format stepping',
  result: 'choice status step commands figures fault filter partitions values charts emitted dialog',
  log: 'controls list table row',
  streams: 'filter list item stream table detail controls',
  map: 'graph node legend',
  requests: 'controls filter list table row detail',
  steps: 'bar button slider tick filters list step query event state shared-state result lines emitted logs fault',
  compare: 'controls outcome first states streams',
}

export const partsOf = (name: PanelName): readonly string[] => parts[name].split(' ')

/** Value of a panel's `exportparts` attribute. */
const exportedParts = (name: PanelName): string =>
  partsOf(name)
    .map((part) => `${part}: ${name}-${part}`)
    .join(', ')

const elements: Readonly<Record<PanelName, (session: PlaygroundSession, parts: string) => TemplateResult>> = {
  lesson: (session, parts) => html`<rillbox-lesson .session=${session} exportparts=${parts}></rillbox-lesson>`,
  editor: (session, parts) => html`<rillbox-query-editor .session=${session} exportparts=${parts}></rillbox-query-editor>`,
  result: (session, parts) => html`<rillbox-projection-panel .session=${session} exportparts=${parts}></rillbox-projection-panel>`,
  log: (session, parts) => html`<rillbox-log-panel .session=${session} exportparts=${parts}></rillbox-log-panel>`,
  streams: (session, parts) => html`<rillbox-stream-browser .session=${session} exportparts=${parts}></rillbox-stream-browser>`,
  map: (session, parts) => html`<rillbox-map .session=${session} exportparts=${parts}></rillbox-map>`,
  requests: (session, parts) => html`<rillbox-request-panel .session=${session} exportparts=${parts}></rillbox-request-panel>`,
  steps: (session, parts) => html`<rillbox-stepper .session=${session} exportparts=${parts}></rillbox-stepper>`,
  compare: (session, parts) => html`<rillbox-compare .session=${session} exportparts=${parts}></rillbox-compare>`,
}

export const panelView = (name: PanelName, session: PlaygroundSession) => elements[name](session, exportedParts(name))
