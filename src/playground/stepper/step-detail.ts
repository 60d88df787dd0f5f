// Renders one step: its event and outcome, the changed state, emissions and logs.

import type { TemplateResult } from 'lit'
import { html, nothing } from 'lit'
import type { TextChange, TracedEmission, TraceStep } from '../../engine/observe/trace.ts'
import { counted } from '../ui-kit/counted.ts'
import type { StateChange } from './state-changes.ts'
import { stateChanges } from './state-changes.ts'
import { placeText, skipReason } from './step-texts.ts'

/** Sections that the reader has opened; they stay open from step to step. */
export interface OpenSections {
  readonly wholeState: boolean
  readonly metadata: boolean
  toggle(what: 'wholeState' | 'metadata', isOpen: boolean): void
}

/** Changes to list: a completely different state is easier to read as a whole. */
const mostChanges = 100
/** Characters of a value to show in the list. */
const mostCharacters = 300

export const stepDetail = (step: TraceStep, opened: OpenSections): TemplateResult => html`
  ${becameOf(step)} ${eventSection(step, opened)} ${stateSection(step, opened)}
  ${step.emitted.length > 0 ? emittedSection(step.emitted) : nothing} ${step.logs.length > 0 ? logSection(step.logs) : nothing}
`

function becameOf({ handler, skipped, fault, partition }: TraceStep) {
  const what = fault
    ? html`<p class="became fault" part="fault">
        <strong>Ends the query${fault.line === undefined ? '' : ` at line ${fault.line}, column ${fault.column}`}.</strong>
        <span class="message">${fault.message}</span>
      </p>`
    : skipped
      ? html`<p class="became skipped"><strong>Skipped.</strong> ${skipReason(skipped)}</p>`
      : html`<p class="became handled">
          ${handler === undefined ? 'The event became the state.' : html`Handled by <code>${handler}</code>`}
        </p>`
  return html`${what} ${!partition ? nothing : html`<p class="partition">Partition <code>${partition}</code></p>`}`
}

function eventSection({ event, link }: TraceStep, opened: OpenSections) {
  return html`
    <div class="section" role="group" part="event" aria-label="Event">
      <p class="heading">Event</p>
      <p class="about">
        <strong>${event.type}</strong> <code>${placeText(event)}</code>
        ${link ? html`<span class="muted">read through the link <code>${placeText(link)}</code></span>` : nothing}
        <time class="muted" datetime=${new Date(event.created).toISOString()}>${timeText(event.created)}</time>
      </p>
      ${event.data === '' ? html`<p class="muted">No data</p>` : html`<rillbox-json .text=${event.data} what="data" compact></rillbox-json>`}
      ${
        event.metadata === ''
          ? nothing
          : html`<details ?open=${opened.metadata} @toggle=${onToggle(opened, 'metadata')}>
              <summary>Metadata</summary>
              <rillbox-json .text=${event.metadata} what="metadata" compact></rillbox-json>
            </details>`
      }
    </div>
  `
}

function stateSection({ state, shared, result, skipped, fault }: TraceStep, opened: OpenSections) {
  if (skipped) return nothing
  if (fault) return stateAtFault(state, shared)
  return html`
    <div class="section" role="group" part="state" aria-label="State">
      <p class="heading">State</p>
      ${changesOf(state, 'state')}
      ${
        state.before === '' && state.after === ''
          ? nothing
          : html`<details ?open=${opened.wholeState} @toggle=${onToggle(opened, 'wholeState')}>
              <summary>Full state before and after</summary>
              ${opened.wholeState ? wholeTexts(state) : nothing}
            </details>`
      }
    </div>
    ${
      shared
        ? html`<div class="section" role="group" part="shared-state" aria-label="Shared state">
            <p class="heading">Shared state</p>
            ${changesOf(shared, 'shared state')}
          </div>`
        : nothing
    }
    ${
      hasOwnResult(result, state)
        ? html`<div class="section" role="group" part="result" aria-label="Result">
            <p class="heading">Result</p>
            ${changesOf(result, 'result')}
          </div>`
        : nothing
    }
  `
}

