// Compares the draft with what the store runs: its fault, whether it runs as it stands, and what a run would replace.

import type { DraftState } from '../../model/draft/run-state.ts'
import { runStateOf } from '../../model/draft/run-state.ts'
import { replacedMode } from '../../model/draft/run-requests.ts'
import { singleFlight } from '../../model/timing/single-flight.ts'
import { FaultFinder, isSameFault } from './find-fault.ts'
import type { ConnectedElement } from '../../model/connected-element.ts'

export class DraftCheck {
  readonly #host: ConnectedElement
  readonly #faults = new FaultFinder()
  /** Whether the store runs what the editor shows; undefined until it is known. */
  runState: DraftState | undefined
  /** Mode of the projection that a run would replace, for a sentence. */
  replaced: string | undefined

  constructor(host: ConnectedElement) {
    this.#host = host
  }

  /** Updates the session's fault as well. */
  readonly check = singleFlight(() => this.#checkOnce())

  async #checkOnce(): Promise<void> {
    const { session } = this.#host
    if (!session?.store) return
    const { draft, store, picture } = session
    const existing = picture?.projections.find(({ name }) => name === draft.name)
    const fault = await this.#faults.find(store, draft.query, existing)
    if (session !== this.#host.session || draft !== session.draft) return
    this.runState = picture && runStateOf(draft, existing)
    this.replaced = replacedMode(draft, existing)
    if (!isSameFault(fault, session.fault)) session.blame(fault)
    this.#host.requestUpdate()
  }
}
