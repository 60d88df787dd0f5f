// Renders the partitions of a projection as a filter and a page of buttons: those that match the filter, a hundred per page.

import type { ShownProjection } from '../../../engine/inspect/inspection.ts'
import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { searchField } from '../../kit/fields.ts'

/** Partitions per page. */
const partitionsPerPage = 100

/**
 * @param filter part of the name, in any case.
 * @param page from 0; beyond the end, the last page counts.
 */
export function pageOf(partitions: readonly string[], filter: string, page: number) {
  const wanted = filter.trim().toLowerCase()
  const found = wanted === '' ? partitions : partitions.filter((name) => name.toLowerCase().includes(wanted))
  const pages = Math.max(1, Math.ceil(found.length / partitionsPerPage))
  const at = Math.min(Math.max(page, 0), pages - 1)
  const shown = found.slice(at * partitionsPerPage, (at + 1) * partitionsPerPage)
  return {
    shown,
    /** Positions of the first and last partition shown, from 1; 0 without any. */
    first: shown.length ? at * partitionsPerPage + 1 : 0,
    last: at * partitionsPerPage + shown.length,
    /** Number of partitions that match the filter. */
    found: found.length,
    page: at,
    pages,
  }
}

/** @param list keeps what the reader looks for, and the page. */
export function partitionList(
  { partitions, partition: chosen }: Pick<ShownProjection, 'partitions' | 'partition'>,
  list: { filter: string; page: number },
  choose: (partition: string) => void,
) {
  const { shown, first, last, found, page, pages } = pageOf(partitions, list.filter, list.page)
  const search = (filter: string): unknown => Object.assign(list, { filter, page: 0 })
  const turn = (label: string, sign: string, to: number) =>
    html`<button type="button" aria-label=${label} ?disabled=${to < 0 || to >= pages} @click=${() => (list.page = to)}>${sign}</button>`
  return html`
    <nav class="partitions flow" part="partitions" aria-label=${texts.partitions}>
      <h3 class="heading" id="partitions"><bdi>${texts.partitionCount(partitions.length)}</bdi></h3>
      ${partitions.length > 8 ? searchField(texts.filterPartitions, texts.filter, list.filter, search) : nothing}
      <ul>
        ${shown.map((name) => partitionButton(name, name === chosen, choose))}
      </ul>
      ${shown.length === 0 ? html`<p class="muted">${texts.noMatch}</p>` : nothing}
      ${
        found > partitionsPerPage
          ? html`<p class="pager flow apart muted tiny">
              ${turn(texts.previousPartitions, '‹', page - 1)}
              <span>${texts.range(first, last, found)}</span>
              ${turn(texts.nextPartitions, '›', page + 1)}
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