/** A failed event changes nothing, so the handler's input is shown instead. */
const stateAtFault = (state: TextChange, shared: TextChange | undefined) => html`
  <div class="section" role="group" part="state" aria-label="State">
    <p class="heading">State, unchanged</p>
    ${state.before === '' ? html`<p class="muted">No state yet.</p>` : html`<rillbox-json .text=${state.before} what="state"></rillbox-json>`}
  </div>
  ${
    shared && shared.before !== ''
      ? html`<div class="section" role="group" part="shared-state" aria-label="Shared state">
          <p class="heading">Shared state</p>
          <rillbox-json .text=${shared.before} what="shared state"></rillbox-json>
        </div>`
      : nothing
  }
`

/** Whether the result differs from the state: for most queries it does not. */
const hasOwnResult = (result: TextChange, state: TextChange): boolean =>
  (result.after !== '' && result.after !== state.after) || (result.before !== '' && result.before !== state.before)

function changesOf(texts: TextChange, what: string) {
  const changes = stateChanges(texts.before, texts.after)
  if (changes.length === 0) return html`<p class="muted">${texts.after === '' ? `No ${what}.` : `The ${what} does not change.`}</p>`
  return html`
    <table class="changes">
      <caption class="visually-hidden">
        Changes to the ${what}
      </caption>
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${changes.slice(0, mostChanges).map(changeRow)}
      </tbody>
    </table>
    ${changes.length > mostChanges ? html`<p class="muted">and ${counted(changes.length - mostChanges, 'more change')}</p>` : nothing}
  `
}

const marks = { added: '+', removed: '−', changed: '~' } as const

const changeRow = ({ kind, path, before, after }: StateChange) => html`
  <tr class=${kind}>
    <th scope="row">
      <span class="mark" aria-hidden="true">${marks[kind]}</span><span class="visually-hidden">${kind}</span>
      <code>${path === '' ? 'state' : path}</code>
    </th>
    <td class="before">${before === undefined ? html`<span class="visually-hidden">nothing</span>` : valueOf(before)}</td>
    <td class="after">${after === undefined ? html`<span class="visually-hidden">nothing</span>` : valueOf(after)}</td>
  </tr>
`

const valueOf = (json: string) =>
  json.length <= mostCharacters
    ? html`<code>${json}</code>`
    : html`<code>${json.slice(0, mostCharacters)}</code>
        <span class="muted">… ${(json.length - mostCharacters).toLocaleString('en')} more</span>`

const wholeTexts = ({ before, after }: TextChange) => html`
  <div class="whole">
    <div>
      <p class="heading">Before</p>
      ${before === '' ? html`<p class="muted">No state</p>` : html`<rillbox-json .text=${before} what="state before"></rillbox-json>`}
    </div>
    <div>
      <p class="heading">After</p>
      ${after === '' ? html`<p class="muted">No state</p>` : html`<rillbox-json .text=${after} what="state after"></rillbox-json>`}
    </div>
  </div>
`

const emittedSection = (emitted: readonly TracedEmission[]) => html`
  <div class="section" role="group" part="emitted" aria-label="Emitted">
    <p class="heading">Emitted <span class="count">${emitted.length}</span></p>
    <ul class="emitted">
      ${emitted.map(
        ({ stream, type, data, metadata }) =>
          html`<li>
            ${
              type === '$>'
                ? html`link to <code>${data}</code> in <code>${stream}</code>`
                : html`<strong>${type}</strong> to <code>${stream}</code
                    ><rillbox-json .text=${data} what="emitted data" compact></rillbox-json>`
            }
            ${metadata.map(([name, json]) => html`<div class="muted"><code>${name}: ${json}</code></div>`)}
          </li>`,
      )}
    </ul>
  </div>
`

const logSection = (logs: readonly string[]) => html`
  <div class="section" role="group" part="logs" aria-label="Log">
    <p class="heading">Log</p>
    <pre>${logs.join('\n')}</pre>
  </div>
`

const onToggle = (opened: OpenSections, what: 'wholeState' | 'metadata') => (event: Event) =>
  opened.toggle(what, (event.currentTarget as HTMLDetailsElement).open)

const timeText = (created: number): string =>
  new Date(created)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$/, ' UTC')
    .replace('Z', ' UTC')
