// Chooses the one message under the query: why nothing runs, a fault, what a run did, what a rule finds, or that the draft is restored.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { gravest, nameOfFix } from '../../language/finding-text.ts'
import type { QueryFinding } from '../../language/findings.ts'
import type { DraftFault } from '../../model/draft/draft.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { editor } from '../../strings/english/editor.ts'
import { run as texts } from '../../strings/english/run.ts'
import { faultText } from './fault-range.ts'

export interface EditorMessage {
  readonly session: PlaygroundSession
  readonly isReadOnly: boolean
  /** Outcome of the last run, and the reason why it failed; empty for none. */
  readonly news: string
  readonly alarm: string
  /** Mode of the projection that a run would replace, for a sentence. */
  readonly replaced: string | undefined
  readonly findings: readonly QueryFinding[]
  onShowFault(): void
  onFix(finding: QueryFinding): void
}

export function editorMessage(message: EditorMessage) {
  const { session, isReadOnly, news, alarm, replaced, findings } = message
  const { fault, phase } = session
  if (phase.kind === 'failed') return html`<span class="danger">${phase.trouble.what}</span>`
  if (fault?.line !== undefined && !isReadOnly)
    return html`<span class="danger"
      ><button type="button" class="link" @click=${() => message.onShowFault()}>${placeText(fault)}</button> ${fault.message}
      ${mending(message)}</span
    >`
  if (fault) return html`<span class="danger">${faultText(fault)}</span> ${judged(message)}`
  if (alarm !== '') return html`<span class="danger">${alarm}</span>`
  if (replaced !== undefined && news === '') return html`<span>${texts.replaces(replaced)}</span>`
  const told = news === '' ? nothing : html`<span class="muted">${news}</span> `
  // What a run did does not make a finding untrue.
  if (findings.length > 0) return html`${told}${judged(message)}`
  return news === '' && session.drafting.isRestored && !isReadOnly ? restored(session) : told
}

/** What the rules find. */
function judged(message: EditorMessage) {
  const { findings } = message
  const finding = gravest(findings)
  return finding ? findingShown(finding, findings.length - 1, message) : nothing
}

/** The edit that lets the text parse, where there is one. */
const mending = ({ findings, onFix }: EditorMessage) => {
  const finding = findings.find(({ code, fix }) => code === 'syntax' && fix)
  return finding?.fix ? html`<button type="button" class="link" @click=${() => onFix(finding)}>${nameOfFix(finding.fix)}</button>` : nothing
}

const findingShown = (finding: QueryFinding, others: number, { onFix }: EditorMessage) => {
  const { message, fix, page, severity } = finding
  return html`<span class=${severity === 'error' ? 'danger' : 'hint'}
    >${visibleLine(message)}
    ${fix ? html`<button type="button" class="link" @click=${() => onFix(finding)}>${nameOfFix(fix)}</button>` : nothing}
    <a href=${page} target="_blank" rel="noopener">${editor.whatItMeans}</a> ${others > 0 ? editor.moreFindings(others) : nothing}</span
  >`
}

const restored = (session: PlaygroundSession) => html`
  <span class="muted"
    >${editor.restored} <button type="button" class="link" @click=${() => session.discardDraft()}>${editor.discard}</button></span
  >
`

const placeText = ({ line, column }: DraftFault): string =>
  faultText({ message: '', ...(line !== undefined && { line }), ...(column !== undefined && { column }) }).replace(/ $/, '')
