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

export type Section = 'wholeState' | 'metadata' | 'lines'

/** Sections that the reader has opened; they stay open from step to step. */
export interface OpenSections {
  has(what: Section): boolean
  toggle(what: Section, isOpen: boolean): void
}

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

/** @param heading what readers see of the label; default: the label. */
const section = (part: string, label: string, content: unknown, heading: unknown = label) => html`
  <div class="section" role="group" part=${part} aria-label=${label}>
    <p class="heading">${heading}</p>
    ${content}
  </div>
`

/** @param empty stands there without a text. */
const json = (text: string, what: string, empty: string, compact = false) =>
  text === '' ? html`<p class="muted">${empty}</p>` : html`<rillbox-json .text=${text} .what=${what} .compact=${compact}></rillbox-json>`

function eventSection({ event, link }: TraceStep, opened: OpenSections) {
  const content = html`
    <p class="about flow">
      <strong>${visibleLine(event.type)}</strong> <code>${placeText(event)}</code>
      ${link ? html`<span class="muted">${texts.readThrough(html`<code>${placeText(link)}</code>`)}</span>` : nothing}
      <time class="muted" datetime=${new Date(event.created).toISOString()}>${timeText(event.created)}</time>
    </p>
    ${json(event.data, texts.data, texts.noData, true)}
    ${
      event.metadata === ''
        ? nothing
        : html`<details ?open=${opened.has('metadata')} @toggle=${onToggle(opened, 'metadata')}>
            <summary>${texts.metadata}</summary>
            ${json(event.metadata, texts.metadataThing, '', true)}
          </details>`
    }
  `
  return section('event', texts.event, content)
}

function stateSection({ state, shared, result, skipped, fault }: TraceStep, opened: OpenSections) {
  if (skipped) return nothing
  if (fault) return stateAtFault(state, shared)
  const whole = html`<details ?open=${opened.has('wholeState')} @toggle=${onToggle(opened, 'wholeState')}>
    <summary>${texts.wholeState}</summary>
    ${opened.has('wholeState') ? wholeTexts(state) : nothing}
  </details>`
  return html`
    ${section('state', texts.state, [changesOf(state, 'state'), state.before === '' && state.after === '' ? nothing : whole])}
    ${shared ? section('shared-state', texts.sharedState, changesOf(shared, 'shared')) : nothing}
    ${hasOwnResult(result, state) ? section('result', texts.result, changesOf(result, 'result')) : nothing}
  `
}

/** A failed event changes nothing, so the handler's input is shown instead. */
const stateAtFault = (state: TextChange, shared: TextChange | undefined) => html`
  ${section('state', texts.state, json(state.before, texts.state, texts.noStateYet), texts.stateUnchanged)}
  ${shared && shared.before !== '' ? section('shared-state', texts.sharedState, json(shared.before, texts.sharedState, '')) : nothing}
`

/** Whether the result differs from the state: for most queries it does not. */
const hasOwnResult = (result: TextChange, state: TextChange): boolean =>
  (result.after !== '' && result.after !== state.after) || (result.before !== '' && result.before !== state.before)

function changesOf(change: TextChange, what: keyof typeof texts.things) {
  const changes = stateChanges(change.before, change.after)
  const things = texts.things[what]
  if (changes.length === 0) return html`<p class="muted">${change.after === '' ? things.none : things.same}</p>`
  return html`
    <table class="changes fine">
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
      <span class="mark strong muted" aria-hidden="true">${marks[kind]}</span><span class="visually-hidden">${texts.kinds[kind]}</span>
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
      ${json(before, texts.stateBefore, texts.noState)}
    </div>
    <div>
      <p class="heading">${texts.after}</p>
      ${json(after, texts.stateAfter, texts.noState)}
    </div>
  </div>
`

/** The same as beside the lines of the query, for readers who do not see it. */
const linesSection = ({ ran }: StepLines, opened: OpenSections) =>
  ran.length === 0
    ? nothing
    : html`<details class="lines" part="lines" ?open=${opened.has('lines')} @toggle=${onToggle(opened, 'lines')}>
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

function emittedSection(emitted: readonly TracedEmission[]) {
  const list = html`<ul class="emitted">
    ${emitted.map(({ stream, type, data, metadata }) => {
      const to = html`<code>${visibleLine(stream)}</code>`
      return html`<li>
        ${
          type === '$>'
            ? texts.linkedTo(html`<code>${visibleLine(data)}</code>`, to)
            : [texts.emittedTo(html`<strong>${visibleLine(type)}</strong>`, to), json(data, texts.emittedData, '', true)]
        }
        ${metadata.map(([name, value]) => html`<div class="muted"><code>${visibleLine(`${name}: ${value}`)}</code></div>`)}
      </li>`
    })}
  </ul>`
  return section('emitted', texts.emitted, list, html`${texts.emitted} <span class="count">${emitted.length}</span>`)
}

const logSection = (logs: readonly string[]) => section('logs', texts.log, html`<pre>${withoutBidiControls(logs.join('\n'))}</pre>`)

const onToggle = (opened: OpenSections, what: Section) => (event: Event) =>
  opened.toggle(what, (event.currentTarget as HTMLDetailsElement).open)

const timeText = (created: number): string =>
  new Date(created)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$/, ' UTC')
    .replace('Z', ' UTC')
