// Renders one step: its event and outcome, the changed state, emissions and logs.

import { html, nothing } from 'lit'
import type { TextChange, TracedEmission, TraceStep } from '../../../engine/observe/trace.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import type { StepLines } from '../../model/steps/line-notes.ts'
import type { StateChange } from '../../model/steps/state-changes.ts'
import { stateChanges } from '../../model/steps/state-changes.ts'
import { placeText } from '../../model/steps/step-texts.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { tableHead } from '../../kit/table-head.ts'

/** Sections that the reader has opened; they stay open from step to step. */
export interface OpenSections {
  readonly wholeState: boolean
  readonly metadata: boolean
  readonly lines: boolean
  toggle(what: Section, isOpen: boolean): void
}

type Section = 'wholeState' | 'metadata' | 'lines'

/** Changes to list: a completely different state is easier to read as a whole. */
const mostChanges = 100
/** Characters of a value to show in the list. */
const mostCharacters = 300

/** The change comes first: it is what a reader steps for. */
export const stepDetail = (step: TraceStep, lines: StepLines, opened: OpenSections) => html`
  ${becameOf(step)} ${stateSection(step, opened)} ${eventSection(step, opened)} ${linesSection(lines, opened)}
  ${step.emitted.length > 0 ? emittedSection(step.emitted) : nothing} ${step.logs.length > 0 ? logSection(step.logs) : nothing}
`

function becameOf({ handler, skipped, fault, partition }: TraceStep) {
  const what = fault
    ? html`<p class="became fault" part="fault">
        <strong>${fault.line === undefined ? texts.endsQuery : texts.endsQueryAt(fault.line, fault.column)}</strong>
        <span class="message">${withoutBidiControls(fault.message)}</span>
      </p>`
    : skipped
      ? html`<p class="became skipped"><strong>${texts.skipped}</strong> ${texts.reasons[skipped]}</p>`
      : html`<p class="became handled">
          ${handler === undefined ? texts.becameState : texts.handledBy(html`<code>${visibleLine(handler)}</code>`)}
        </p>`
  return html`${what}
  ${!partition ? nothing : html`<p class="partition flow"><span>${texts.inPartition(html`<code>${visibleLine(partition)}</code>`)}</span></p>`}`
}

function eventSection({ event, link }: TraceStep, opened: OpenSections) {
  return html`
    <div class="section" role="group" part="event" aria-label=${texts.event}>
      <p class="heading">${texts.event}</p>
      <p class="about flow">
        <strong>${visibleLine(event.type)}</strong> <code>${placeText(event)}</code>
        ${link ? html`<span class="muted">${texts.readThrough(html`<code>${placeText(link)}</code>`)}</span>` : nothing}
        <time class="muted" datetime=${new Date(event.created).toISOString()}>${timeText(event.created)}</time>
      </p>
      ${event.data === '' ? html`<p class="muted">${texts.noData}</p>` : html`<rillbox-json .text=${event.data} .what=${texts.data} .compact=${true}></rillbox-json>`}
      ${
        event.metadata === ''
          ? nothing
          : html`<details ?open=${opened.metadata} @toggle=${onToggle(opened, 'metadata')}>
              <summary>${texts.metadata}</summary>
              <rillbox-json .text=${event.metadata} .what=${texts.metadataThing} .compact=${true}></rillbox-json>
            </details>`
      }
    </div>
  `
}

function stateSection({ state, shared, result, skipped, fault }: TraceStep, opened: OpenSections) {
  if (skipped) return nothing
  if (fault) return stateAtFault(state, shared)
  return html`
    <div class="section" role="group" part="state" aria-label=${texts.state}>
      <p class="heading">${texts.state}</p>
      ${changesOf(state, 'state')}
      ${
        state.before === '' && state.after === ''
          ? nothing
          : html`<details ?open=${opened.wholeState} @toggle=${onToggle(opened, 'wholeState')}>
              <summary>${texts.wholeState}</summary>
              ${opened.wholeState ? wholeTexts(state) : nothing}
            </details>`
      }
    </div>
    ${
      shared
        ? html`<div class="section" role="group" part="shared-state" aria-label=${texts.sharedState}>
            <p class="heading">${texts.sharedState}</p>
            ${changesOf(shared, 'shared')}
          </div>`
        : nothing
    }
    ${
      hasOwnResult(result, state)
        ? html`<div class="section" role="group" part="result" aria-label=${texts.result}>
            <p class="heading">${texts.result}</p>
            ${changesOf(result, 'result')}
          </div>`
        : nothing
    }
  `
}

/** A failed event changes nothing, so the handler's input is shown instead. */
const stateAtFault = (state: TextChange, shared: TextChange | undefined) => html`
  <div class="section" role="group" part="state" aria-label=${texts.state}>
    <p class="heading">${texts.stateUnchanged}</p>
    ${state.before === '' ? html`<p class="muted">${texts.noStateYet}</p>` : html`<rillbox-json .text=${state.before} .what=${texts.state}></rillbox-json>`}
  </div>
  ${
    shared && shared.before !== ''
      ? html`<div class="section" role="group" part="shared-state" aria-label=${texts.sharedState}>
          <p class="heading">${texts.sharedState}</p>
          <rillbox-json .text=${shared.before} .what=${texts.sharedState}></rillbox-json>
        </div>`
      : nothing
  }
`

