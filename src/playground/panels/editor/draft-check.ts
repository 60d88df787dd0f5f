// Compares the draft with what the store runs: its fault, whether it runs as it stands, and what a run would replace.

import type { DraftState } from '../../model/draft/run-requests.ts'
import { runStateOf, replacedMode } from '../../model/draft/run-requests.ts'
import { singleFlight } from '../../model/timing/single-flight.ts'
import type { ConnectedElement } from '../../model/connected-element.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { Store } from '../../../engine/store.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import type { DraftFault } from '../../model/draft/draft.ts'
import { shortReason } from '../../model/store/short-reason.ts'

/** Finds the fault of the draft: that of its projection, or else its syntax error. */
class FaultFinder {
  #checked: { readonly query: string; readonly fault: DraftFault | undefined } | undefined

  /** @param existing the projection of the draft's name: its fault counts only while it runs the draft's text. */
  async find(store: Store, query: string, existing: InspectedProjection | undefined): Promise<DraftFault | undefined> {
    const { fault } = existing ?? {}
    if (fault && existing?.query === query) return { ...fault, message: shortReason(fault.message) }
    return await this.#check(store, query)
  }

  /** Checks each text once: a running projection asks often. */
  async #check(store: Store, query: string): Promise<DraftFault | undefined> {
    if (this.#checked?.query === query) return this.#checked.fault
    const problem = await unlessClosed(store.check(query))
    const fault = problem && { ...problem, message: shortReason(problem.message) }
    this.#checked = { query, fault }
    return fault
  }
}

const isSameFault = (one: DraftFault | undefined, other: DraftFault | undefined): boolean =>
  one === other || (one?.message === other?.message && one?.line === other?.line && one?.column === other?.column)

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
    if (!isSameFault(fault, session.fault)) session.drafting.blame(fault)
    this.#host.requestUpdate()
  }
}
