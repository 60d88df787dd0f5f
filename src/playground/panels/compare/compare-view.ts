// <rillbox-compare-view>: shows where the draft and what it is compared with part, and what a run of the draft would do to streams.

import { html, nothing } from 'lit'
import type { Comparison, ComparedTexts, DifferingPartition, PartingEvent } from '../../../engine/queries/compare/compare.ts'
import { askForPanel } from '../../frame/panel-request.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import type { Comparing } from '../../model/explain/comparing.ts'
import { comparingOf } from '../../model/explain/comparing.ts'
import type { Rival } from '../../model/explain/rivals.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { stateChanges } from '../../model/steps/state-changes.ts'
import { shortReason } from '../../model/store/short-reason.ts'
import { compare as texts } from '../../strings/english/compare.ts'
import { compareStyle } from './compare-style.ts'
import { dryRunView } from './dry-run-view.ts'
import { onText } from '../../kit/fields.ts'

/** Partitions to list, changes of each, and characters of a value. */
const mostPartitions = 20
const mostChanges = 10
const mostCharacters = 200

export class CompareViewElement extends ConnectedElement {
  static override styles = [theme, partStyle, compareStyle]

  protected override onSession(session: PlaygroundSession): void {
    this.attendTo(comparingOf(session).work)
  }

  protected override render() {
    const { session } = this
    if (!session?.store) return html`<p class="muted">${texts.waiting}</p>`
    const comparing = comparingOf(session)
    const { rival, rivals } = comparing
    return html`
      ${
        rivals.length === 0
          ? nothing
          : html`<div class="bar" part="controls">
              <label class="flow">
                <span>${texts.with}</span>
                <select @change=${onText<Rival>((rival) => comparing.choose(rival))}>
                  ${rivals.map((each) => html`<option value=${each} .selected=${each === rival}>${rivalName(each)}</option>`)}
                </select>
              </label>
            </div>`
      }
      <div part="outcome" aria-live="polite">
        ${rival === undefined ? html`<p class="empty">${texts.none}</p>` : this.#outcome(comparing, rival)}
      </div>
      ${session.readonly || session.draft.name.trim() === '' ? nothing : this.#tried(comparing)}
    `
  }

  #outcome({ state }: Comparing, rival: Rival) {
    if (state.kind === 'failed') return html`<p class="danger" role="alert">${state.trouble.what}</p>`
    if (state.kind !== 'done') return html`<p class="empty" aria-busy="true">${texts.comparing}</p>`
    const { comparison } = state
    const sides = sidesOf(rival, this.session!.store!.release)
    if (comparison.agrees) return [html`<p class="empty">${texts.agrees(comparison.events)}</p>`, ...faultLines(comparison, sides)]
    return html`
      <p><strong>${texts.differs}</strong></p>
      ${comparison.first ? this.#first(comparison.first, sides) : nothing} ${faultLines(comparison, sides)}
      ${
        comparison.emitted.one === comparison.emitted.other
          ? nothing
          : html`<p>${texts.emitted(sides.one, comparison.emitted.one, sides.other, comparison.emitted.other)}</p>`
      }
      ${comparison.partitions.length > 0 ? partitionsView(comparison.partitions) : nothing}
    `
  }

  #first({ stream, number, type, what, texts: found }: PartingEvent, sides: ComparedTexts) {
    const open = (): void => {
      this.session?.select({ ...this.session.selection, stream, event: number })
      askForPanel(this, 'streams')
    }
    const event = visibleLine(`${number}@${stream}`)
    return html`<div part="first">
      <p>${texts.first} <button type="button" class="low" @click=${open}>${texts.event(event, visibleLine(type))}</button></p>
      <dl>
        <dt class="muted tiny">${texts.whats[what]} · ${sides.one}</dt>
        <dd class="removed"><code>${shown(found.one)}</code></dd>
        <dt class="muted tiny">${texts.whats[what]} · ${sides.other}</dt>
        <dd class="added"><code>${shown(found.other)}</code></dd>
      </dl>
    </div>`
  }

  #tried(comparing: Comparing) {
    const { tried, running } = comparing
    const { tried: words } = texts
    return html`<section part="streams">
      <h3>${words.heading}</h3>
      ${
        running === undefined
          ? html`<p class="muted">${words.isNew}</p>`
          : tried === undefined
            ? html`<button type="button" class="low" @click=${() => void comparing.tryRun()}>${words.ask}</button>`
            : tried.kind === 'trying'
              ? html`<p class="muted" aria-busy="true">${words.trying}</p>`
              : tried.kind === 'refused'
                ? html`<p class="danger" role="alert">${tried.why}</p>`
                : dryRunView(tried.dryRun)
      }
    </section>`
  }
}

const rivalName = (rival: Rival): string => (rival === 'running' || rival === 'engine' ? texts.rivals[rival] : texts.rivals.release(rival))

function sidesOf(rival: Rival, release: string): ComparedTexts {
  const { sides } = texts
  if (rival === 'running') return { one: sides.running, other: sides.draft }
  if (rival === 'engine') return { one: sides.engine(1), other: sides.engine(2) }
  return { one: sides.release(release), other: sides.release(rival) }
}

const faultLines = ({ faults }: Comparison, sides: ComparedTexts) =>
  (['one', 'other'] as const).flatMap((side) => {
    const fault = faults[side]
    return fault ? [html`<p class="danger">${texts.faults(sides[side], shortReason(fault.message))}</p>`] : []
  })

const partitionsView = (partitions: readonly DifferingPartition[]) => html`
  <section part="states">
    <h3>${texts.states}</h3>
    ${partitions
      .slice(0, mostPartitions)
      .map(({ partition, state, result }) => [
        state ? changesView(partition === '' ? texts.whats.state : texts.stateOf(visibleLine(partition)), state) : nothing,
        result ? changesView(partition === '' ? texts.whats.result : texts.resultOf(visibleLine(partition)), result) : nothing,
      ])}
    ${partitions.length > mostPartitions ? html`<p class="muted">${texts.morePartitions(partitions.length - mostPartitions)}</p>` : nothing}
  </section>
`

function changesView(heading: string, { one, other }: ComparedTexts) {
  const changes = stateChanges(one, other)
  return html`<h4>${heading}</h4>
    <ul>
      ${changes
        .slice(0, mostChanges)
        .map(
          ({ path, before, after }) =>
            html`<li>
              ${path === '' ? nothing : html`<code>${visibleLine(path)}</code>`} <code class="removed">${shown(before)}</code>
              <span aria-hidden="true">→</span> <code class="added">${shown(after)}</code>
            </li>`,
        )}
      ${changes.length > mostChanges ? html`<li class="muted">${texts.moreChanges(changes.length - mostChanges)}</li>` : nothing}
    </ul>`
}

function shown(text: string | undefined): string {
  if (text === undefined || text === '') return texts.nothing
  return visibleLine(text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text)
}
