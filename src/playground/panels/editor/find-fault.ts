// Finds the fault of the draft: that of its projection, or else its syntax error.

import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { Store } from '../../../engine/store.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import type { DraftFault } from '../../model/draft/draft.ts'
import { shortReason } from '../../model/store/short-reason.ts'

export class FaultFinder {
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

export const isSameFault = (one: DraftFault | undefined, other: DraftFault | undefined): boolean =>
  one === other || (one?.message === other?.message && one?.line === other?.line && one?.column === other?.column)
