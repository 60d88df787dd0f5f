// Ties the editor to the stepping of its session: shows the lines that ran, sets stops, and begins and ends by hand.

import { observeShown } from '../../kit/observed.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import type { StepLines } from '../../model/steps/line-notes.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import type { CodeLoading } from './code-loading.ts'
import type { ConnectedElement } from '../../model/connected-element.ts'
import { effect } from '@preact/signals-core'
import { profilingOf } from '../../model/trace/profiling.ts'

export class EditorSteps {
  readonly #host: ConnectedElement
  readonly #loading: CodeLoading
  /** The panel of steps shows the query itself where no editor does. */
  #isVisible = false
  #endings: readonly (() => void)[] = []
  /** Whose profile the code editor shows. */
  #profiled: PlaygroundSession | undefined
  #endProfile: (() => void) | undefined
  #lines: StepLines | undefined
  #stops: readonly number[] | undefined
  /** Undefined without a session. */
  stepping: Stepping | undefined

  constructor(host: ConnectedElement, loading: CodeLoading) {
    this.#host = host
    this.#loading = loading
  }

  follow(session: PlaygroundSession): void {
    this.end()
    this.stepping = steppingOf(session)
    this.#endings = [
      this.stepping.subscribe(() => this.#onChange()),
      observeShown(this.#host, (isVisible) => {
        if (isVisible === this.#isVisible) return
        this.#isVisible = isVisible
        this.#onChange()
      }),
    ]
    this.#onChange()
  }

  end(): void {
    for (const end of this.#endings) end()
    this.#isVisible = false
    this.stepping?.attend(this.#host, undefined)
    this.stepping = undefined
    this.#profile(undefined)
  }

  /** A new code editor shows nothing yet. */
  onLoad(): void {
    this.#lines = undefined
    this.#stops = undefined
    this.#show()
  }

  /** Asks the page around to show the panel of steps, if there is one. */
  readonly toggle = (): void => {
    const { stepping } = this
    if (!stepping) return
    if (stepping.isOnByHand) return stepping.end()
    this.#host.dispatchEvent(new CustomEvent('rillbox-step-through', { bubbles: true, composed: true }))
    stepping.begin()
  }

  /** @param line undefined where no stop can be. @returns what happened, in a sentence. */
  toggleStop(line: number | undefined): string {
    if (line === undefined || !this.stepping) return texts.stops.nowhere
    this.stepping.toggleLine(line)
    return this.stepping.stops.lines.includes(line) ? texts.stops.set(line) : texts.stops.cleared(line)
  }

  /** The code editor loads for a step; without stepping the text area stays. */
  #onChange(): void {
    const { stepping } = this
    if (!stepping) return
    stepping.attend(this.#host, this.#isVisible ? 'editor' : undefined)
    // There is something to see for readers who may not edit, too.
    if (stepping.isOn && this.#isVisible && !this.#loading.code) void this.#loading.load()
    this.#show()
    this.#host.requestUpdate()
  }

  #show(): void {
    const { stepping } = this
    const { code } = this.#loading
    if (!stepping || !code) return
    const { draft } = this.#host.session ?? {}
    const lines = stepping.isOn && stepping.query === draft?.query ? stepping.lines : undefined
    if (lines !== this.#lines) code.showStep(lines)
    this.#lines = lines
    if (stepping.stops.lines !== this.#stops) code.showStops(stepping.stops.lines)
    this.#stops = stepping.stops.lines
    this.#profile(stepping.isOn && this.#isVisible ? this.#host.session : undefined)
  }

  /** @param session undefined while the editor is out of sight, or without steps. */
  #profile(session: PlaygroundSession | undefined): void {
    if (session === this.#profiled) return
    this.#endProfile?.()
    if (this.#profiled) profilingOf(this.#profiled).attend(this, false)
    this.#profiled = session
    if (!session) return this.#loading.code?.showProfile(undefined)
    const profiling = profilingOf(session)
    profiling.attend(this, true)
    this.#endProfile = effect(() => {
      const { current } = profiling
      this.#loading.code?.showProfile(current)
    })
  }
}
