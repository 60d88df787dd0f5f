// A bar of tabs: its buttons, the keys that lead from one to the next, and its styles. Where one row has no room for all, it has two.

import { css, html, nothing } from 'lit'
import { hasModifier } from '../kit/modifiers.ts'
import { isRtl } from './direction.ts'

export interface TabBar<Name extends string> {
  /** Name of the bar. */
  readonly label: string
  readonly tabs: readonly Name[]
  readonly labels: Readonly<Record<Name, string>>
  readonly open: Name | undefined
  /** Id of the tab's panel; undefined while there is none. */
  readonly panelOf: (name: Name) => string | undefined
  /** A number behind the tab's label, and its meaning for screen readers. */
  readonly countOf?: (name: Name) => { readonly count: number; readonly meaning: string } | undefined
  readonly choose: (name: Name) => void
}

/** Where the panel that a tab opens finds its label. */
export const tabId = (name: string): string => `tab-${name}`

export function tabBar<Name extends string>(bar: TabBar<Name>) {
  return html`<div role="tablist" part="tabs" aria-label=${bar.label} @keydown=${(event: KeyboardEvent) => onKey(event, bar)}>
    ${bar.tabs.map((name) => tab(name, bar))}
  </div>`
}

function tab<Name extends string>(name: Name, { labels, open, panelOf, countOf, choose }: TabBar<Name>) {
  const label = labels[name]
  const counted = countOf?.(name)
  return html`<button
    type="button"
    role="tab"
    id=${tabId(name)}
    part="tab ${name === open ? 'open-tab' : ''}"
    aria-label=${counted ? `${label}, ${counted.meaning}` : nothing}
    aria-selected=${name === open}
    aria-controls=${panelOf(name) ?? nothing}
    tabindex=${name === open ? 0 : -1}
    @click=${() => choose(name)}
  >
    <span data-label=${label}>${label}</span>${counted ? html`<span class="count tiny strong">${counted.count}</span>` : nothing}
  </button>`
}

function onKey<Name extends string>(event: KeyboardEvent, { tabs, open, choose }: TabBar<Name>): void {
  const bar = event.currentTarget as HTMLElement
  if (hasModifier(event)) return
  const next = open && tabForKey(tabs, open, event.key, isRtl(bar))
  if (!next) return
  event.preventDefault()
  choose(next)
  bar.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
}

export const tabStyle = css`
  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
    min-inline-size: 0;
  }
  [role='tab'] {
    border: 0;
    border-block-end: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--_muted);
  }
  [role='tab']:hover:not(:disabled) {
    background: none;
    color: var(--_text);
  }
  [role='tab'][aria-selected='true'] {
    border-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  [role='tab']:focus-visible {
    outline-offset: -3px;
  }
  .panel {
    min-inline-size: 0;
    padding: 0.75rem;
    overflow: auto;
  }
  .panel > * {
    block-size: 100%;
  }
  .panel.steps {
    padding-block-start: 0;
  }
  [data-label] {
    display: inline-block;
    vertical-align: top;
  }
  /* Reserves the width of the selected state, so that tabs do not move. */
  [data-label]::after {
    content: attr(data-label);
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font-weight: 600;
  }
`

/** @returns the tab that a key selects in the ARIA tabs pattern, where arrows lead as they point; undefined for other keys. */
export function tabForKey<Name>(tabs: readonly Name[], current: Name, key: string, isRtl: boolean): Name | undefined {
  const index = tabs.indexOf(current)
  const [previous, next] = [tabs.at(index - 1), tabs[(index + 1) % tabs.length]]
  const [left, right] = isRtl ? [next, previous] : [previous, next]
  return { ArrowLeft: left, ArrowRight: right, Home: tabs[0], End: tabs.at(-1) }[key]
}
