// Renders the partitions of a projection as a filter and a page of buttons.

import { html, nothing } from 'lit'
import { counted } from '../ui-kit/counted.ts'
import { pageOf, partitionsPerPage } from './partition-page.ts'

export interface PartitionList {
  readonly partitions: readonly string[]
  readonly chosen: string
  readonly filter: string
  readonly page: number
  onChoose(partition: string): void
  onFilter(filter: string): void
  onPage(page: number): void
}

export const partitionList = ({ partitions, chosen, filter, page, ...on }: PartitionList) => {
  const { shown, first, last, found, page: at, pages } = pageOf(partitions, filter, page)
  return html`
    <nav class="partitions" part="partitions" aria-label="Partitions">
      <h3 id="partitions">${counted(partitions.length, 'partition')}</h3>
      ${
        partitions.length > 8
          ? html`<input
              type="search"
              part="filter"
              placeholder="Filter"
              aria-label="Filter the partitions"
              autocomplete="off"
              spellcheck="false"
              .value=${filter}
              @input=${(event: Event) => on.onFilter((event.target as HTMLInputElement).value)}
            />`
          : nothing
      }
      <ul>
        ${shown.map(
          (name) =>
            html`<li>
              <button
                type="button"
                class="quiet"
                aria-current=${name === chosen ? 'true' : nothing}
                title=${name}
                @click=${() => on.onChoose(name)}
              >
                ${name === '' ? html`<em>shared state</em>` : name}
              </button>
            </li>`,
        )}
      </ul>
      ${shown.length === 0 ? html`<p class="muted">No partitions match the filter.</p>` : nothing}
      ${
        found > partitionsPerPage
          ? html`<p class="pager">
              <button type="button" aria-label="Previous partitions" ?disabled=${at === 0} @click=${() => on.onPage(at - 1)}>‹</button>
              <span>${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${found.toLocaleString('en')}</span>
              <button type="button" aria-label="Next partitions" ?disabled=${at >= pages - 1} @click=${() => on.onPage(at + 1)}>›</button>
            </p>`
          : nothing
      }
    </nav>
  `
}
