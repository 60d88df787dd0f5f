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

const isSameFault = (one: DraftFault | undefined, other: DraftFault | undefined): boolean =>
  one === other || (one?.message === other?.message && one?.line === other?.line && one?.column === other?.column)

export class DraftCheck {
  readonly #host: ConnectedElement
  /** The last text that was checked: a running projection asks often. */
  #checked: { readonly query: string; readonly fault: DraftFault | undefined } | undefined
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
    const fault = await this.#faultOf(store, draft.query, existing)
    if (session !== this.#host.session || draft !== session.draft) return
    this.runState = picture && runStateOf(draft, existing)
    this.replaced = replacedMode(draft, existing)
    if (!isSameFault(fault, session.fault)) session.drafting.blame(fault)
    this.#host.requestUpdate()
  }

  /** The fault of the projection counts only while it runs the draft's text; otherwise there may be a syntax error. */
  async #faultOf(store: Store, query: string, existing: InspectedProjection | undefined): Promise<DraftFault | undefined> {
    if (existing?.fault && existing.query === query) return { ...existing.fault, message: shortReason(existing.fault.message) }
    if (this.#checked?.query !== query) {
      const problem = await unlessClosed(store.check(query))
      this.#checked = { query, fault: problem && { ...problem, message: shortReason(problem.message) } }
    }
    return this.#checked.fault
  }
}