/** Whether the result differs from the state: for most queries it does not. */
const hasOwnResult = (result: TextChange, state: TextChange): boolean =>
  (result.after !== '' && result.after !== state.after) || (result.before !== '' && result.before !== state.before)

function changesOf(change: TextChange, what: keyof typeof texts.things) {
  const changes = stateChanges(change.before, change.after)
  const things = texts.things[what]
  if (changes.length === 0) return html`<p class="muted">${change.after === '' ? things.none : things.same}</p>`
  return html`
    <table class="changes">
      ${tableHead(things.changes, [texts.path, texts.before, texts.after])}
      <tbody>
        ${changes.slice(0, mostChanges).map(changeRow)}
      </tbody>
    </table>
    ${changes.length > mostChanges ? html`<p class="muted">${texts.moreChanges(changes.length - mostChanges)}</p>` : nothing}
  `
}

const marks = { added: '+', removed: '−', changed: '~' } as const

const changeRow = ({ kind, path, before, after }: StateChange) => html`
  <tr class=${kind}>
    <th scope="row">
      <span class="mark" aria-hidden="true">${marks[kind]}</span><span class="visually-hidden">${texts.kinds[kind]}</span>
      <code>${path === '' ? texts.whole : visibleLine(path)}</code>
    </th>
    <td class="before">${before === undefined ? html`<span class="visually-hidden">${texts.nothing}</span>` : valueOf(before)}</td>
    <td class="after">${after === undefined ? html`<span class="visually-hidden">${texts.nothing}</span>` : valueOf(after)}</td>
  </tr>
`

const valueOf = (json: string) =>
  json.length <= mostCharacters
    ? html`<code>${visibleLine(json)}</code>`
    : html`<code>${visibleLine(json.slice(0, mostCharacters))}</code>
        <span class="muted">${texts.moreCharacters(json.length - mostCharacters)}</span>`

const wholeTexts = ({ before, after }: TextChange) => html`
  <div class="whole">
    <div>
      <p class="heading">${texts.before}</p>
      ${before === '' ? html`<p class="muted">${texts.noState}</p>` : html`<rillbox-json .text=${before} .what=${texts.stateBefore}></rillbox-json>`}
    </div>
    <div>
      <p class="heading">${texts.after}</p>
      ${after === '' ? html`<p class="muted">${texts.noState}</p>` : html`<rillbox-json .text=${after} .what=${texts.stateAfter}></rillbox-json>`}
    </div>
  </div>
`

/** The same as beside the lines of the query, for readers who do not see it. */
const linesSection = ({ ran }: StepLines, opened: OpenSections) =>
  ran.length === 0
    ? nothing
    : html`<details class="lines" part="lines" ?open=${opened.lines} @toggle=${onToggle(opened, 'lines')}>
        <summary>${texts.lines}</summary>
        <ol>
          ${ran.map(
            ({ line, times, values }) =>
              html`<li class="flow">
                <span class="muted">${texts.line(line)} ${times > 1 ? texts.times(times) : nothing}</span>
                ${values.map((value) => html`<code>${value}</code>`)}
              </li>`,
          )}
        </ol>
      </details>`

const emittedSection = (emitted: readonly TracedEmission[]) => html`
  <div class="section" role="group" part="emitted" aria-label=${texts.emitted}>
    <p class="heading">${texts.emitted} <span class="count">${emitted.length}</span></p>
    <ul class="emitted">
      ${emitted.map(
        ({ stream, type, data, metadata }) =>
          html`<li>
            ${
              type === '$>'
                ? texts.linkedTo(html`<code>${visibleLine(data)}</code>`, html`<code>${visibleLine(stream)}</code>`)
                : html`${texts.emittedTo(html`<strong>${visibleLine(type)}</strong>`, html`<code>${visibleLine(stream)}</code>`)}<rillbox-json
                      .text=${data}
                      .what=${texts.emittedData}
                      .compact=${true}
                    ></rillbox-json>`
            }
            ${metadata.map(([name, json]) => html`<div class="muted"><code>${visibleLine(`${name}: ${json}`)}</code></div>`)}
          </li>`,
      )}
    </ul>
  </div>
`

const logSection = (logs: readonly string[]) => html`
  <div class="section" role="group" part="logs" aria-label=${texts.log}>
    <p class="heading">${texts.log}</p>
    <pre>${withoutBidiControls(logs.join('\n'))}</pre>
  </div>
`

const onToggle = (opened: OpenSections, what: Section) => (event: Event) =>
  opened.toggle(what, (event.currentTarget as HTMLDetailsElement).open)

const timeText = (created: number): string =>
  new Date(created)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$/, ' UTC')
    .replace('Z', ' UTC')
