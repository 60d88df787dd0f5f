// <rillbox-explanation>: says why the shown projection faulted or handled nothing, and offers the edit that mends it.

import { untracked } from '@preact/signals-core'
import { css, html, nothing } from 'lit'
import type { ShownProjection } from '../../../engine/inspect/inspection.ts'
import type { Diagnostic, Fix } from '../../../engine/queries/diagnostics.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { Draft } from '../../model/draft/draft.ts'
import { draftOf } from '../../model/draft/projection-draft.ts'
import { runDraft } from '../../model/draft/run-draft.ts'
import { causesOf, faultSentence, skippedLines } from '../../model/explain/explain.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import type { ShownRun } from '../../model/trace/shown-trace.ts'
import { explain as texts } from '../../strings/english/explain.ts'

/** What is wrong in the text, as far as it may be to blame. */
interface Judged {
  readonly run: ShownRun
  readonly causes: readonly Diagnostic[]
}

export class ExplanationElement extends withState(ConnectedElement, {
  judged: later<Judged>(),
  /** Why the edit could not be run. */
  problem: '',
}) {
  static override styles = [
    theme,
    css`
      .explained {
        padding: 0.5rem 0.75rem;
        border-inline-start: 3px solid var(--_accent);
        background: var(--_raised);
      }
      ul {
        padding-inline-start: 1.1rem;
        list-style: disc;
      }
      p + p,
      p + ul {
        margin-block-start: 0.35rem;
      }
    `,
  ]

  protected override onSession(session: PlaygroundSession): void {
    const trace = steppingOf(session).shown
    this.atEnd(() => trace.attend(this, false))
    this.whenever(() => {
      const shown = session.picture?.shown
      const isWanted = shown !== undefined && wantsExplanation(shown)
      untracked(() => trace.attend(this, isWanted))
    })
    this.whenever(() => {
      const { current } = trace
      if (current && !current.isReading) untracked(() => void this.#judge(current))
    })
  }

  async #judge(run: ShownRun): Promise<void> {
    const [{ diagnose, EventNames }, { diagnostics: words }] = await Promise.all([
      import('../../../engine/queries/diagnostics.ts'),
      import('../../strings/english/diagnostics.ts'),
    ])
    const seen = new EventNames(true)
    for (const { stream, type } of run.traced?.history.rows ?? []) seen.note({ stream, type })
    const found = await diagnose(run.draft.query, { emitEnabled: run.draft.emit, seen, isDraft: false, words })
    const step = faultOf(run)
    if (steppingOf(this.session!).shown.current === run) this.judged = { run, causes: causesOf(found, step?.fault) }
  }

  protected override render() {
    const shown = this.session?.picture?.shown
    const { judged } = this
    if (!shown || !judged || judged.run.draft.name !== shown.name || judged.run.draft.query !== shown.query) return nothing
    const { run, causes } = judged
    const faulted = shown.fault && faultOf(run)
    if (faulted) return this.#view(shown, [faultSentence(faulted.fault, shown.mode === 'Transient', faulted.row)], causes)
    const isSilent = !shown.fault && shown.isAtRest && run.traced?.history.handled === 0
    return isSilent ? this.#view(shown, silence(run), causes) : nothing
  }

  #view(shown: ShownProjection, [what, ...lines]: readonly string[], causes: readonly Diagnostic[]) {
    const lacksEmit = causes.some(({ code }) => code === 'emit-disabled') && shown.mode !== 'Transient'
    const isLocked = this.session!.readonly
    return html`<div class="explained" part="explanation">
      <p>${what}</p>
      ${
        lines.length > 0
          ? html`<ul>
              ${lines.map((line) => html`<li>${line}</li>`)}
            </ul>`
          : nothing
      }
      ${causes.filter(({ code }) => code !== 'emit-disabled').map((cause) => this.#cause(shown, cause, isLocked))}
      ${lacksEmit && !isLocked ? html`<p><button type="button" class="low" @click=${() => void this.#run({ ...draftOf(shown), emit: true })}>${texts.allowEmit}</button></p>` : nothing}
      ${this.problem ? html`<p class="danger" role="alert">${this.problem}</p>` : nothing}
    </div>`
  }

  #cause(shown: ShownProjection, { line, message, fix, page }: Diagnostic, isLocked: boolean) {
    return html`<p>
      ${texts.line(line)} ${message} <a href=${page} target="_blank" rel="noreferrer">${texts.more}</a>
      ${fix && !isLocked ? html`<button type="button" class="low" @click=${() => void this.#run(mended(shown, fix))}>${texts.mend}</button>` : nothing}
    </p>`
  }

  /** Brings the projection into the editor with the change, and runs it. */
  async #run(draft: Draft): Promise<void> {
    this.session!.edit(draft)
    this.problem = (await runDraft(this.session!)) ?? ''
  }
}

/** Whether somebody may ask why: nothing is traced for the others. */
const wantsExplanation = ({ name, fault, isAtRest, handled = 0 }: ShownProjection): boolean =>
  !name.startsWith('$') && (fault !== undefined || (isAtRest && handled === 0))

/** The fault of a run, and the step where it happened, if it came to one. */
function faultOf({ traced, fault }: ShownRun) {
  const { history } = traced ?? {}
  if (history?.fault === undefined) return fault && { fault, row: undefined }
  const found = history.step(history.fault)?.fault
  return found && { fault: found, row: history.rows[history.fault] }
}

function silence({ traced }: ShownRun): readonly string[] {
  const { read, lines } = skippedLines(traced?.history.rows ?? [])
  return read === 0 ? [texts.noEvents] : [texts.noneHandled(read), ...lines]
}

const mended = (shown: ShownProjection, { start, end, text }: Fix): Draft => ({
  ...draftOf(shown),
  query: shown.query.slice(0, start) + text + shown.query.slice(end),
})
