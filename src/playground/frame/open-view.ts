// Renders the frame of an open playground around its panels: header, warning, undo bar, tabs, splitters and the version for paper.

import { html, nothing } from 'lit'
import type { PlaygroundSession } from '../model/session.ts'
import { frame as texts } from '../strings/english/frame.ts'
import { languageInUse } from '../strings/texts.ts'
import type { Arrangement, PanelName } from './arrangement.ts'
import { isBeside, panelNames } from './arrangement.ts'
import type { Pane } from './pane-choice.ts'
import { paneChoice, screenButton } from './pane-choice.ts'
import { panelView } from './panel-view.ts'
import type { Splitters } from './splitters.ts'
import { tabBar, tabId } from './tab-bar.ts'

export interface OpenView {
  /** The playground. */
  readonly element: HTMLElement
  readonly session: PlaygroundSession
  readonly name: string
  /** Whether the page owns the store. */
  readonly isLent: boolean
  /** Whether there is a button that shares. */
  readonly mayShare: boolean
  /** What the page or the scenario leaves out: panels and parts of the header. */
  readonly hidden: ReadonlySet<string>
  readonly arrangement: Arrangement
  readonly isWide: boolean
  /** The pane that has the whole playground. */
  readonly onlyPane: Pane | undefined
  /** Panels that have been visible, to which it adds: the others are not rendered yet. */
  readonly met: Set<PanelName>
  readonly splitters: Splitters
  choosePane(pane: Pane | undefined): void
  choosePanel(name: PanelName): void
  onReset(event: MouseEvent): void
  onShare(): void
  onDismiss(): void
}

export function openView(view: OpenView) {
  const { session, hidden, arrangement, splitters, name } = view
  const { beside, tabs } = arrangement
  // In the order in which they are seen: the tabs stand above what they open, below or beside the query and its result.
  const bar = hasTabs(arrangement) ? tabsOf(view) : nothing
  return html`
    <div class="frame ${classesOf(view)}" part="frame" role="group" lang=${languageInUse()} aria-label=${name} title="" tabindex="-1">
      <div class="top">
        ${hidden.has('header') ? nothing : header(view)} ${warning(view)}
        <rillbox-undo .session=${session} exportparts="undo"></rillbox-undo>
      </div>
      ${beside.length === 0 ? bar : nothing} ${panelNames.filter(isBeside).map((name) => panel(name, view))}
      ${beside.length === 0 ? nothing : bar} ${panelNames.filter((name) => !isBeside(name)).map((name) => panel(name, view))}
      ${beside.length === 2 ? splitters.view('columns') : nothing}
      ${beside.length > 0 && tabs.length > 0 ? splitters.view('rows') : nothing} ${compactResult(view)}
      <rillbox-print .session=${session}></rillbox-print>
    </div>
  `
}

const hasTabs = ({ tabs, beside }: Arrangement): boolean => tabs.length > 1 || (tabs.length > 0 && beside.length > 0)

function classesOf({ arrangement, isWide, onlyPane }: OpenView): string {
  const { beside, tabs } = arrangement
  const classes = [
    tabs.length === 0 && 'no-tabs',
    beside.length === 1 && `only-${beside[0]}`,
    isWide && beside.length === 0 && 'only-tabs',
    isWide && onlyPane && panesOf(arrangement).length > 1 && `all-${onlyPane}`,
  ]
  return classes.filter(Boolean).join(' ')
}

/** The panes of the row, from start to end. */
function panesOf({ beside, tabs }: Arrangement): Pane[] {
  const besides = beside.filter((name): name is 'editor' | 'result' => name === 'editor' || name === 'result')
  return [...besides, ...(besides.length > 0 && tabs.length > 0 ? (['tabs'] as const) : [])]
}

function header(view: OpenView) {
  const { element, session, name, isLent, mayShare, hidden, arrangement, onlyPane } = view
  return html`
    <div class="header flow" part="header">
      <h2 class="title cut" part="title">${name}</h2>
      <span class="badge muted tiny" part="badge">${session.readonly ? texts.readonly : isLent ? texts.lentStore : texts.inMemory}</span>
      ${paneChoice(panesOf(arrangement), onlyPane, (pane) => view.choosePane(pane))}
      ${
        isLent || hidden.has('reset')
          ? nothing
          : html`<button class="quiet" part="button" @click=${(event: MouseEvent) => view.onReset(event)}>${texts.startOver}</button>`
      }
      ${
        mayShare
          ? html`<button class="quiet" part="button" aria-haspopup="dialog" @click=${() => view.onShare()}>${texts.share}</button>
              <rillbox-share-dialog .session=${session}></rillbox-share-dialog>`
          : nothing
      }
      ${screenButton(element)}
    </div>
  `
}

/** A warning about the environment of an open store, until the reader dismisses it. */
function warning(view: OpenView) {
  const { warning } = view.session
  if (!warning) return nothing
  return html`
    <div class="warning" part="warning" role="alert">
      <p><strong>${warning.what}</strong> ${warning.hint}</p>
      <button class="quiet" part="button" aria-label=${texts.dismiss} @click=${() => view.onDismiss()}>✕</button>
    </div>
  `
}

const tabsOf = (view: OpenView) =>
  tabBar({
    label: texts.panelTabs,
    tabs: view.arrangement.tabs,
    labels: texts.panels,
    open: view.arrangement.open,
    panelOf: (name) => (view.met.has(name) ? name : undefined),
    choose: (name) => view.choosePanel(name),
  })

function panel(name: PanelName, { session, arrangement, met }: OpenView) {
  const isTab = arrangement.tabs.includes(name)
  const isShown = arrangement.beside.includes(name) || name === arrangement.open
  if (isShown) met.add(name)
  if (!met.has(name) || !(isTab || isShown)) return nothing
  const isLabelled = isTab && hasTabs(arrangement)
  return html`
    <div
      class="panel ${name}"
      part="panel ${name}"
      id=${name}
      role=${isLabelled ? 'tabpanel' : 'group'}
      aria-labelledby=${isLabelled ? tabId(name) : nothing}
      aria-label=${isLabelled ? nothing : texts.panels[name]}
      ?hidden=${!isShown}
    >
      ${panelView(name, session)}
    </div>
  `
}

/** Where one panel is open at a time, what a click does to the result is seen below it. */
function compactResult({ session, arrangement: { beside, open }, hidden }: OpenView) {
  if (beside.length > 0 || open === 'result' || open === undefined || hidden.has('result')) return nothing
  return html`<rillbox-compact-result class="compact" .session=${session} exportparts="compact"></rillbox-compact-result>`
}
