// Renders the partitions of a projection as a filter and a page of buttons.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { pageOf, partitionsPerPage } from './partition-page.ts'
import { searchField } from '../../kit/fields.ts'

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
    <nav class="partitions flow" part="partitions" aria-label=${texts.partitions}>
      <h3 class="heading" id="partitions"><bdi>${texts.partitionCount(partitions.length)}</bdi></h3>
      ${partitions.length > 8 ? searchField(texts.filterPartitions, texts.filter, filter, on.onFilter) : nothing}
      <ul>
        ${shown.map((name) => partitionButton(name, name === chosen, on.onChoose))}
      </ul>
      ${shown.length === 0 ? html`<p class="muted">${texts.noMatch}</p>` : nothing}
      ${
        found > partitionsPerPage
          ? html`<p class="pager flow apart muted tiny">
              <button type="button" aria-label=${texts.previousPartitions} ?disabled=${at === 0} @click=${() => on.onPage(at - 1)}>
                ‹
              </button>
              <span>${texts.range(first, last, found)}</span>
              <button type="button" aria-label=${texts.nextPartitions} ?disabled=${at >= pages - 1} @click=${() => on.onPage(at + 1)}>
                ›
              </button>
            </p>`
          : nothing
      }
    </nav>
  `
}

/** Without spaces between the tags: a page has a hundred of them. */
// prettier-ignore
const partitionButton = (name: string, isChosen: boolean, choose: (name: string) => void) =>
  html`<li><button type="button" class="quiet cut" aria-current=${isChosen ? 'true' : nothing} title=${visibleLine(name)} @click=${() => choose(name)}>${name === '' ? html`<em>${texts.shared}</em>` : visibleLine(name)}</button></li>`
