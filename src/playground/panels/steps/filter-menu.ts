// Renders the menu that filters steps, with the keys of stepping below.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import type { StepFilter } from '../../model/steps/step-filter.ts'
import { everyStep } from '../../model/steps/step-filter.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { choiceField } from '../../kit/fields.ts'

/** @param isMet whether a reader has opened it: its lists of hundreds of options are not rendered before. */
export function filterMenu(stepping: Stepping, isMet: boolean, onOpen: () => void) {
  const { listing } = stepping.cursor
  const chosen = listing.filter
  const change = (part: Partial<StepFilter>) => stepping.cursor.filter({ ...chosen, ...part })
  const isOn = Object.entries(everyStep).some(([name, value]) => chosen[name as keyof StepFilter] !== value)
  return html`
    <rillbox-menu
      class=${isOn ? 'active' : ''}
      .label=${isOn ? texts.filterOn : texts.filter}
      .text=${isOn ? `${texts.filter} •` : texts.filter}
      .stays=${true}
      @rillbox-menu-open=${onOpen}
    >
      ${
        isMet
          ? html`<div class="filters" part="filters">
              ${choiceField(texts.show, Object.entries(texts.showing), chosen.show, (show) => change({ show }))}
              ${choice(texts.type, listing.types, chosen.type, (type) => change({ type }))}
              ${listing.partitions.size > 0 ? choice(texts.partition, listing.partitions, chosen.partition, (partition) => change({ partition })) : nothing}
              ${keys()}
            </div>`
          : nothing
      }
    </rillbox-menu>
  `
}

/** The value for all: no type of an event and no partition is like it. */
const all = '\n'

/** More options than a reader would look through; the selected one is always among them. */
const mostChoices = 500

function choice(label: string, names: ReadonlySet<string>, chosen: string | undefined, choose: (name: string | undefined) => void) {
  const offered = [...names].slice(0, mostChoices)
  if (chosen !== undefined && !offered.includes(chosen)) offered.push(chosen)
  const options = [[all, texts.all] as const, ...offered.map((name) => [name, visibleLine(name)] as const)]
  return choiceField(label, options, chosen ?? all, (name) => choose(name === all ? undefined : name))
}

const keyLists = () => {
  const { page, first, last } = texts.keyNames
  return {
    step: ['←', '→'],
    handled: ['⇧ ←', '⇧ →'],
    change: ['⇧ ↑', '⇧ ↓'],
    page: [`${page} ↑`, `${page} ↓`],
    stop: [`⇧ ${page} ↑`, `⇧ ${page} ↓`],
    ends: [first, last],
    line: ['F9'],
  }
}

const keys = () => html`
  <details class="keys fine">
    <summary>${texts.keys}</summary>
    <dl>
      ${Object.entries(keyLists()).map(
        ([what, list]) =>
          html`<div>
            <dt>${list.map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${texts.keysOf[what as keyof typeof texts.keysOf]}</dd>
          </div>`,
      )}
    </dl>
  </details>
`
